import { describe, expect, it } from 'vitest';
import { exchangeDate } from '../time/units.ts';
import { addEpisode, addRankCorrelation, newTally, tallyHistogram, tallyQuantile } from './tally.ts';

const tallyOf = (...excesses: number[]) => {
	const tally = newTally();
	for (const excess of excesses) addEpisode(tally, { hit: excess > 0, excess, base: 0.5, block: 0, reconstructed: false });
	return tally;
};

describe('a tally', () => {
	it('sums episodes, hits, winsorised excesses and base rates, and keeps blocks apart', () => {
		const tally = newTally();
		addEpisode(tally, { hit: true, excess: 0.5, base: 0.4, block: 3, reconstructed: false });
		addEpisode(tally, { hit: false, excess: -0.1, base: 0.6, block: 3, reconstructed: true });
		addEpisode(tally, { hit: true, excess: 0.1, base: 0.5, block: 4, reconstructed: true });
		expect([tally.n, tally.hits, tally.reconstructed, tally.base]).toEqual([3, 2, 2, 1.5]);
		expect(tally.blocks).toEqual({ 3: [2, 1], 4: [1, 1] });
		expect(tally.sum).toBeCloseTo(0.3, 12);
		expect(tally.sumOfSquares).toBeCloseTo(0.09 + 0.01 + 0.01, 12);
	});

	it('adds the rank correlations of a day', () => {
		const tally = newTally();
		const day = exchangeDate('2025-07-01');
		for (const correlation of [0.25, -0.5]) addRankCorrelation(tally, day, correlation);
		expect(tally.ranks).toEqual({ [day]: [-0.25, 2] });
	});

	it('knows the value below which a share of its episodes lies', () => {
		const tally = tallyOf(-0.02, -0.01, 0.01, 0.02);
		expect([0, 0.25, 0.5, 0.75, 1].map((p) => Math.round((tallyQuantile(tally, p) ?? 9) * 1e4) / 1e4)).toEqual([
			-0.02, -0.02, -0.01, 0.01, 0.02,
		]);
		expect(tallyQuantile(newTally(), 0.5)).toBeNull();
	});
});

describe('the histogram of a tally', () => {
	it('spans what it holds, in steps of a tenth of a percent around their values', () => {
		expect(tallyHistogram(tallyOf(-0.002, 0.0004, 0.0011, 0.0009))).toEqual({ from: -0.0025, width: 0.001, counts: [1, 0, 1, 2] });
	});

	it('puts what lies beyond twenty percent at its ends', () => {
		const { from, counts } = tallyHistogram(tallyOf(-0.29, 0.25));
		expect([from, counts.length, counts[0], counts.at(-1)]).toEqual([-0.2005, 401, 1, 1]);
	});

	it('of nothing is empty', () => {
		expect(tallyHistogram(newTally()).counts).toEqual([]);
	});
});
