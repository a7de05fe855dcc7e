import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NumberedBlock, recordHitStats } from '../../statistics/hit-stats.ts';
import { mean, sampleVariance } from '../../statistics/moments.ts';
import { COOLDOWN, containsTruth, groupIntoBlocks, HORIZON, INDUSTRIES, runCoverageStudy, TRUE_HIT_RATE } from './coverage-study.ts';
import { createEpisodeReader, createNullMarket, drawRandomFilters, type RandomFilter } from './null-market.ts';
import { checkLooks, runPeekingStudy } from './peeking-study.ts';
import { runSearchStudy } from './search-study.ts';

const SHAPE = { tickers: 60, industries: INDUSTRIES, sessions: 120, barsPerSession: 1 };

function correlation(a: readonly number[], b: readonly number[]): number {
	const [middleA, middleB] = [mean(a) as number, mean(b) as number];
	const product = mean(a.map((value, i) => (value - middleA) * (b[i]! - middleB))) as number;
	return product / Math.sqrt((sampleVariance(a) as number) * (sampleVariance(b) as number));
}

describe('a market without any effect', () => {
	it('is the same for the same seed only', () => {
		const [once, repeated, other] = [createNullMarket(3, SHAPE), createNullMarket(3, SHAPE), createNullMarket(4, SHAPE)];
		expect(repeated).toEqual(once);
		expect(other.close).not.toEqual(once.close);
		expect(once.close).toHaveLength(120 * 60);
	});

	it('has shared moves, industries, gaps, heavy tails and changing volatility', () => {
		const market = createNullMarket(5, { ...SHAPE, sessions: 1_500 });
		const { tickers, bars, open, close } = market;
		const returnsOf = (ticker: number): number[] =>
			Array.from({ length: bars - 1 }, (_, bar) => close[(bar + 1) * tickers + ticker]! - close[bar * tickers + ticker]!);
		const all = Array.from({ length: tickers }, (_, ticker) => returnsOf(ticker));
		const pairs = (same: boolean): number =>
			mean(
				all.flatMap((a, i) =>
					all.slice(0, i).flatMap((b, j) => ((market.industry[i] === market.industry[j]) === same ? [correlation(a, b)] : [])),
				),
			) as number;
		expect(pairs(false)).toBeGreaterThan(0.1);
		expect(pairs(true)).toBeGreaterThan(pairs(false) + 0.1);
		const gaps = Array.from({ length: bars - 1 }, (_, bar) => open[(bar + 1) * tickers]! - close[bar * tickers]!);
		expect((sampleVariance(gaps) as number) / (sampleVariance(all[0] as number[]) as number)).toBeCloseTo(0.3, 1);
		const kurtosis = (values: readonly number[]): number =>
			(mean(values.map((value) => value ** 4)) as number) / (mean(values.map((value) => value ** 2)) as number) ** 2;
		expect(mean(all.map(kurtosis))).toBeGreaterThan(4);
		const sizes = (all[0] as number[]).map(Math.abs);
		expect(correlation(sizes.slice(0, -1), sizes.slice(1))).toBeGreaterThan(0.05);
		expect(Math.abs(correlation((all[0] as number[]).slice(0, -1), (all[0] as number[]).slice(1)))).toBeLessThan(0.08);
	});

	it('lets a filter hit half, in clusters', () => {
		const records = Array.from({ length: 12 }, (_, seed) => {
			const reader = createEpisodeReader(createNullMarket(seed, { ...SHAPE, tickers: 150 }), HORIZON, COOLDOWN);
			return drawRandomFilters(seed, 4, INDUSTRIES).map((filter) => {
				const { bars, excess } = reader.readEpisodes(filter);
				return recordHitStats(groupIntoBlocks(bars, excess, 0, HORIZON));
			});
		}).flat();
		const [n, hits] = [records.reduce((sum, each) => sum + each.n, 0), records.reduce((sum, each) => sum + each.hits, 0)];
		expect(n).toBeGreaterThan(5_000);
		expect(hits / n).toBeCloseTo(TRUE_HIT_RATE, 1);
		expect(mean(records.map(({ deff }) => deff))).toBeGreaterThan(2);
	});

	it('gives the episodes that a plain search finds', () => {
		const market = createNullMarket(8, { ...SHAPE, tickers: 9, sessions: 70 });
		const filter: RandomFilter = { moveBars: 3, isRise: false, minMove: 1, operation: 'short', industries: Uint8Array.of(1, 0, 1, 1, 0) };
		const { tickers, bars, open, close } = market;
		const at = (cells: Float64Array, bar: number, ticker: number): number => cells[bar * tickers + ticker]!;
		const expected: [bar: number, excess: number][] = [];
		const last = new Map<number, number>();
		for (let bar = 20; bar + HORIZON < bars; bar++)
			for (let ticker = 0; ticker < tickers; ticker++) {
				if (!filter.industries[ticker % INDUSTRIES] || bar - (last.get(ticker) ?? -100) < COOLDOWN) continue;
				let square = 0;
				for (let b = 1; b <= bar; b++) square += Math.max(0.06, 1 / b) * ((at(close, b, ticker) - at(close, b - 1, ticker)) ** 2 - square);
				if (at(close, bar, ticker) - at(close, bar - 3, ticker) > -Math.sqrt(3 * square)) continue;
				last.set(ticker, bar);
				const moves = Array.from({ length: tickers }, (_, other) => at(close, bar + HORIZON, other) - at(open, bar + 1, other));
				const middle = moves.toSorted((a, b) => a - b)[4]!;
				expected.push([bar, -(moves[ticker]! - middle)]);
			}
		const found = createEpisodeReader(market, HORIZON, COOLDOWN).readEpisodes(filter);
		expect(found.bars).toEqual(expected.map(([bar]) => bar));
		expect(found.bars.length).toBeGreaterThan(5);
		for (const [i, value] of found.excess.entries()) expect(value).toBeCloseTo((expected[i] as [number, number])[1], 12);
	});
});

describe('quick form of the calibration study', () => {
	it('intervals of records hold the truth, and the least detectable effect is found about four times in five', () => {
		const { records, coverage, power, powerAtDetectable, deff } = runCoverageStudy({ seed: 11, tickers: 200, sessions: 170, markets: 25 });
		expect(records).toBeGreaterThan(80);
		expect(deff[1]).toBeGreaterThan(2);
		expect(coverage.record).toBeGreaterThan(0.92);
		expect(coverage.sequence).toBeGreaterThan(0.97);
		expect(power.get(0)?.record).toBeLessThan(0.06);
		expect(power.get(160)?.record).toBeGreaterThan(0.4);
		expect(powerAtDetectable).toBeGreaterThan(0.7);
	});

	it('the best of sixty random filters looks real by its interval, and by luck line and false discovery rate seldom', () => {
		const { interval, luckLine, luckAndDiscovery } = runSearchStudy({ seed: 21, tickers: 100, sessions: 250, markets: 12 }, 60);
		expect(interval).toBeGreaterThan(0.4);
		expect(luckLine).toBeLessThan(0.25);
		expect(luckAndDiscovery).toBeLessThanOrEqual(luckLine);
	});

	it('looks after every bar make the interval err far more often than one look, and the sequence not', () => {
		const { looks, interval, last, sequence } = runPeekingStudy({ seed: 31, tickers: 20, sessions: 60, runs: 40 });
		expect(looks).toBe(60 * 26);
		expect(interval).toBeGreaterThan(3 * 0.05);
		expect(interval).toBeGreaterThan(last);
		expect(sequence).toBeLessThanOrEqual(0.05);
	});

	it('looks see the interval that a record has at that time', () => {
		fc.assert(
			fc.property(fc.array(fc.tuple(fc.nat(3), fc.boolean()), { minLength: 30, maxLength: 60 }), (steps) => {
				let bar = 0;
				const bars = steps.map(([step]) => {
					bar += step;
					return bar;
				});
				const excess = steps.map(([, hit]) => (hit ? 0.01 : -0.01));
				const errs = bars.flatMap((_, at) => {
					if (at < 29 || bars[at + 1] === bars[at]) return [];
					const blocks: NumberedBlock[] = groupIntoBlocks(bars.slice(0, at + 1), excess.slice(0, at + 1), 0, HORIZON);
					return [!containsTruth(recordHitStats(blocks).wilson95)];
				});
				expect(checkLooks({ bars, excess })).toEqual({ anyMissed: errs.some(Boolean), lastMissed: errs.at(-1) ?? false });
			}),
			{ numRuns: 60 },
		);
	});
});
