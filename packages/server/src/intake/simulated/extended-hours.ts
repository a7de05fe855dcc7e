import { preOpen } from '@sw/domain/prices/bar-session';
import { type BarBlock, barBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { SLOT_MS } from '@sw/domain/time/slots';
import { SECOND } from '@sw/domain/time/units';
import type { Catalogue } from './catalogue.ts';
import type { DailyProcess, Day } from './daily-process.ts';
import { exp } from './exact-math.ts';
import { exponential, normal, randomKey, STREAM, uniform } from './random.ts';
import { toTick } from './session-path.ts';

/** 04:00 to 09:30, and four hours from the close (also from an early one, as the exchange does). */
const PRE_SLOTS = 22;
const POST_SLOTS = 16;
/** Part of a night's move that is known the evening before. */
const EVENING_SHARE = 0.35;
const DRAWS = 5;

/** Mornings gather pace towards the open, evenings fall asleep. */
const PACE = Float64Array.from({ length: PRE_SLOTS + POST_SLOTS }, (_, s) =>
	s < PRE_SLOTS ? 0.15 + (0.85 * (s + 1)) / PRE_SLOTS : exp(-(s - PRE_SLOTS) / 5),
);

/**
 * Sparse bars before the open and after the close, by time, then ticker. `next` is the following session's entry: prices of the evening run
 * towards its open, prices of the morning arrive there.
 */
export function extendedBars(seed: number, c: Catalogue, process: DailyProcess, day: Day, next: Day): BarBlock {
	const { session } = day;
	const keys = Int32Array.from({ length: c.rows }, (_, row) => randomKey(seed, STREAM.extended, row, day.days[0] as number));
	const cells = tradingCells(c, keys, (row) => process.trades(row, session.date));
	const block = barBlock(cells.length);
	block.count = cells.length;
	for (let n = 0; n < cells.length; n++) {
		const cell = cells[n] as number;
		const s = Math.floor(cell / c.rows);
		const row = cell - s * c.rows;
		const key = keys[row] as number;
		const isPre = s < PRE_SLOTS;
		const start = isPre ? preOpen(session) + s * SLOT_MS : session.close + (s - PRE_SLOTS) * SLOT_MS;
		const night = isPre
			? (day.open[row] as number) - (day.before[row] as number)
			: (next.open[row] as number) - (next.before[row] as number);
		const done = isPre ? EVENING_SHARE + ((1 - EVENING_SHARE) * s) / PRE_SLOTS : (EVENING_SHARE * Math.min(4, s - PRE_SLOTS)) / 4;
		const from = (isPre ? (day.before[row] as number) : (day.close[row] as number)) + night * done;
		const sigma = day.sigma[row] as number;
		const open = exp(from + 0.03 * sigma * normal(key, DRAWS * s + 1));
		const close = open * exp(0.06 * sigma * normal(key, DRAWS * s + 2) + (isPre ? night * ((1 - EVENING_SHARE) / PRE_SLOTS) : 0));
		const reach = 1 + 0.02 * sigma * exponential(key, DRAWS * s + 3);
		const usual = (c.advShares[row] as number) * (day.shareFactor[row] as number) * 0.0012 * (PACE[s] as number);
		block.tickerId[n] = row + 1;
		block.time[n] = start / SECOND;
		block.session[n] = isPre ? PRE : POST;
		block.open[n] = toTick(open);
		block.high[n] = toTick(Math.max(open, close) * reach);
		block.low[n] = toTick(Math.min(open, close) / reach);
		block.close[n] = toTick(close);
		block.volume[n] = 1 + Math.floor(usual * exp(0.8 * normal(key, DRAWS * s + 4) + (day.activity[row] as number)));
	}
	return block;
}

/** Cells slot * rows + row that trade, in order. */
function tradingCells(c: Catalogue, keys: Int32Array, trades: (row: number) => boolean): Uint32Array {
	const cells = new Uint32Array(PACE.length * c.rows);
	let n = 0;
	for (let s = 0; s < PACE.length; s++) {
		for (let row = 0; row < c.rows; row++) {
			const randomSource = (c.extendedChance[row] as number) * (PACE[s] as number);
			if (uniform(keys[row] as number, DRAWS * s) < randomSource && trades(row)) cells[n++] = s * c.rows + row;
		}
	}
	return cells.subarray(0, n);
}
