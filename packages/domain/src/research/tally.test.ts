import { describe, expect, it } from 'vitest';
import { exchangeDate } from '../time/units.ts';
import { addEpisode, addRankCorrelation, BINS, createTally, MIN_FOR_RANKS, tallyHistogram, tallyQuantile } from './tally.ts';

function tallyOf(...excesses: number[]) {
	const tally = createTally();
	for (const excess of excesses) addEpisode(tally, { hit: excess > 0, excess, base: 0.5, block: 0, session: 10, reconstructed: false });
	return tally;
}

describe('a tally', () => {
	it('sums episodes, hits, winsorised excesses and base rates, and keeps blocks apart', () => {
		const tally = createTally();
		addEpisode(tally, { hit: true, excess: 0.5, base: 0.4, block: 3, session: 13, reconstructed: false });
		addEpisode(tally, { hit: false, excess: -0.1, base: 0.6, block: 3, session: 13, reconstructed: true });
		addEpisode(tally, { hit: true, excess: 0.1, base: 0.5, block: 4, session: 14, reconstructed: true });
		expect([tally.n, tally.hits, tally.reconstructed, tally.base]).toEqual([3, 2, 2, 1.5]);
		expect(tally.blocks).toEqual({ 3: [2, 1], 4: [1, 1] });
		expect(tally.sessions).toEqual({ 13: [2, 1], 14: [1, 1] });
		expect(tally.sum).toBeCloseTo(0.3, 12);
		expect(tally.sumOfSquares).toBeCloseTo(0.09 + 0.01 + 0.01, 12);
	});

	it('puts each excess into the bin of its nearest tenth of a percent, what lies beyond twenty percent into the outermost', () => {
		const binOf = (excess: number): number => tallyOf(excess).histogram.indexOf(1);
		expect([0, 0.0004, 0.0006, -0.0004, -0.0006, 0.0014, 0.1, -0.1].map(binOf)).toEqual([200, 200, 201, 200, 199, 201, 300, 100]);
		expect([0.2, 0.199, 0.5, -0.2, -0.199, -9].map(binOf)).toEqual([400, 399, 400, 0, 1, 0]);
		expect([createTally().histogram.length, BINS, MIN_FOR_RANKS]).toEqual([401, 401, 5]);
		expect(createTally()).toMatchObject({
			n: 0,
			hits: 0,
			sum: 0,
			sumOfSquares: 0,
			base: 0,
			reconstructed: 0,
			numbered: 'exit',
			costWindow: 'session',
			blocks: {},
			sessions: {},
			bootstrap: null,
			ranks: {},
		});
		expect(createTally().histogram.every((count) => count === 0)).toBe(true);
	});

	it('counts ten episodes of one bin and finds it again', () => {
		for (const excess of [-0.2, -0.123, -0.001, 0, 0.001, 0.055, 0.2]) {
			const tally = tallyOf(...new Array<number>(10).fill(excess));
			for (const p of [0, 0.1, 0.5, 1]) expect(tallyQuantile(tally, p)).toBeCloseTo(excess, 12);
			expect(tallyHistogram(tally)).toEqual({ from: Math.round(1e4 * (excess - 0.0005)) / 1e4, width: 0.001, counts: [10] });
		}
		expect(Object.is(tallyQuantile(tallyOf(-0.0001), 0.5), 0)).toBe(true);
	});

	it('adds the rank correlations of a day', () => {
		const tally = createTally();
		const day = exchangeDate('2025-07-01');
		for (const correlation of [0.25, -0.5]) addRankCorrelation(tally, day, correlation);
		expect(tally.ranks).toEqual({ [day]: [-0.25, 2] });
	});

	it('knows the value below which a share of its episodes lies', () => {
		const tally = tallyOf(-0.02, -0.01, 0.01, 0.02);
		expect([0, 0.25, 0.5, 0.75, 1].map((p) => Math.round((tallyQuantile(tally, p) ?? 9) * 1e4) / 1e4)).toEqual([
			-0.02, -0.02, -0.01, 0.01, 0.02,
		]);
		expect(tallyQuantile(createTally(), 0.5)).toBeNull();
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
		expect(tallyHistogram(createTally())).toEqual({ from: 0, width: 0.001, counts: [] });
	});
});
