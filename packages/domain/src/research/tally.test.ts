import { describe, expect, it } from 'vitest';
import { addEpisode, newTally, tallyHistogram } from './tally.ts';

const tallyOf = (...excesses: number[]) => {
	const tally = newTally();
	for (const excess of excesses) addEpisode(tally, { hit: excess > 0, excess, base: 0.5, block: 0, reconstructed: false });
	return tally;
};

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
