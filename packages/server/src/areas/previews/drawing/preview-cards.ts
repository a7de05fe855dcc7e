import type { PreviewSubject } from '@sw/domain/previews/preview-key';
import { CAPS, type CapBucket } from '@sw/domain/prices/cap';
import { TOPS, type TopCategory } from '@sw/domain/prices/top-categories';
import { intervalFacts, type TopInterval } from '@sw/domain/prices/top-lists';
import type { PreviewCard } from './card.ts';
import { CARD_ROWS } from './card-svg.ts';
import type { DrawingParts } from './parts.ts';

const WORDS = {
	landing: 'How extreme each stock is, every quarter-hour',
	hidden: 'Prices are shown to signed-in users only.',
	empty: 'There is no data yet.',
	noReport: 'Not in the newest report.',
} as const;

/** Content of a preview picture; undefined where there is no such ticker. */
export function createPreviewCards({ table, ticker, source, home }: DrawingParts) {
	const plain = { source: source.label, site: home, rows: [], asOf: null };

	const ofTable = (category: TopCategory, interval: TopInterval, marketcap: readonly CapBucket[]) => {
		const { time, items } = table({ category, interval, marketcap, size: CARD_ROWS });
		return {
			...plain,
			asOf: time === null ? null : Date.parse(time),
			rows: items.map(({ ticker: symbol, name, price_change: change }) => ({ symbol, name, change })),
			words: source.isPublic ? WORDS.empty : WORDS.hidden,
		};
	};

	const ofTicker = async (symbol: string): Promise<PreviewCard | undefined> => {
		const found = await ticker(symbol);
		if (!found) return undefined;
		const { report } = found;
		const head = { ...plain, title: found.symbol, subtitle: found.name };
		if (!report) return { ...head, words: source.isPublic ? WORDS.noReport : WORDS.hidden };
		const words = `${report.candidate.charAt(0).toUpperCase()}${report.candidate.slice(1)}`;
		return { ...head, asOf: report.asOf, wheel: { model: report.wheel, rate: report.rate }, words };
	};

	return async (subject: PreviewSubject): Promise<PreviewCard | undefined> => {
		if (subject.kind === 'ticker') return ofTicker(subject.symbol);
		if (subject.kind === 'landing') return { ...ofTable('gainers', 'day', []), title: labelOf('gainers'), subtitle: WORDS.landing };
		const { category, interval, marketcap } = subject;
		const subtitle = [intervalFacts(interval).label, capLabels(marketcap)].filter((part) => part !== '').join(' · ');
		return { ...ofTable(category, interval, marketcap), title: labelOf(category), subtitle };
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
