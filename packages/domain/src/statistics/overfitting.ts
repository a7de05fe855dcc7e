import { median } from './median.ts';
import { createRandom, meanBlockLength } from './random.ts';

/** Parts that the periods are cut into; every half of them is once what the choice is made on. */
const PARTS = 16;

/** What a trial counted in one period. */
export type PeriodCount = readonly [episodes: number, gain: number];

/**
 * Chance that the trial with the best gain per episode in one half of the periods is below the median of all trials in the other half: combinatorially symmetric
 * cross-validation (Bailey, Borwein, Lopez de Prado and Zhu 2015). About a half where trials differ by luck only. Null with fewer than two trials or
 * fewer periods than parts. `parts` is even.
 */
export function overfittingProbability(trials: readonly (readonly PeriodCount[])[], parts = PARTS): number | null {
	const periods = trials[0]?.length ?? 0;
	if (trials.length < 2 || periods < parts) return null;
	const cut = trials.map((counts) =>
		Array.from({ length: parts }, (_, part) => sumOf(counts, bound(part, parts, periods), bound(part + 1, parts, periods))),
	);
	const totals = cut.map((all) => sumOf(all, 0, parts));
	let [splits, below] = [0, 0];
	for (const chosen of halves(parts)) {
		const inside = cut.map((all) => chosen.reduce<PeriodCount>((sum, part) => add(sum, all[part] as PeriodCount), [0, 0]));
		const outside = inside.map(([n, gain], trial) =>
			perEpisode([(totals[trial] as PeriodCount)[0] - n, (totals[trial] as PeriodCount)[1] - gain]),
		);
		const best = inside.map(perEpisode).reduce((best, value, trial, all) => (value > all[best]! ? trial : best), 0);
		const own = outside[best]!;
		// Its rank from the worst, ties halved, relative to the number of trials and one.
		const rank = outside.reduce((sum, value) => sum + (value < own ? 1 : value === own ? 0.5 : 0), 0.5) / (trials.length + 1);
		splits++;
		below += rank < 0.5 ? 1 : rank === 0.5 ? 0.5 : 0;
	}
	return below / splits;
}

function bound(part: number, parts: number, periods: number): number {
	return Math.round((part * periods) / parts);
}

function sumOf(counts: readonly PeriodCount[], from: number, to: number): PeriodCount {
	return counts.slice(from, to).reduce<PeriodCount>(add, [0, 0]);
}

function add([n, gain]: PeriodCount, [more, gained]: PeriodCount): PeriodCount {
	return [n + more, gain + gained];
}

function perEpisode([n, gain]: PeriodCount): number {
	return n > 0 ? gain / n : 0;
}

/** Every choice of half of the parts. */
function* halves(parts: number, from = 0, chosen: readonly number[] = []): Generator<readonly number[]> {
	const wanted = parts / 2 - chosen.length;
	if (wanted === 0) {
		yield chosen;
		return;
	}
	for (let part = from; part <= parts - wanted; part++) yield* halves(parts, part + 1, [...chosen, part]);
}

/** What one of several trials made at once gained in each period; 0 where it had no episode. Periods are the same for all trials, in order of time. */
type PeriodGains = readonly number[];

interface SearchBias {
	/** Sum of the gains over its standard error, by trial. */
	readonly t: readonly number[];
	/** Step-down p-values: below a level, the chance of any false one among all trials is below it too, whatever their dependence. */
	readonly romanoWolf: readonly number[];
	/** Chance that the best of trials without any gain is as good as the best of these. */
	readonly spa: number;
}

interface Drawing {
	readonly block: number;
	readonly draws: number;
	readonly seed: number;
}

const DRAWS = 1_000;
const SEED = 2_005;

/**
 * Whether trials that share their market gain anything, counting that they were tried together: Romano and Wolf 2005 (step-down) and Hansen 2005 (superior
 * predictive ability). The stationary bootstrap draws the same periods for all trials, so that what they share stays together.
 */
export function searchBias(trials: readonly PeriodGains[], draws = DRAWS, seed = SEED): SearchBias {
	const count = trials[0]?.length ?? 0;
	const sums = trials.map((gains) => gains.reduce((sum, gain) => sum + gain, 0));
	const block = median(trials.map(meanBlockLength)) ?? 1;
	const drawn = drawnSums(trials, count, { block, draws, seed });
	const errors = sums.map((sum, trial) => deviation(drawn, trial, sum));
	// Covariances with earlier periods, around a mean of the same series, are too small by 1 / n at each distance that a run reaches.
	const known = Math.sqrt(Math.max(0.1, 1 - (2 * block - 1) / count));
	const t = sums.map((sum, trial) => known * ratio(sum, errors[trial]!));
	const centred = drawn.map((draw) => draw.map((value, trial) => ratio(value - sums[trial]!, errors[trial]!)));
	// Trials that lose by more than chance would not have been the best one: they keep their loss.
	const poor = -Math.sqrt(2 * Math.log(Math.log(Math.max(count, 3))));
	const consistent = centred.map((draw) => draw.map((value, trial) => (t[trial]! < poor ? value + t[trial]! : value)));
	const best = Math.max(0, ...t);
	return { t, romanoWolf: stepDown(t, centred), spa: share(consistent, (draw) => Math.max(0, ...draw) >= best) };
}

/** Each trial against the largest of those not better than it; never below the p-value of a better one. */
function stepDown(t: readonly number[], centred: readonly (readonly number[])[]): number[] {
	const order = t.map((_, trial) => trial).sort((a, b) => t[b]! - t[a]!);
	const p = new Array<number>(t.length);
	const largest = centred.map(() => Number.NEGATIVE_INFINITY);
	const reached = new Array<number>(t.length);
	for (const trial of order.toReversed()) {
		let count = 0;
		for (const [draw, values] of centred.entries()) {
			largest[draw] = Math.max(largest[draw]!, values[trial]!);
			if (largest[draw]! >= t[trial]!) count++;
		}
		reached[trial] = (1 + count) / (1 + centred.length);
	}
	let bestSoFar = 0;
	for (const trial of order) {
		bestSoFar = Math.max(bestSoFar, reached[trial]!);
		p[trial] = bestSoFar;
	}
	return p;
}

/** Sums of gains over periods drawn in runs with a mean length of `block`, by draw and trial. */
function drawnSums(trials: readonly PeriodGains[], count: number, { block, draws, seed }: Drawing): number[][] {
	const next = 1 / block;
	const random = createRandom(seed);
	const columns = trials.map((gains) => Float64Array.from(gains));
	const times = new Float64Array(count);
	return Array.from({ length: draws }, () => {
		times.fill(0);
		let at = random.below(count);
		for (let period = 0; period < count; period++) {
			times[at] = times[at]! + 1;
			at = random.happens(next) ? random.below(count) : (at + 1) % count;
		}
		return columns.map((gains) => weightedSum(gains, times));
	});
}

function weightedSum(values: Float64Array, weights: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < values.length; i++) sum += values[i]! * weights[i]!;
	return sum;
}

function deviation(drawn: readonly (readonly number[])[], trial: number, centre: number): number {
	return Math.sqrt(drawn.reduce((sum, draw) => sum + (draw[trial]! - centre) ** 2, 0) / drawn.length);
}

function ratio(value: number, error: number): number {
	return error > 0 ? value / error : 0;
}

function share(draws: readonly (readonly number[])[], holds: (draw: readonly number[]) => boolean): number {
	return (1 + draws.filter(holds).length) / (1 + draws.length);
}
