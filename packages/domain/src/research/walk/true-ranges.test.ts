import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { median } from '../../statistics/median.ts';
import { createRandom } from '../../testing/random.ts';
import { createTrueRanges } from './true-ranges.ts';

/** One bar of two rows: high, low and close of the first; the second never trades. */
function bar(high: number, low: number, close: number, volume = 100) {
	const matrix = createSessionMatrix(1, 2);
	for (const [column, value] of [
		[matrix.high, high],
		[matrix.low, low],
		[matrix.close, close],
		[matrix.volume, volume],
	] as const)
		column[0] = value;
	return matrix;
}

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
			return ranges.medianRange(0);
		});
		expect(usual.slice(0, 2)).toEqual([null, null]);
		expect(usual.slice(2).map((value) => Math.round((value ?? 0) * 1e5) / 1e5)).toEqual([0.02, 0.04, 0.03]);
		expect(ranges.medianRange(1)).toBeNull();
	});

	it('count a trade of a single share, and no price without a trade', () => {
		const ranges = createTrueRanges(2, 1);
		ranges.applySlot(bar(100, 100, 100), 0, 1, true);
		expect(ranges.applySlot(bar(104, 98, 99, 1), 0, 4, true)?.[0]).toBeCloseTo(Math.log(104 / 98) / 2, 12);
		expect(ranges.applySlot(bar(104, 98, Number.NaN), 0, 4, true)?.[0]).toBeNaN();
	});

	it('are of each row on its own, over splits and slots without a trade', () => {
		const [rows, slots, kept] = [3, 4, 4];
		const random = createRandom(2);
		const ranges = createTrueRanges(rows, kept);
		/** High, low and close of the traded bars, on today's share basis; the clock since the last of them. */
		const past = Array.from({ length: rows }, () => ({ close: Number.NaN, clock: 0, known: [] as number[], open: [] as number[][] }));
		for (let session = 0; session < 30; session++) {
			for (const [row, own] of past.entries()) {
				if (!random.nextBoolean(0.1)) continue;
				ranges.applySplit(row, 2);
				own.close /= 2;
				own.open = own.open.map((prices) => prices.map((price) => price / 2));
			}
			const matrix = createSessionMatrix(slots, rows);
			for (let slot = 0; slot < slots; slot++) {
				const q = 0.5 + random.next();
				for (const [row, own] of past.entries()) {
					own.clock += q;
					if (random.nextBoolean(0.4)) continue;
					const cell = slot * rows + row;
					const prices = [52 + random.nextInteger(9), 48 - random.nextInteger(9), 49 + random.nextInteger(3)] as const;
					[matrix.high[cell], matrix.low[cell], matrix.close[cell]] = prices;
					matrix.volume[cell] = random.nextBoolean(0.2) ? 0 : 5;
					if (matrix.volume[cell] === 5) own.open.push([...prices]);
				}
				// Bars of two slots, also across the end of a session.
				const ends = slot % 2 === 0;
				const found = ranges.applySlot(matrix, slot, q, ends);
				expect(found === null).toBe(!ends);
				for (const [row, own] of past.entries()) {
					if (!ends) continue;
					if (own.open.length > 0) {
						const reached = [...own.open.flatMap(([high, low]) => [high as number, low as number]), own.close];
						const range = Math.log(Math.max(...reached) / Math.min(...reached)) / Math.sqrt(own.clock);
						if (Number.isNaN(own.close)) expect(found?.[row]).toBeNaN();
						else {
							expect(found?.[row]).toBeCloseTo(range, 9);
							own.known.push(found?.[row] as number);
						}
						own.close = own.open.at(-1)?.[2] as number;
						own.open = [];
						own.clock = 0;
					} else expect(found?.[row]).toBeNaN();
					expect(ranges.medianRange(row)).toBe(own.known.length < kept ? null : median(own.known.slice(-kept)));
				}
			}
		}
		expect(past.every(({ known }) => known.length > 20)).toBe(true);
	});

	it('do not see a split', () => {
		const ranges = createTrueRanges(2, 1);
		ranges.applySlot(bar(101, 99, 100), 0, 1, true);
		ranges.applySplit(0, 4);
		expect(ranges.applySlot(bar(26, 24, 25), 0, 1, true)?.[0]).toBeCloseTo(Math.log(26 / 24), 12);
	});
});
