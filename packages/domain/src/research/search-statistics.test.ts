import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FORECAST_LEVELS, meanPinball } from '../forecast/band.ts';
import { confidenceSequence } from '../statistics/confidence-sequence.ts';
import { type NumberedBlock, recordHitStats, recordPValue } from '../statistics/hit-stats.ts';
import { detectableDifference, luckLine } from '../statistics/luck-line.ts';
import { mean, quantile, tStatistic } from '../statistics/moments.ts';
import { brierScore, computeReliability, evaluateIsotonic, fitIsotonic } from '../statistics/reliability.ts';
import { createRandom } from '../testing/random.ts';
import { exchangeDate } from '../time/units.ts';
import { openEpisodes } from './episodes.ts';
import { computeStatistics } from './search-statistics.ts';
import { addEpisode, addRankCorrelation, type ClosedEpisode, createTally, tallyQuantile } from './tally.ts';
import { computeWalkForwardEvidence, createWalkForwardFolds } from './walk-forward-evidence.ts';

function episode(over: Partial<ClosedEpisode> = {}): ClosedEpisode {
	return {
		hit: true,
		excess: 0.01,
		base: 0.49,
		block: 1,
		session: over.block ?? 1,
		reconstructed: false,
		...over,
	};
}

function tallyOf(episodes: readonly ClosedEpisode[]) {
	const tally = createTally();
	for (const closed of episodes) addEpisode(tally, closed);
	return tally;
}

describe('the statistics of a search', () => {
	it('of nothing claim nothing', () => {
		expect(computeStatistics(createTally(), 0)).toMatchObject({
			n: 0,
			hit_rate: null,
			interval: [0, 1],
			base_rate: null,
			mean: null,
			median: null,
			quartiles: null,
			sequence: [0, 1],
			detectable: null,
			rank_ic: null,
			p_value: null,
			reconstructed: 0,
			luck: { variants: 1, better: false },
		});
	});

	it('before costs are known where all costs are', () => {
		const costs = { cost: 0.002, source: 'edge', hitBefore: true } as const;
		const episodes = Array.from({ length: 40 }, (_, block) => episode({ hit: block % 2 === 0, block, costs }));
		const { before_costs } = computeStatistics(tallyOf(episodes), 1);
		expect(before_costs).toEqual({
			hits: 40,
			mean: expect.closeTo(0.012, 9),
			cost: expect.closeTo(0.002, 9),
			edge: 1,
		});
		expect(computeStatistics(tallyOf([...episodes, episode()]), 1).before_costs).toBeNull();
	});

	it('count lumps as fewer episodes', () => {
		const lumps = [0, 1, 2, 3, 4].flatMap((block) => Array.from({ length: 20 }, () => episode({ hit: block < 3, block })));
		const found = computeStatistics(tallyOf(lumps), 1);
		expect(found).toMatchObject({ n: 100, hits: 60, blocks: 5, hit_rate: 0.6, base_rate: expect.closeTo(0.49, 9) });
		expect(found.n_eff).toBeLessThan(30);
		expect(found.interval[0]).toBeLessThan(0.5);
	});

	it('raise the luck line with the number of trials', () => {
		const tally = tallyOf(Array.from({ length: 400 }, (_, i) => episode({ hit: (i * 9) % 20 < 11, block: i })));
		const [one, many] = [computeStatistics(tally, 1), computeStatistics(tally, 341)];
		// Against the base rate of these episodes: one trial is held to its own interval.
		expect(one.luck.line).toBeCloseTo(0.49 + 1.96 * Math.sqrt((0.49 * 0.51) / 400), 3);
		expect(one.luck.better).toBe(true);
		expect(one.interval[0]).toBeGreaterThan(0.49);
		expect(one.base_rate).toBeCloseTo(0.49, 9);
		expect(many.luck.line).toBeCloseTo(0.581, 3);
		expect(many.luck.better).toBe(false);
		expect(one.p_value).toBeLessThan(0.02);
	});

	it('give the reconstructed share and the correlation of rate and excess', () => {
		const tally = tallyOf([episode(), episode({ reconstructed: true })]);
		addRankCorrelation(tally, exchangeDate('2024-05-01'), 0.2);
		addRankCorrelation(tally, exchangeDate('2024-05-01'), 0.4);
		addRankCorrelation(tally, exchangeDate('2024-05-02'), 0.1);
		expect(computeStatistics(tally, 1)).toMatchObject({ reconstructed: 0.5, rank_ic: { mean: expect.closeTo(0.2, 9), days: 2 } });
	});

	it('are each what its rule says of the episodes', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.boolean(), fc.integer({ min: -60, max: 60 }), fc.nat(40), fc.boolean()), { minLength: 1, maxLength: 90 }),
				fc.integer({ min: 0, max: 50 }),
				(list, variants) => {
					const episodes = list.map(([hit, excess, block, reconstructed]) =>
						episode({ hit, excess: excess / 200, block, reconstructed, base: 0.25 + block / 100 }),
					);
					const found = computeStatistics(tallyOf(episodes), variants);
					const n = episodes.length;
					const total = (value: (one: ClosedEpisode) => number): number => episodes.reduce((sum, one) => sum + value(one), 0);
					const blocks = [...Map.groupBy(episodes, ({ block }) => block)].map(
						([number, each]): NumberedBlock => [number, each.length, each.filter(({ hit }) => hit).length],
					);
					const stats = recordHitStats(blocks);
					const base = total((one) => one.base) / n;
					expect(found).toMatchObject({ n, hits: stats.hits, blocks: blocks.length, hit_rate: stats.p });
					expect(found.base_rate).toBeCloseTo(base, 9);
					expect(found.mean).toBeCloseTo(total(({ excess }) => Math.max(-0.3, Math.min(0.3, excess))) / n, 9);
					expect(found.reconstructed).toBeCloseTo(total(({ reconstructed }) => Number(reconstructed)) / n, 9);
					expect(found.deff).toBeCloseTo(stats.deff, 9);
					expect(found.n_eff).toBeCloseTo(stats.n_eff, 9);
					const line = luckLine(Math.max(1, variants), stats.n_eff, base, stats.degreesOfFreedom);
					expect(found.luck).toEqual({
						variants: Math.max(1, variants),
						line: expect.closeTo(line, 9),
						better: (stats.p as number) > found.luck.line,
					});
					if (variants <= 1) expect(found.luck.better).toBe(found.interval[0] > (found.base_rate as number));
					expect(found.sequence).toEqual(confidenceSequence(blocks));
					const difference = detectableDifference(base, stats.n_eff) as number;
					expect(found.detectable?.difference).toBeCloseTo(difference, 9);
					const [low, high] = found.quartiles as [number, number];
					expect(found.detectable?.excess).toBeCloseTo(2 * difference * (high - low), 9);
					expect(found.p_value).toBeCloseTo(recordPValue(stats, base) as number, 9);
					const below = (bound: number): number => total(({ excess }) => Number(Math.max(-0.2, Math.min(0.2, excess)) <= bound + 1e-9)) / n;
					expect(below(low + 0.0006)).toBeGreaterThanOrEqual(0.25);
					expect(below(low - 0.0006)).toBeLessThan(0.25);
					expect(below(high + 0.0006)).toBeGreaterThanOrEqual(0.75);
					expect(below(high - 0.0006)).toBeLessThan(0.75);
				},
			),
		);
	});

	it('have the middle of the correlations of days, and how sure it is', () => {
		const tally = tallyOf([episode()]);
		const perDay = [0.3, -0.1, 0.2];
		perDay.forEach((correlation, day) => {
			for (const apart of [0.05, -0.05]) addRankCorrelation(tally, exchangeDate(`2024-05-0${day + 1}`), correlation + apart);
		});
		const found = computeStatistics(tally, 1).rank_ic;
		expect(found?.days).toBe(3);
		expect(found?.mean).toBeCloseTo(0.4 / 3, 12);
		expect(found?.t).toBeCloseTo(tStatistic(perDay) as number, 9);
	});

	it('have no chance of luck where nothing could have been hit or missed', () => {
		for (const base of [0, 1]) expect(computeStatistics(tallyOf([episode({ base })]), 1).p_value).toBeNull();
	});

	it('are no better than luck on its line', () => {
		// No hits, and none possible: the threshold is the rate.
		const none = tallyOf(Array.from({ length: 40 }, (_, i) => episode({ hit: false, block: i, base: 0 })));
		expect(computeStatistics(none, 1).luck).toEqual({ variants: 1, line: 0, better: false });
	});

	it('are the same however the episodes were cut into pieces', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.boolean(), fc.double({ min: -2, max: 2, noNaN: true }), fc.nat(5)), { maxLength: 60 }), (list) => {
				const episodes = list.map(([hit, excess, block]) => episode({ hit, excess, block }));
				const whole = tallyOf(episodes);
				const pieces = JSON.parse(JSON.stringify(tallyOf(episodes.slice(0, 20))));
				for (const closed of episodes.slice(20)) addEpisode(pieces, closed);
				expect(computeStatistics(pieces, 3)).toEqual(computeStatistics(whole, 3));
				const sorted = episodes.map(({ excess }) => Math.max(-0.2, Math.min(0.2, excess))).sort((a, b) => a - b);
				const middle = tallyQuantile(whole, 0.5);
				if (middle !== null) {
					expect(middle).toBeGreaterThanOrEqual(sorted[0]! - 0.001);
					expect(middle).toBeLessThanOrEqual(sorted.at(-1)! + 0.001);
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
		const found = computeWalkForwardEvidence(
			rows(200, (i) => i % 10 >= 5),
			[0, 100, 150],
			5,
		);
		expect(found).toMatchObject({ folds: 2, n: 100, brier: 0 });
		expect(found?.brier_base).toBeCloseTo(0.25, 2);
		expect(found?.reliability.map(({ observed }) => observed)).toEqual([0, 1]);
	});

	it('never learns from the quarter that it judges', () => {
		// Up to bar 100 high rates hit, later low ones do: a fit that looked ahead would do better than this.
		const turned = computeWalkForwardEvidence(
			rows(200, (i) => (i < 100 ? i % 10 >= 5 : i % 10 < 5)),
			[0, 100],
			5,
		);
		expect(turned?.brier).toBe(1);
	});

	it('is of each quarter what isotonic fits, hit rates and quantiles of the quarters before it say', () => {
		const [n, horizon, quarters] = [260, 6, [0, 80, 150, 200]];
		const random = createRandom(5);
		const input = {
			// Some bars have no episode, some several; the third quarter has none.
			bars: Array.from({ length: n }, () => random.nextInteger(260))
				.filter((bar) => bar < 150 || bar >= 200)
				.sort((a, b) => a - b),
			rates: Array.from({ length: n }, () => random.nextInteger(12)),
			hits: Array.from({ length: n }, () => random.nextBoolean(0.6)),
			excess: Array.from({ length: n }, () => 0.05 * random.nextNormal()),
		};
		const [fitted, plainly, came, losses]: [number[], number[], boolean[], number[]] = [[], [], [], []];
		for (const { train, test } of createWalkForwardFolds(quarters, Number.POSITIVE_INFINITY, horizon)) {
			const inside = ([from, to]: readonly [number, number]): number[] =>
				[...input.bars.keys()].filter((i) => input.bars[i]! >= from && input.bars[i]! < to);
			const before = train.flatMap(inside);
			const hits = before.map((i) => Number(input.hits[i]));
			const fit = fitIsotonic(
				before.map((i) => input.rates[i]!),
				hits,
			);
			const levels = FORECAST_LEVELS.map(
				(level) =>
					quantile(
						before.map((i) => input.excess[i]!),
						level,
					) as number,
			);
			for (const i of inside(test)) {
				fitted.push(evaluateIsotonic(fit, input.rates[i]!) as number);
				plainly.push(mean(hits) as number);
				came.push(input.hits[i] as boolean);
				losses.push(meanPinball(input.excess[i]!, levels, FORECAST_LEVELS) as number);
			}
		}
		expect(computeWalkForwardEvidence(input, quarters, horizon)).toEqual({
			folds: 2,
			n: fitted.length,
			brier: brierScore(fitted, came),
			brier_base: brierScore(plainly, came),
			pinball: mean(losses),
			reliability: computeReliability(fitted, came),
		});
	});

	it('says nothing without a quarter before', () => {
		expect(
			computeWalkForwardEvidence(
				rows(50, () => true),
				[0],
				5,
			),
		).toBeNull();
	});
});
