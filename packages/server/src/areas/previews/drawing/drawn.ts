import { createHash } from 'node:crypto';
import type { PreviewSubject } from '@sw/domain/previews/preview-key';
import { Problem } from '../../../platform/errors.ts';
import { createSharedRuns, createTurns } from '../../../platform/turns.ts';
import { createCardOf } from './card-of.ts';
import { cardSvg } from './card-svg.ts';
import { drawPng } from './draw-png.ts';
import type { DrawingParts } from './parts.ts';

export interface Drawn {
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
export const createDrawn = (parts: DrawingParts, draw: (svg: string) => Promise<Buffer> = drawPng) => {
	const cardOf = createCardOf(parts);
	const share = createSharedRuns<string, Drawn | undefined>({ kept: KEPT, room: { most: ROOM, of: (one) => one?.bytes.length ?? 0 } });
	const turn = createTurns({
		atOnce: AT_ONCE,
		queue: WAITING,
		refusal: () => new Problem('unavailable', { detail: BUSY, headers: { 'retry-after': '5' } }),
	});
	return (subject: PreviewSubject): Promise<Drawn | undefined> =>
		share(`${parts.edition()} ${JSON.stringify(subject)}`, async () => {
			const card = await cardOf(subject);
			if (!card) return undefined;
			const bytes = await turn(() => draw(cardSvg(card)));
			return { bytes, hash: createHash('sha256').update(bytes).digest('base64url'), at: parts.now() };
		});
};
