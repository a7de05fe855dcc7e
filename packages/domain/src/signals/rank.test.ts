import { describe, expect, it } from 'vitest';
import { STRATEGIES, TIMEFRAMES } from '../time/timeframe.ts';
import { fineKey, sumVisibleDepths, withSqueeze } from './cells.ts';
import { isInTab } from './definition/in-tab.ts';
import { isEligible } from './definition/price.ts';
import { computeFineScore, computeRate, createRowComparator, type RankedRow } from './definition/rank-order.ts';
import { PARAMETERS_V1 } from './parameters.ts';
import { TABS } from './sector.ts';
import { tabSectors } from './tabs.ts';

const P = PARAMETERS_V1;
const none = [0, 0, 0];

describe('readings of 1.9: tabs, rate, order', () => {
	it('1.9.14 membership looks at depths alone; the operation picks the sectors of the rate', () => {
		const card = { price_short: [1, 2, 0], price_long: none, squeeze: none };
		expect(TABS.map(({ name }) => isInTab(name, card, true, 2))).toEqual([true, false, true, false]);
		expect(TABS.map(({ name }) => isInTab(name, card, false, 2))).toEqual([false, false, false, false]);
		expect(isInTab('extreme_rise', { ...card, price_short: [null, 3, 0] }, true, 2)).toBe(false);
		expect(tabSectors('extreme_rise', 'long')).toEqual(['price_short', 'call_with_put', 'volume', 'call_without_put_long']);
		expect(tabSectors('free', 'long')[0]).toBe('price_long');
		const coil = { price_short: none, price_long: none, squeeze: [2, 1, null] };
		expect(isInTab('coiled_spring', coil, true, 2)).toBe(true);
		expect(isInTab('coiled_spring', { ...coil, price_long: [0, 0, 1] }, true, 2)).toBe(false);
		const cells = withSqueeze({ price_short: [5, 5, 5], volume: [1, 1, 1] }, [2, 1, null]);
		expect(computeRate(cells, tabSectors('coiled_spring', 'short'), P.slotWeights)).toBe(2 + 2 + 7);
		expect(sumVisibleDepths(cells, ['price_short', 'volume'])).toEqual({ depth: 6, missing: 1 });
	});

	it('1.9.15 the fine score is of z as shown, clamped to 0..8, equal when it agrees to 6 decimals', () => {
		const fine = (values: (number | null)[]) => computeFineScore({ price_short: values }, ['price_short'], P);
		expect(fine([1, 2, 3])).toBe(17);
		expect(fine([-1, null, 9])).toBe(32);
		expect(fine([Number.NaN, 0, 0])).toBe(0);
		expect(fineKey(1.0000004, P)).toBe(fineKey(1, P));
		expect(fineKey(1.0000006, P)).not.toBe(fineKey(1, P));
	});

	it('1.9.15 eligible: a dollar as printed, a median of 50,000 dollars over up to 20 sessions; none before: not', () => {
		expect(isEligible(1, [], P)).toBe(false);
		expect(isEligible(1, [50_000], P)).toBe(true);
		expect(isEligible(0.9999, [1e9], P)).toBe(false);
		expect(isEligible(1, [49_999], P)).toBe(false);
		expect(isEligible(5, [...new Array(30).fill(1e9), ...new Array(20).fill(0)], P)).toBe(false);
		expect(isEligible(5, [...new Array(30).fill(0), ...new Array(20).fill(1e9)], P)).toBe(true);
	});

	it('1.9.16 first key, further keys, rate, fine score, cap with unknown last, ticker by code unit', () => {
		const row = (ticker: string, more: Partial<RankedRow> = {}): RankedRow => ({ ticker, rate: 1, fine: 1, cap: 1, ...more });
		const sorted = (rows: RankedRow[], direction?: 'asc' | 'desc') =>
			rows.toSorted(createRowComparator(P, direction)).map(({ ticker }) => ticker);
		expect(sorted([row('A', { first: 1, rate: 9 }), row('B', { first: 2 })])).toEqual(['B', 'A']);
		expect(sorted([row('A', { first: 1, rate: 9 }), row('B', { first: 2 })], 'asc')).toEqual(['A', 'B']);
		expect(sorted([row('A', { rate: 1 }), row('B', { rate: 2 })], 'asc')).toEqual(['A', 'B']);
		expect(sorted([row('A', { extra: [1, 5] }), row('B', { extra: [1, 6] }), row('C', { extra: [2, 0] })])).toEqual(['C', 'B', 'A']);
		expect(sorted([row('A', { fine: 1 }), row('B', { fine: 1.1 })], 'asc')).toEqual(['B', 'A']);
		expect(sorted([row('C', { cap: null }), row('B', { cap: 0 }), row('A', { cap: 2 })])).toEqual(['A', 'B', 'C']);
		expect(sorted([row('A', { cap: null }), row('B', { cap: 0 }), row('C', { cap: Number.NaN })])).toEqual(['B', 'A', 'C']);
		expect(sorted([row('A', { extra: [1] }), row('B', { extra: [1, 1] }), row('C')])).toEqual(['B', 'A', 'C']);
		expect(sorted([row('b'), row('B'), row('A')])).toEqual(['A', 'B', 'b']);
	});

	it('1.9.17 visible timeframes of the three strategies', () => {
		expect(STRATEGIES.map(({ rated, higher }) => [...rated, ...higher].map((tf) => TIMEFRAMES[tf].label).join(' '))).toEqual([
			'15m 30m 1h 4h 1d',
			'15m 1h 4h 1d',
			'1h 4h 1d 30m',
		]);
	});

	it('rate: weights 1, 2, 4 over four sectors, at most 140, null counts 0', () => {
		const full = [5, 5, 5];
		const cells = { price_short: full, call_with_put: full, volume: full, call_without_put_short: full };
		expect(computeRate(cells, tabSectors('extreme_rise', 'short'), P.slotWeights)).toBe(140);
		expect(computeRate({ price_short: [1, null, 2] }, tabSectors('extreme_rise', 'short'), P.slotWeights)).toBe(9);
	});

	it('1.9.21 the profiles are scaled: mean square of f, sum of g', () => {
		expect(P.clock.reduce((sum, f) => sum + f * f, 0) / 26).toBeCloseTo(0.999984, 6);
		expect(P.volumeShare.reduce((sum, g) => sum + g, 0)).toBeCloseTo(0.999998, 9);
		expect([P.clock.length, P.volumeShare.length, P.optionShare.length]).toEqual([26, 26, 26]);
	});
});
