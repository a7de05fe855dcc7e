import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeDate } from '../time/units.ts';
import { openEpisodes } from './episodes.ts';
import { statisticsOf } from './statistics-of.ts';
import { addEpisode, addRankCorrelation, type ClosedEpisode, newTally, tallyQuantile } from './tally.ts';
import { walkForwardEvidence } from './walk-forward-evidence.ts';

const episode = (over: Partial<ClosedEpisode> = {}): ClosedEpisode => ({
	hit: true,
	excess: 0.01,
	base: 0.49,
	block: 1,
	reconstructed: false,
	...over,
});
const tallyOf = (episodes: readonly ClosedEpisode[]) => {
	const tally = newTally();
	for (const closed of episodes) addEpisode(tally, closed);
	return tally;
};

describe('the statistics of a search', () => {
	it('of nothing claim nothing', () => {
		expect(statisticsOf(newTally(), 0)).toMatchObject({
			n: 0,
			hit_rate: null,
			interval: [0, 1],
			base_rate: null,
			mean: null,
			median: null,
			quartiles: null,
			rank_ic: null,
			p_value: null,
			reconstructed: 0,
			luck: { variants: 1, better: false },
		});
	});

	it('count lumps as fewer episodes', () => {
		const lumps = [0, 1, 2, 3, 4].flatMap((block) => Array.from({ length: 20 }, () => episode({ hit: block < 3, block })));
		const found = statisticsOf(tallyOf(lumps), 1);
		expect(found).toMatchObject({ n: 100, hits: 60, blocks: 5, hit_rate: 0.6, base_rate: expect.closeTo(0.49, 9) });
		expect(found.n_eff).toBeLessThan(30);
		expect(found.interval[0]).toBeLessThan(0.5);
	});

	it('raise the line of luck with the number of filters tried', () => {
		const tally = tallyOf(Array.from({ length: 400 }, (_, i) => episode({ hit: i % 20 < 11, block: i })));
		const [one, many] = [statisticsOf(tally, 1), statisticsOf(tally, 341)];
		// Against the base rate of these episodes: one look is held to it alone.
		expect([one.luck.line, one.luck.better]).toEqual([one.base_rate, true]);
		expect(one.base_rate).toBeCloseTo(0.49, 9);
		expect(many.luck.line).toBeCloseTo(0.5634, 3);
		expect(many.luck.better).toBe(false);
		expect(one.p_value).toBeLessThan(0.02);
	});

	it('tell the share that is reconstructed and the correlation of rate and excess', () => {
		const tally = tallyOf([episode(), episode({ reconstructed: true })]);
		addRankCorrelation(tally, exchangeDate('2024-05-01'), 0.2);
		addRankCorrelation(tally, exchangeDate('2024-05-01'), 0.4);
		addRankCorrelation(tally, exchangeDate('2024-05-02'), 0.1);
		expect(statisticsOf(tally, 1)).toMatchObject({ reconstructed: 0.5, rank_ic: { mean: expect.closeTo(0.2, 9), days: 2 } });
	});

	it('are the same however the episodes were cut into pieces', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.boolean(), fc.double({ min: -2, max: 2, noNaN: true }), fc.nat(5)), { maxLength: 60 }), (list) => {
				const episodes = list.map(([hit, excess, block]) => episode({ hit, excess, block }));
				const whole = tallyOf(episodes);
				const pieces = JSON.parse(JSON.stringify(tallyOf(episodes.slice(0, 20))));
				for (const closed of episodes.slice(20)) addEpisode(pieces, closed);
				expect(statisticsOf(pieces, 3)).toEqual(statisticsOf(whole, 3));
				const sorted = episodes.map(({ excess }) => Math.max(-0.2, Math.min(0.2, excess))).sort((a, b) => a - b);
				const middle = tallyQuantile(whole, 0.5);
				if (middle !== null) {
					expect(middle).toBeGreaterThanOrEqual((sorted[0] as number) - 0.001);
					expect(middle).toBeLessThanOrEqual((sorted.at(-1) as number) + 0.001);
				}
			}),
		);
	});
});

describe('episodes', () => {
	it('open with a first match and again after the cool-down, also over a cut', () => {
		const matches = { count: 6, tickers: [1, 2, 1, 1, 2, 1], bars: [0, 0, 9, 10, 12, 19] };
		expect(openEpisodes(matches, 10, new Map())).toEqual([0, 1, 3, 4]);
		const starts = new Map<number, number>();
		openEpisodes({ count: 3, tickers: matches.tickers, bars: matches.bars }, 10, starts);
		expect(openEpisodes({ count: 3, tickers: [1, 2, 1], bars: [10, 12, 19] }, 10, starts)).toEqual([0, 1]);
	});
});

describe('walk-forward evidence', () => {
	const rows = (n: number, hit: (i: number) => boolean) => ({
		bars: Array.from({ length: n }, (_, i) => i),
		rates: Array.from({ length: n }, (_, i) => i % 10),
		hits: Array.from({ length: n }, (_, i) => hit(i)),
		excess: Array.from({ length: n }, (_, i) => (hit(i) ? 0.01 : -0.01)),
	});

	it('shows a rate that knows something below the plain hit rate', () => {
		const found = walkForwardEvidence(
			rows(200, (i) => i % 10 >= 5),
			[0, 100, 150],
			5,
		);
		expect(found).toMatchObject({ folds: 2, n: 100, brier: 0 });
		expect(found?.brier_base).toBeCloseTo(0.25, 2);
		expect(found?.reliability.map(({ observed }) => observed)).toEqual([0, 1]);
	});

	it('never learns from the quarter that it judges', () => {
		// Up to bar 100 high rates hit, afterwards low ones do: a fit that looked ahead would do better than this.
		const turned = walkForwardEvidence(
			rows(200, (i) => (i < 100 ? i % 10 >= 5 : i % 10 < 5)),
			[0, 100],
			5,
		);
		expect(turned?.brier).toBe(1);
	});

	it('says nothing without a quarter before', () => {
		expect(
			walkForwardEvidence(
				rows(50, () => true),
				[0],
				5,
			),
		).toBeNull();
	});
});
