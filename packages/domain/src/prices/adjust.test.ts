import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeDate, tickerId } from '../time/units.ts';
import { computeAdjustments, splitRatio } from './adjust.ts';

const dates = ['2025-03-03', '2025-03-04', '2025-03-05', '2025-03-06', '2025-03-07', '2025-03-10'].map(exchangeDate);

function split(date: string, ratio: number) {
	return { tickerId: tickerId(1), date: exchangeDate(date), ratio };
}

function dividend(date: string, amount: number) {
	return { tickerId: tickerId(1), exDate: exchangeDate(date), amount };
}

const last = dates.length - 1;

describe('adjustments', () => {
	it('divides prices before a split and multiplies volumes', () => {
		const sessions = { dates, closes: [400, 404, 400, 103, 105, 106] };
		const { price, volume, contracts } = computeAdjustments(sessions, last, [split('2025-03-06', 4)]);
		expect(sessions.closes.map((c, i) => c * price[i]!)).toEqual([100, 101, 100, 103, 105, 106]);
		expect([...volume]).toEqual([4, 4, 4, 1, 1, 1]);
		expect([...contracts]).toEqual([4, 4, 4, 1, 1, 1]);
	});

	it('knows only the splits up to its basis', () => {
		const splits = [split('2025-03-06', 4), split('2025-03-10', 3)];
		expect([...computeAdjustments({ dates, closes: dates.map(() => 1) }, 2, splits).price]).toEqual([1, 1, 1, 1, 1, 1]);
		expect([...computeAdjustments({ dates, closes: dates.map(() => 1) }, 3, splits).price]).toEqual([0.25, 0.25, 0.25, 1, 1, 1]);
	});

	it('knows all splits from a basis behind the last session, and none from one before the first', () => {
		const adjustedBy = (basis: number) => [
			...computeAdjustments({ dates, closes: dates.map(() => 1) }, basis, [split('2025-03-10', 4)]).volume,
		];
		expect([last, last + 1, 99].map(adjustedBy)).toEqual(new Array(3).fill([4, 4, 4, 4, 4, 1]));
		expect([0, -1].map(adjustedBy)).toEqual(new Array(2).fill([1, 1, 1, 1, 1, 1]));
		expect(computeAdjustments({ dates: [], closes: [] }, 0, []).price).toHaveLength(0);
	});

	it('moves a split of a closed day to the next session', () => {
		expect([...computeAdjustments({ dates, closes: dates.map(() => 1) }, last, [split('2025-03-08', 2)]).volume]).toEqual([
			2, 2, 2, 2, 2, 1,
		]);
		expect(splitRatio([split('2025-03-08', 2)], exchangeDate('2025-03-08'), exchangeDate('2025-03-10'))).toBe(1);
	});

	it('restarts option windows at a split whose ratio is not an integer', () => {
		const { contracts, volume } = computeAdjustments({ dates, closes: dates.map(() => 1) }, last, [split('2025-03-05', 0.1)]);
		expect([...contracts]).toEqual([Number.NaN, Number.NaN, 1, 1, 1, 1]);
		expect(volume[0]).toBe(0.1);
	});

	it('takes a cash dividend off earlier prices on the share basis of its ex-date', () => {
		const closes = [50, 50, 49, 49, 49, 49];
		expect(computeAdjustments({ dates, closes }, last, [], [dividend('2025-03-05', 1)]).price[1]).toBeCloseTo(0.98, 12);
		const gap = computeAdjustments({ dates, closes: [50, Number.NaN, 49, 49, 49, 49] }, last, [], [dividend('2025-03-05', 1)]);
		expect(gap.price[0]).toBeCloseTo(0.98, 12);
		// 2:1 on the ex-date: the close of 50 is worth 25 on the new basis, so the dividend of .5 is 2%.
		const both = computeAdjustments(
			{ dates, closes: [50, 50, 24.5, 24.5, 24.5, 24.5] },
			last,
			[split('2025-03-05', 2)],
			[dividend('2025-03-05', 0.5)],
		);
		expect(both.price[1]).toBeCloseTo(0.98 / 2, 12);
		expect(both.volume[1]).toBe(2);
		expect([...computeAdjustments({ dates, closes }, last, [], [dividend('2025-03-05', 60)]).price]).toEqual([1, 1, 1, 1, 1, 1]);
	});

	it('keeps close x volume through any splits', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.constantFrom(...dates), fc.constantFrom(0.1, 0.5, 1.5, 2, 3, 10))), fc.nat(last), (list, basis) => {
				const { price, volume } = computeAdjustments(
					{ dates, closes: dates.map(() => 7) },
					basis,
					list.map(([date, ratio]) => split(date, ratio)),
				);
				for (const [i, factor] of price.entries()) expect(factor * volume[i]!).toBeCloseTo(1, 9);
			}),
		);
	});
});
