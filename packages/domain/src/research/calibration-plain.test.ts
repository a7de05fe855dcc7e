import { describe, expect, it } from 'vitest';
import { adaptLevel, conformalQuantile, FORECAST_LEVELS, meanPinball } from '../forecast/band.ts';
import { continueGate, isGateOpen, type SkillGate, updateGates } from '../forecast/skill-gate.ts';
import { dieboldMariano } from '../statistics/diebold-mariano.ts';
import { mean, tStatistic } from '../statistics/moments.ts';
import { normalQuantile } from '../statistics/normal.ts';
import { createRandom } from '../testing/random.ts';
import { type Calibration, calibrate, type ForecastErrors } from './calibration/calibration.ts';
import { fitRidge } from './calibration/ridge.ts';

interface Series {
	seed: number;
	bars: number;
	/** Number of observations per bar: minimum and maximum. */
	per: readonly [number, number];
	horizon: number;
	/** Size of a bar's errors. */
	size?: (bar: number) => number;
	/** Step of the errors, so that many are equal. Default: none. */
	step?: number;
	/** How much of an error its first and last feature predict. */
	predicted?: number;
}

function seriesOf({ seed, bars, per: [minimum, maximum], horizon, size = () => 1, step = 0, predicted = 0 }: Series): ForecastErrors {
	const random = createRandom(seed);
	const [errors, ratios, features]: [number[], number[], number[]] = [[], [], []];
	const offsets = [0];
	for (let bar = 0; bar < bars; bar++) {
		for (let i = minimum + random.nextInteger(maximum - minimum + 1); i > 0; i--) {
			const known = Array.from({ length: 4 }, () => random.nextNormal());
			const error = size(bar) * random.nextNormal() + predicted * (known[0]! - known[3]!);
			errors.push(step > 0 ? Math.round(error / step) * step : error);
			ratios.push(0.5 + random.next());
			features.push(...(random.nextBoolean(0.1) ? [known[0]!, Number.NaN, 0, 0] : known));
		}
		offsets.push(errors.length);
	}
	const [e, r, f] = [errors, ratios, features].map((values) => Float64Array.from(values)) as [Float64Array, Float64Array, Float64Array];
	return {
		bars,
		offsets: Uint32Array.from(offsets),
		errors: e,
		ratios: r,
		features: f,
		end: Float64Array.from(offsets, (_, bar) => 10 * bar),
		horizon,
	};
}

/** The rules in their plainest form: every bar re-reads everything known by then. */
function plainly({ bars, offsets, errors, ratios, features, horizon }: ForecastErrors): Calibration | null {
	const places = (from: number, to: number): number[] => {
		const [first, end] = [from, to].map((bar) => offsets[Math.max(0, bar)]!) as [number, number];
		return Array.from({ length: Math.max(0, end - first) }, (_, i) => first + i);
	};
	const window = places(bars - 250, bars);
	if (window.length < 100 || bars < 20) return null;
	const featuresOf = (i: number): number[] => [...features.subarray(4 * i, 4 * i + 4)];
	const driftOf = (within: readonly number[]): number[] => {
		const known = within.map((i) => ({ i, x: featuresOf(i) })).filter(({ x }) => !x.some(Number.isNaN));
		const sum = (value: (x: number[], i: number) => number): number => known.reduce((all, { i, x }) => all + value(x, i), 0);
		const at = (x: number[], f: number): number => x[f]!;
		const xx = Float64Array.from({ length: 16 }, (_, k) => sum((x) => at(x, k >> 2) * at(x, k & 3)));
		return fitRidge({ xx, xy: Float64Array.from({ length: 4 }, (_, f) => sum((x, i) => at(x, f) * errors[i]!)) }, 2_000);
	};
	const quantilesOf = (within: readonly number[], alphas: readonly number[]): number[] => {
		const past = within.map((i) => errors[i]!);
		const tails = alphas.map((alpha) => Math.min(0.999, Math.max(0.001, alpha)) / 2).reverse();
		const low = tails.map((p) => conformalQuantile(past, p) ?? Math.min(...past));
		const high = tails.map((p) => conformalQuantile(past, 1 - p) ?? Math.max(...past)).reverse();
		return [...low, 0, ...high];
	};
	const normal = FORECAST_LEVELS.map((level) => (level === 0.5 ? 0 : normalQuantile(level)));
	const targets = [0.5, 1 - 0.8, 1 - 0.95];
	let alphas = targets;
	const missedAt = new Map<number, number[]>();
	const judged: { bar: number; missed: number[]; losses: number[]; scores: number[]; below: number[]; count: number; strayed: boolean }[] =
		[];
	// Each level stands for the probabilities nearest to it.
	const edges = [0, ...FORECAST_LEVELS.slice(1).map((level, i) => (FORECAST_LEVELS[i]! + level) / 2), 1];
	const scoreOf = (outcome: number, q: readonly number[]): number =>
		FORECAST_LEVELS.reduce((sum, level, i) => {
			const beyond = outcome - q[i]!;
			return sum + 2 * (edges[i + 1]! - edges[i]!) * Math.max(level * beyond, (level - 1) * beyond);
		}, 0);
	let fit: { within: number[]; drift: number[] } | null = null;
	const begin = Math.max(20, bars - 250);
	for (let bar = Math.max(20, begin - 50); bar < bars; bar++) {
		const known = bar - horizon + 1;
		if (!fit || (bar - begin) % 25 === 0) {
			const within = places(known - 250, known);
			fit = within.length < 100 ? null : { within, drift: driftOf(within) };
		}
		const now = places(bar, bar + 1);
		if (!fit || now.length === 0) continue;
		const before = missedAt.get(bar - horizon);
		if (before)
			alphas = alphas.map((alpha, b) => {
				const [target, share] = [targets[b]!, before[b]!];
				return share * adaptLevel(alpha, target, true) + (1 - share) * adaptLevel(alpha, target, false);
			});
		const quantiles = quantilesOf(fit.within, alphas);
		const { drift } = fit;
		const ofNow = (value: (outcome: number, i: number) => number): number => mean(now.map((i) => value(errors[i]!, i))) as number;
		const pinballOf = (outcome: number, q: readonly number[]): number => meanPinball(outcome, q, FORECAST_LEVELS) as number;
		const missed = [0, 1, 2].map((b) => ofNow((outcome) => Number(outcome < quantiles[2 - b]! || outcome > quantiles[4 + b]!)));
		missedAt.set(bar, missed);
		const losses = [
			ofNow((outcome) => pinballOf(outcome, quantiles)),
			ofNow((outcome, i) =>
				pinballOf(
					outcome,
					normal.map((k) => k * ratios[i]!),
				),
			),
			ofNow((outcome, i) => {
				const shift = drift.reduce((sum, coefficient, f) => sum + coefficient * featuresOf(i)[f]!, 0);
				return pinballOf(
					outcome,
					quantiles.map((k) => k + (Number.isNaN(shift) ? 0 : shift)),
				);
			}),
		];
		const scores = [
			ofNow((outcome) => scoreOf(outcome, quantiles)),
			ofNow((outcome, i) =>
				scoreOf(
					outcome,
					normal.map((k) => k * ratios[i]!),
				),
			),
		];
		const below = now.map((i) => quantiles.filter((quantile) => quantile <= errors[i]!).length);
		const strayed = alphas.some((alpha, b) => Math.abs(alpha - targets[b]!) > 0.05);
		if (bar >= begin) judged.push({ bar, missed, losses, scores, below, count: now.length, strayed });
	}
	const insideOf = (band: number): number[] => judged.map(({ missed }) => 1 - missed[band]!);
	const lossOf = (which: number): number[] => judged.map(({ losses }) => losses[which]!);
	const strays = (band: number, level: number): boolean => {
		const shares = insideOf(band);
		const t = new Set(shares).size > 1 ? tStatistic(shares.map((share) => share - level)) : null;
		return shares.length >= 20 && t !== null && Math.abs(t) / Math.sqrt(horizon) > 4;
	};
	return {
		n: window.length,
		bars: Math.min(250, bars),
		quantiles: quantilesOf(window, alphas),
		alphas: alphas as [number, number, number],
		coverage80: mean(insideOf(1)),
		coverage95: mean(insideOf(2)),
		evaluated: judged.length,
		outcomes: judged.reduce((sum, { count }) => sum + count, 0),
		pinball: mean(lossOf(0)),
		baseline: mean(lossOf(1)),
		t: dieboldMariano(
			judged.map(({ losses }) => losses[1]! - losses[0]!),
			horizon,
		),
		crps: mean(judged.map(({ scores }) => scores[0]!)),
		crpsBaseline: mean(judged.map(({ scores }) => scores[1]!)),
		pit: Array.from({ length: FORECAST_LEVELS.length + 1 }, (_, place) => {
			const places = judged.flatMap(({ below }) => below);
			return places.length === 0 ? 0 : places.filter((each) => each === place).length / places.length;
		}),
		drift: driftOf(window),
		gate: continueGate({ time: judged.map(({ bar }) => 10 * bar), gain: judged.map(({ losses }) => losses[0]! - losses[2]!) }, horizon),
		alarm: strays(1, 0.8) || strays(2, 0.95),
		moved: judged.length === 0 ? 0 : judged.filter(({ strayed }) => strayed).length / judged.length,
	};
}

/** The same, except for the last digits of numbers summed in another order. */
function alike<T>(value: T): T {
	return JSON.parse(
		JSON.stringify(value, (_, each) => (typeof each === 'number' ? Number((Math.round(each * 1e9) / 1e9).toPrecision(9)) || 0 : each)),
	) as T;
}

describe('a calibration', () => {
	it.each<[string, Series]>([
		['of a year and a half', { seed: 1, bars: 330, per: [0, 4], horizon: 1 }],
		['of errors that are often equal', { seed: 2, bars: 320, per: [0, 3], horizon: 3, step: 0.25 }],
		['many bars ahead', { seed: 3, bars: 320, per: [1, 3], horizon: 12 }],
		['of errors that grow', { seed: 4, bars: 120, per: [2, 5], horizon: 2, size: (bar) => 1.03 ** bar }],
		['of errors that shrink', { seed: 5, bars: 320, per: [1, 3], horizon: 1, size: (bar) => 0.97 ** bar }],
		['of errors that features predict', { seed: 6, bars: 310, per: [2, 4], horizon: 1, predicted: 0.5 }],
		['of bars that settle before they are judged', { seed: 11, bars: 340, per: [3, 4], horizon: 1 }],
		['of little more than enough', { seed: 7, bars: 22, per: [5, 6], horizon: 1 }],
		['that knows enough only late', { seed: 8, bars: 150, per: [1, 1], horizon: 5 }],
	])('%s is what its rules say', (_, series) => {
		const data = seriesOf(series);
		expect(alike(calibrate(data))).toEqual(alike(plainly(data)));
		const gate = calibrate(data)?.gate as SkillGate;
		expect([gate, ...updateGates([gate])].map(isGateOpen)).toEqual([false, series.predicted !== undefined]);
	});

	it('warns exactly where coverage lies four standard errors from its level, and knows when its levels have moved', () => {
		const random = createRandom(9);
		const found = Array.from({ length: 75 }, (_, seed) => {
			const [growth, horizon] = [0.985 + 0.03 * random.next(), 1 + random.nextInteger(2)];
			const per = [2, 4 + random.nextInteger(5)] as const;
			const series = {
				seed,
				bars: 60 + random.nextInteger(20),
				per,
				horizon,
				size: (bar: number) => growth ** bar,
				step: random.nextInteger(2) / 10,
			};
			// Every third series has about twenty evaluated bars, the minimum for a warning, and errors that grow fast.
			const short = { ...series, bars: 39 + random.nextInteger(3), per: [6, 9] as const, size: (bar: number) => (growth + 0.05) ** bar };
			const data = seriesOf(seed % 3 === 0 ? short : series);
			const calibration = calibrate(data);
			expect(alike(calibration)).toEqual(alike(plainly(data)));
			return `${calibration?.alarm} ${calibration?.evaluated}`;
		});
		// Some of them warn and some do not; with nineteen evaluated bars none.
		for (const one of ['true 20', 'true 21', 'false 19', 'false 40']) expect(found).toContain(one);
		expect(found).not.toContain('true 19');
	});

	it('warns of one bar among twenty that misses three quarters, and not of one that misses more, which makes all of them less sure', () => {
		const warns = (missed: number): boolean | undefined => {
			const data = seriesOf({ seed: 12, bars: 40, per: [16, 16], horizon: 1 });
			// Nothing is missed from bar 20 on, except the one in the middle: the mean is 1 - x / 20, its standard error x / 20.
			for (let i = 20 * 16; i < 40 * 16; i++) data.errors[i] = i >= 30 * 16 && i < 30 * 16 + missed ? 1e6 : 0;
			return calibrate(data)?.alarm;
		};
		// Four of them are less than what is missing to 80 % up to x = 0.8.
		expect([11, 12, 13, 14].map(warns)).toEqual([true, true, false, false]);
	});

	it('does not warn by the rounding of a mean: bars that all miss one of ten do not differ', () => {
		const data = seriesOf({ seed: 13, bars: 45, per: [10, 10], horizon: 1 });
		for (let i = 0; i < 450; i++) data.errors[i] = i % 10 === 0 ? 2 ** Math.floor(i / 10) : 0;
		const found = calibrate(data);
		expect(found?.coverage80).toBeCloseTo(0.9, 12);
		expect(found?.alarm).toBe(false);
	});

	it('needs a hundred errors and twenty bars', () => {
		const evenly = (bars: number, per: number): ForecastErrors => seriesOf({ seed: 10, bars, per: [per, per], horizon: 1 });
		expect(calibrate(evenly(20, 5))).toMatchObject({ n: 100, bars: 20, evaluated: 0, moved: 0, pinball: null, alarm: false });
		expect(calibrate(evenly(19, 6))).toBeNull();
		expect(calibrate(evenly(33, 3))).toBeNull();
		expect(calibrate(evenly(25, 4))).toMatchObject({ n: 100, bars: 25, evaluated: 0 });
		expect(calibrate(evenly(26, 5))).toMatchObject({ n: 130, bars: 26, evaluated: 6 });
		expect(calibrate(evenly(0, 0))).toBeNull();
	});
});
