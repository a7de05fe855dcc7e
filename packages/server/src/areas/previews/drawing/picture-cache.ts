import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import type { AnswerOf } from '@sw/contract/base/define';
import type { publicPrices } from '@sw/contract/prices/prices';
import type { PreviewSubject } from '@sw/domain/previews/preview-key';
import { CAPS, type CapBucket } from '@sw/domain/prices/buckets';
import { findInterval, TOPS, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import type { WheelModel } from '@sw/domain/signals/wheel/model';
import type { UtcMs } from '@sw/domain/time/units';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../../platform/concurrency/single-flight.ts';
import { Problem } from '../../../platform/errors.ts';
import { CARD_ROWS, drawCard, type PreviewCard } from './card-svg.ts';

const WORDS = {
	landing: 'How extreme each stock is, every quarter-hour',
	hidden: 'Prices are shown to signed-in users only.',
	empty: 'There is no data yet.',
	noReport: 'Not in the newest report.',
} as const;

/** Bundled fonts, since system fonts differ between machines. */
const FONTS = [
	import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
	import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((url) => fileURLToPath(url));

export interface DrawnPicture {
	readonly bytes: Buffer;
	/** SHA-256 of the content. */
	readonly hash: string;
	/** Wall-clock time at which the picture was drawn, in milliseconds. */
	readonly drawnAt: number;
}

/** Maximum number of cached pictures, and their maximum total size in bytes. */
const CACHED_PICTURES = 200;
const MAX_CACHED_BYTES = 16 * 1024 ** 2;
/** Maximum concurrent and maximum waiting drawings. Each occupies a core for a tenth of a second, and the market needs that core, too. */
const MAX_CONCURRENT = 1;
const MAX_WAITING = 50;
const BUSY = 'Too many pictures are being drawn, try again in a few seconds.';

/** Draws preview pictures, each once per `cacheVersion`; undefined for an unknown ticker. 503 if too many are waiting to be drawn. */
export function createPictureCache(parts: DrawingParts, render: (svg: string) => Promise<Buffer> = (svg) => drawPng(svg)) {
	const loadCard = createPreviewCards(parts);
	const getPicture = createSingleFlight<string, DrawnPicture | undefined>({
		maxCached: CACHED_PICTURES,
		weightLimit: { limit: MAX_CACHED_BYTES, computeWeight: (picture) => picture?.bytes.length ?? 0 },
	});
	const limitConcurrency = createSemaphore({
		maxConcurrent: MAX_CONCURRENT,
		maxQueued: MAX_WAITING,
		createRefusal: () => new Problem('unavailable', { detail: BUSY, headers: { 'retry-after': '5' } }),
	});
	return (subject: PreviewSubject): Promise<DrawnPicture | undefined> =>
		getPicture(`${parts.cacheVersion()} ${JSON.stringify(subject)}`, async () => {
			const card = await loadCard(subject);
			if (!card) return undefined;
			const bytes = await limitConcurrency(() => render(drawCard(card)));
			return { bytes, hash: createHash('sha256').update(bytes).digest('base64url'), drawnAt: parts.now() };
		});
}

/** Renders an SVG as a PNG off the event loop. `width`: in pixels. Default: the SVG's own. */
export async function drawPng(svg: string, width?: number): Promise<Buffer> {
	const image = await renderAsync(svg, {
		font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
		fitTo: width === undefined ? { mode: 'original' } : { mode: 'width', value: width },
	});
	return image.asPng();
}

/** Reads the content of preview pictures; undefined for an unknown ticker. */
function createPreviewCards({ table, ticker, source, siteHost }: DrawingParts) {
	const base = { source: source.label, site: siteHost, rows: [], asOf: null };

	const tableCard = (category: TopCategory, interval: TopInterval, marketcap: readonly CapBucket[]) => {
		const { time, items } = table({ category, interval, marketcap, size: CARD_ROWS });
		return {
			...base,
			asOf: time === null ? null : Date.parse(time),
			rows: items.map(({ ticker: symbol, name, price_change: change }) => ({ symbol, name, change })),
			message: source.isPublic ? WORDS.empty : WORDS.hidden,
		};
	};

	const tickerCard = async (symbol: string): Promise<PreviewCard | undefined> => {
		const drawnTicker = await ticker(symbol);
		if (!drawnTicker) return undefined;
		const { report } = drawnTicker;
		const head = { ...base, title: drawnTicker.symbol, subtitle: drawnTicker.name };
		if (!report) return { ...head, message: source.isPublic ? WORDS.noReport : WORDS.hidden };
		const message = `${report.candidate.charAt(0).toUpperCase()}${report.candidate.slice(1)}`;
		return { ...head, asOf: report.asOf, wheel: { model: report.wheel, rate: report.rate }, message };
	};

	return async (subject: PreviewSubject): Promise<PreviewCard | undefined> => {
		if (subject.kind === 'ticker') return tickerCard(subject.symbol);
		if (subject.kind === 'landing') return { ...tableCard('gainers', 'day', []), title: labelOf('gainers'), subtitle: WORDS.landing };
		const { category, interval, marketcap } = subject;
		const subtitle = [findInterval(interval).label, capLabels(marketcap)].filter((part) => part !== '').join(' · ');
		return { ...tableCard(category, interval, marketcap), title: labelOf(category), subtitle };
	};
}

function capLabels(caps: readonly CapBucket[]): string {
	return CAPS.filter(({ name }) => caps.includes(name))
		.map(({ label }) => label)
		.join(', ');
}

function labelOf(category: TopCategory): string {
	return TOPS.find(({ name }) => name === category)?.label ?? category;
}

/** A ticker in the newest public report. `report` is missing if that report doesn't contain the ticker, or prices aren't public. */
export interface DrawnTicker {
	readonly symbol: string;
	readonly name: string;
	readonly report?: { readonly asOf: number; readonly wheel: WheelModel; readonly rate: number; readonly candidate: string };
}

/** Data for preview pictures. */
export interface DrawingParts {
	readonly table: (query: {
		category: TopCategory;
		interval: TopInterval;
		marketcap: readonly CapBucket[];
		size: number;
	}) => AnswerOf<(typeof publicPrices)['landingTable']>;
	/** Undefined for an unknown symbol. */
	readonly ticker: (symbol: string) => Promise<DrawnTicker | undefined>;
	/** Name of the data source, and whether its data is public. */
	readonly source: { readonly label: string; readonly isPublic: boolean };
	/** Cache key that changes whenever a picture might change. */
	readonly cacheVersion: () => string;
	/** Host name of this service. */
	readonly siteHost: string;
	/** The wall clock. */
	readonly now: () => UtcMs;
}
