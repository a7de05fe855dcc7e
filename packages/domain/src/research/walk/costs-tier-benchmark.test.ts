import { describe, expect, it } from 'vitest';
import { median } from '../../statistics/median.ts';
import { mean } from '../../statistics/moments.ts';
import { createRandom } from '../../testing/random.ts';
import { computeTierReturns, MIN_IN_TIER, shareBeyond, TIER_COUNT, type TierReturns, UNKNOWN_TIER } from './costs.ts';

/** Entry prices of 1 and exits of e^return, as input of a tier's benchmark. */
function measured(returns: readonly number[], tiers: readonly number[], tier: number): TierReturns | null {
	return computeTierReturns(new Float64Array(returns.length).fill(1), Float64Array.from(returns, Math.exp), Uint8Array.from(tiers), tier);
}

function rounded(value: number | undefined): number {
	return Math.round((value ?? Number.NaN) * 1e9) / 1e9 + 0;
}

describe('the benchmark of a tier', () => {
	it('is the middle of its own tickers, of an even number the mean of the middle two, and their mean', () => {
		const returns = [0.01, 0.02, 0.03, 0.04, 0.1, 0.4, 9, 9];
		const odd = measured(returns, [0, 0, 0, 0, 0, 1, 1, 1], 0);
		expect([rounded(odd?.median), rounded(odd?.mean)]).toEqual([0.03, 0.04]);
		const even = measured(returns, [0, 0, 0, 0, 0, 0, 1, 1], 0);
		expect([rounded(even?.median), rounded(even?.mean)]).toEqual([0.035, 0.1]);
	});

	it('speaks for five tickers, and leaves fewer to the whole market', () => {
		const returns = [1, 2, 3, 4, 5, -6, -7, -8, -9];
		expect(measured(returns, [3, 3, 3, 3, 3, 0, 0, 0, 0], 3)?.sorted).toHaveLength(5);
		expect(measured(returns, [3, 3, 3, 3, 3, 0, 0, 0, 0], 0)?.sorted).toHaveLength(9);
	});

	it('leaves out what has no price at either end, and says nothing where that is all', () => {
		const none = Number.NaN;
		expect(measured([none, 1, 2, 3, 4, 5], [2, 2, 2, 2, 2, 2], 2)?.sorted).toHaveLength(5);
		expect(rounded(measured([none, 1, 2, 3, 4, 5], [2, 2, 2, 2, 2, 2], 2)?.median)).toBe(3);
		expect(measured([none, none], [2, 2], 2)).toBeNull();
	});

	it('is the middle and the mean of the same returns, whatever the tickers and their tiers', () => {
		const random = createRandom(7);
		for (let round = 0; round < 200; round++) {
			const rows = 1 + random.nextInteger(14);
			const returns = Array.from({ length: rows }, () => (random.nextBoolean(0.2) ? Number.NaN : random.nextInteger(9) / 4 - 1));
			const tiers = Array.from({ length: rows }, () => random.nextInteger(2));
			const own = returns.filter((each, row) => !Number.isNaN(each) && tiers[row] === 1);
			const all = returns.filter((each) => !Number.isNaN(each));
			const peers = own.length < 5 ? all : own;
			const found = measured(returns, tiers, 1);
			if (peers.length === 0) expect(found).toBeNull();
			else {
				expect(found?.sorted).toHaveLength(peers.length);
				expect(rounded(found?.median)).toBe(rounded(median(peers) ?? undefined));
				expect(rounded(found?.mean)).toBe(rounded(mean(peers) ?? undefined));
				expect([...(found as TierReturns).sorted]).toEqual([...(found as TierReturns).sorted].sort((a, b) => a - b));
			}
		}
	});

	it('counts who lies beyond a bound, the bound itself left out', () => {
		const sorted = Float64Array.of(-2, -2, -1, 0, 0, 0, 3);
		for (const bound of [-3, -2, -1.5, -1, 0, 1, 3, 4]) {
			expect(shareBeyond(sorted, bound, 'above')).toBe(sorted.filter((value) => value > bound).length / 7);
			expect(shareBeyond(sorted, bound, 'below')).toBe(sorted.filter((value) => value < bound).length / 7);
		}
	});

	it('knows six tiers of capitalisation and the unknown', () => {
		expect([UNKNOWN_TIER, TIER_COUNT, MIN_IN_TIER]).toEqual([6, 7, 5]);
	});
});
