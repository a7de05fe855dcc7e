import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { renderAsync } from '@resvg/resvg-js';
import type { PreviewSubject } from '@sw/domain/previews/preview-key';
import { createSemaphore } from '../../../platform/concurrency/semaphore.ts';
import { createSingleFlight } from '../../../platform/concurrency/single-flight.ts';
import { Problem } from '../../../platform/errors.ts';
import { cardSvg } from './card-svg.ts';
import type { DrawingParts } from './parts.ts';
import { createPreviewCards } from './preview-cards.ts';

/** Bundled fonts, since system fonts differ between machines. */
const FONTS = [
	import.meta.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'),
	import.meta.resolve('@expo-google-fonts/inter/700Bold/Inter_700Bold.ttf'),
].map((address) => fileURLToPath(address));

export interface PictureCache {
	readonly bytes: Buffer;
	/** Hash of the content. */
	readonly hash: string;
	/** Wall-clock time of drawing. */
	readonly at: number;
}

/** Cached pictures, and their largest total size in bytes. */
const KEPT = 200;
const ROOM = 16 * 1024 ** 2;
/** Drawing takes a tenth of a second of a core, which the market also needs. */
const AT_ONCE = 1;
const WAITING = 50;
const BUSY = 'Too many pictures are being drawn, try again in a few seconds.';

/** Preview pictures, each drawn once per edition; undefined where there is no such ticker. */
export function createPictureCache(parts: DrawingParts, draw: (svg: string) => Promise<Buffer> = drawPng) {
	const cardOf = createPreviewCards(parts);
	const share = createSingleFlight<string, PictureCache | undefined>({
		kept: KEPT,
		room: { most: ROOM, of: (one) => one?.bytes.length ?? 0 },
	});
	const turn = createSemaphore({
		atOnce: AT_ONCE,
		queue: WAITING,
		refusal: () => new Problem('unavailable', { detail: BUSY, headers: { 'retry-after': '5' } }),
	});
	return (subject: PreviewSubject): Promise<PictureCache | undefined> =>
		share(`${parts.edition()} ${JSON.stringify(subject)}`, async () => {
			const card = await cardOf(subject);
			if (!card) return undefined;
			const bytes = await turn(() => draw(cardSvg(card)));
			return { bytes, hash: createHash('sha256').update(bytes).digest('base64url'), at: parts.now() };
		});
}

/** Renders an SVG as a PNG of the same size, off the event loop. */
export async function drawPng(svg: string): Promise<Buffer> {
	const image = await renderAsync(svg, {
		font: { loadSystemFonts: false, fontFiles: FONTS, defaultFontFamily: 'Inter' },
		fitTo: { mode: 'original' },
	});
	return image.asPng();
}
