import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sessionOn } from './calendar.ts';
import { barCount, barOfSlot, barSpans, barsOfSession, clockVariance } from './slots.ts';
import { TIMEFRAME_COUNT, type TimeframeIndex } from './timeframe.ts';
import { exchangeDate } from './units.ts';

function spans(date: string, timeframe: TimeframeIndex) {
	const session = sessionOn(exchangeDate(date));
	if (!session) throw new Error(`no session on ${date}`);
	return barSpans(timeframe, session).map((b) => ({ start: written(b.start), end: written(b.end), slots: [b.from, b.to] }));
}

function written(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 16)}Z`;
}

const timeframes: TimeframeIndex[] = [0, 1, 2, 3, 4];
const timeframe = fc.constantFrom(...timeframes);
const slots = fc.constantFrom(26, 14);

describe('bars of a session', () => {
	it('are 26, 13, 7, 2, 1, and 14, 7, 4, 1, 1 on an early close', () => {
		expect(timeframes.map((tf) => barCount(tf, 26))).toEqual([26, 13, 7, 2, 1]);
		expect(timeframes.map((tf) => barCount(tf, 14))).toEqual([14, 7, 4, 1, 1]);
		expect(timeframes).toHaveLength(TIMEFRAME_COUNT);
	});

	it('cut the second four-hour bar at the close', () => {
		expect(spans('2025-07-01', 3)).toEqual([
			{ start: '2025-07-01T13:30Z', end: '2025-07-01T17:30Z', slots: [0, 16] },
			{ start: '2025-07-01T17:30Z', end: '2025-07-01T20:00Z', slots: [16, 26] },
		]);
		expect(spans('2025-11-28', 3)).toEqual([{ start: '2025-11-28T14:30Z', end: '2025-11-28T18:00Z', slots: [0, 14] }]);
		expect(spans('2025-07-01', 2).at(-1)).toEqual({ start: '2025-07-01T19:30Z', end: '2025-07-01T20:00Z', slots: [24, 26] });
	});

	it('cover every slot once, each found by barOfSlot', () => {
		fc.assert(
			fc.property(timeframe, slots, (tf, count) => {
				const seen = barsOfSession(tf, count).flatMap(({ from, to }, index) =>
					Array.from({ length: to - from }, (_, i) => [from + i, index, barOfSlot(tf, from + i)]),
				);
				expect(seen.map(([slot]) => slot)).toEqual(Array.from({ length: count }, (_, i) => i));
				for (const [, index, found] of seen) expect(found).toBe(index);
			}),
		);
	});
});

describe('the clock', () => {
	const profile = [3, ...new Array(25).fill(1)];
	const barClocks = (f: readonly number[], tf: TimeframeIndex, count: number): number[] =>
		barsOfSession(tf, count).map(({ from, to }) => clockVariance(f, from, to));

	it('sums the squares of the profile', () => {
		expect(barClocks(profile, 2, 26)).toEqual([12, 4, 4, 4, 4, 4, 2]);
		expect(barClocks(profile, 3, 26)).toEqual([24, 10]);
		expect(barClocks(profile, 4, 26)).toEqual([34]);
		expect(clockVariance(profile, 5, 5)).toBe(0);
	});
});
