import { type BarBlock, type DailyBlock, PRE, REGULAR } from '@sw/domain/prices/blocks';
import { SECOND } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { expect, it } from 'vitest';
import { createOutlyingBars } from './outlying-bars.ts';

const OPEN = Date.parse('2024-07-01T13:30:00Z');
const QUARTER = 900 * SECOND;

/** Bars of one session from 09:30 on, each opening at the close before it. */
function barsOf(closes: readonly number[], at = OPEN, session = REGULAR): BarBlock {
	return {
		count: closes.length,
		tickerId: new Uint32Array(closes.length),
		time: Uint32Array.from(closes, (_, i) => (at + i * QUARTER) / SECOND),
		session: new Uint8Array(closes.length).fill(session),
		open: Float32Array.from(closes, (close, i) => closes[i - 1] ?? close),
		high: Float32Array.from(closes),
		low: Float32Array.from(closes),
		close: Float32Array.from(closes),
		volume: new Float64Array(closes.length).fill(100),
	};
}

function daysOf(rows: readonly (readonly [date: string, open: number, close: number])[]): DailyBlock {
	return {
		count: rows.length,
		tickerId: new Uint32Array(rows.length),
		day: Uint16Array.from(rows, ([date]) => dayNumber(date as never)),
		open: Float32Array.from(rows, ([, open]) => open),
		high: Float32Array.from(rows, ([, open, close]) => Math.max(open, close)),
		low: Float32Array.from(rows, ([, open, close]) => Math.min(open, close)),
		close: Float32Array.from(rows, ([, , close]) => close),
		volume: new Float64Array(rows.length).fill(100),
	};
}

function found(...blocks: readonly (Partial<{ bars: BarBlock; daily: DailyBlock }> & { symbol?: string })[]) {
	const outlying = createOutlyingBars();
	for (const block of blocks) outlying.add({ symbol: 'AAPL', bars: null, daily: null, ...block });
	return outlying.result();
}

it('is a bar that leaves the session for one quarter-hour; the bar that returns is none', () => {
	expect(found({ bars: barsOf([10, 10.1, 101.1, 10.2, 10.3]) })).toEqual({
		count: 1,
		farthest: [{ ticker: 'AAPL', date: '2024-07-01', at: OPEN + 2 * QUARTER, close: 101.1, before: 10.1, after: 10.2 }],
	});
});

it('is a level that stays, and the last bar, which has no bar after it', () => {
	expect(found({ bars: barsOf([10, 31, 31.5]) }).farthest).toMatchObject([{ close: 31, before: 10, after: 31.5 }]);
	expect(found({ bars: barsOf([10, 10, 3]) }).farthest).toMatchObject([{ close: 3, before: 10, after: null }]);
});

it('is none for what a session or a night may move, or outside of the regular session', () => {
	expect(found({ bars: barsOf([10, 29, 12, 10]) }).count).toBe(0);
	expect(found({ bars: barsOf([10, 100, 10], OPEN - 4 * QUARTER, PRE) }).count).toBe(0);
	expect(
		found({
			daily: daysOf([
				['2024-07-01', 10, 10],
				['2024-07-02', 17, 16],
			]),
		}).count,
	).toBe(0);
});

it('is a day that opens, or closes, far from the day before', () => {
	const days = daysOf([
		['2024-07-01', 10, 10],
		['2024-07-02', 101, 101.1],
		['2024-07-03', 10.1, 10.2],
		['2024-07-05', 10.2, 2],
	]);
	expect(found({ daily: days })).toMatchObject({
		count: 2,
		farthest: [
			{ date: '2024-07-02', at: null, close: 101.1, before: 10, after: 10.2 },
			{ date: '2024-07-05', at: null, close: 2, before: 10.2, after: null },
		],
	});
});

it('is found across the blocks of a symbol, never between two symbols, and at most ten are named', () => {
	const [first, second] = [barsOf([10, 10]), barsOf([50, 50], OPEN + 2 * QUARTER)];
	expect(found({ bars: first }, { bars: second }).count).toBe(1);
	expect(found({ bars: first }, { bars: second, symbol: 'MSFT' }).count).toBe(0);
	const spikes = barsOf(Array.from({ length: 24 }, (_, i) => (i % 2 === 0 ? 10 : 100 + i)));
	const { count, farthest } = found({ bars: spikes });
	expect([count, farthest.length, farthest[0]?.close]).toEqual([12, 10, 123]);
});
