import { describe, expect, it } from 'vitest';
import { sessionMatrix } from '../prices/session-matrix.ts';
import { createTrueRanges } from './true-ranges.ts';

/** One bar of two rows: high, low and close of the first; the second never trades. */
const bar = (high: number, low: number, close: number, volume = 100) => {
	const matrix = sessionMatrix(1, 2);
	for (const [column, value] of [
		[matrix.high, high],
		[matrix.low, low],
		[matrix.close, close],
		[matrix.volume, volume],
	] as const)
		column[0] = value;
	return matrix;
};

describe('true ranges', () => {
	it('reach to the close before, on the clock that has run since the last bar with a trade', () => {
		const ranges = createTrueRanges(2, 2);
		expect(ranges.applySlot(bar(101, 99, 100), 0, 1, true)).toEqual(Float64Array.of(Number.NaN, Number.NaN));
		const inside = ranges.applySlot(bar(103, 101, 102), 0, 4, true);
		expect(inside?.[0]).toBeCloseTo(Math.log(103 / 100) / 2, 12);
		expect(inside?.[1]).toBeNaN();
		expect(ranges.applySlot(bar(200, 1, 50, 0), 0, 1, true)?.[0]).toBeNaN();
		expect(ranges.applySlot(bar(102, 98, 99), 0, 3, true)?.[0]).toBeCloseTo(Math.log(102 / 98) / 2, 12);
	});

	it('gather the slots of a bar until it ends', () => {
		const ranges = createTrueRanges(2, 1);
		ranges.applySlot(bar(100, 100, 100), 0, 1, true);
		expect(ranges.applySlot(bar(104, 101, 103), 0, 1, false)).toBeNull();
		expect(ranges.applySlot(bar(102, 98, 99), 0, 3, true)?.[0]).toBeCloseTo(Math.log(104 / 98) / 2, 12);
	});

	it('have a usual one as soon as there are enough, of the newest alone', () => {
		const ranges = createTrueRanges(2, 3);
		ranges.applySlot(bar(100, 100, 100), 0, 1, true);
		const wide = [0.01, 0.05, 0.02, 0.04, 0.03];
		const usual = wide.map((range) => {
			ranges.applySlot(bar(100 * Math.exp(range), 100, 100), 0, 1, true);
			return ranges.recent(0);
		});
		expect(usual.slice(0, 2)).toEqual([null, null]);
		expect(usual.slice(2).map((value) => Math.round((value ?? 0) * 1e5) / 1e5)).toEqual([0.02, 0.04, 0.03]);
		expect(ranges.recent(1)).toBeNull();
	});

	it('do not see a split', () => {
		const ranges = createTrueRanges(2, 1);
		ranges.applySlot(bar(101, 99, 100), 0, 1, true);
		ranges.split(0, 4);
		expect(ranges.applySlot(bar(26, 24, 25), 0, 1, true)?.[0]).toBeCloseTo(Math.log(26 / 24), 12);
	});
});
