import { median } from './median.ts';
import { createRandom, meanBlockLength } from './random.ts';

/** Number of parts into which the periods are divided. Each choice of half of the parts selects the best trial once. */
const PART_COUNT = 16;

/** A trial's episodes and gain in one period. */
export type PeriodCount = readonly [episodes: number, gain: number];

/**
 * Computes the probability that the trial with the most gain per episode in one half of the periods is below the median trial in the other half. Uses
 * combinatorially symmetric cross-validation (Bailey, Borwein, Lopez de Prado and Zhu 2015). About one half if trials differ only by luck. `partCount` must be
 * even. Null with fewer than two trials, or fewer periods than parts.
 */
export function overfittingProbability(trials: readonly (readonly PeriodCount[])[], partCount = PART_COUNT): number | null {
	const periodCount = trials[0]?.length ?? 0;
	if (trials.length < 2 || periodCount < partCount) return null;
	const trialParts = trials.map((counts) =>
		Array.from({ length: partCount }, (_, part) =>
			sumCounts(counts, partStart(part, partCount, periodCount), partStart(part + 1, partCount, periodCount)),
		),
	);
	const totals = trialParts.map((partCounts) => sumCounts(partCounts, 0, partCount));
	let [splitCount, belowMedian] = [0, 0];
	for (const selection of generateHalves(partCount)) {
		const inSample = trialParts.map((partCounts) =>
			selection.reduce<PeriodCount>((sum, part) => addCounts(sum, partCounts[part] as PeriodCount), [0, 0]),
		);
		const outOfSample = inSample.map(([n, gain], trial) =>
			perEpisode([(totals[trial] as PeriodCount)[0] - n, (totals[trial] as PeriodCount)[1] - gain]),
		);
		const best = inSample.map(perEpisode).reduce((best, value, trial, values) => (value > values[best]! ? trial : best), 0);
		const bestOutOfSample = outOfSample[best]!;
		// The rank from the worst, counting ties as a half, divided by the number of trials plus one.
		const rank =
			outOfSample.reduce((sum, value) => sum + (value < bestOutOfSample ? 1 : value === bestOutOfSample ? 0.5 : 0), 0.5) /
			(trials.length + 1);
		splitCount++;
		belowMedian += rank < 0.5 ? 1 : rank === 0.5 ? 0.5 : 0;
	}
	return belowMedian / splitCount;
}

function partStart(part: number, partCount: number, periodCount: number): number {
	return Math.round((part * periodCount) / partCount);
}

function sumCounts(counts: readonly PeriodCount[], start: number, end: number): PeriodCount {
	return counts.slice(start, end).reduce<PeriodCount>(addCounts, [0, 0]);
}

function addCounts([n, gain]: PeriodCount, [otherN, otherGain]: PeriodCount): PeriodCount {
	return [n + otherN, gain + otherGain];
}

function perEpisode([n, gain]: PeriodCount): number {
	return n > 0 ? gain / n : 0;
}

/** Yields every choice of half of the parts. */
function* generateHalves(partCount: number, firstPart = 0, selection: readonly number[] = []): Generator<readonly number[]> {
	const remaining = partCount / 2 - selection.length;
	if (remaining === 0) {
		yield selection;
		return;
	}
	for (let part = firstPart; part <= partCount - remaining; part++) yield* generateHalves(partCount, part + 1, [...selection, part]);
}

/** A trial's gain in each period, in order of time; 0 without an episode. Periods are the same for all trials. */
type PeriodGains = readonly number[];

interface SearchBias {
	/** By trial: sum of the gains, divided by its standard error. */
	readonly t: readonly number[];
	/** By trial: step-down p-values. They limit the probability of any false discovery among all trials, whatever the dependence of trials. */
	readonly romanoWolf: readonly number[];
	/** Probability that the best trial is at least this good if no trial has any gain. */
	readonly spa: number;
}

interface DrawOptions {
	/** Mean number of successive periods that are drawn together. */
	readonly meanRunLength: number;
	readonly drawCount: number;
	readonly seed: number;
}

const DRAW_COUNT = 1_000;
const SEED = 2_005;

/**
 * Tests whether trials gain anything, corrected for their number: Romano and Wolf 2005 (step-down) and Hansen 2005 (superior predictive ability). The
 * stationary bootstrap draws the same periods for all trials, so that their dependence is preserved.
 */
export function searchBias(trials: readonly PeriodGains[], drawCount = DRAW_COUNT, seed = SEED): SearchBias {
	const periodCount = trials[0]?.length ?? 0;
	const sums = trials.map((gains) => gains.reduce((sum, gain) => sum + gain, 0));
	const meanRunLength = median(trials.map(meanBlockLength)) ?? 1;
	const sumsByDraw = drawSums(trials, periodCount, { meanRunLength, drawCount, seed });
	const errors = sums.map((sum, trial) => standardDeviation(sumsByDraw, trial, sum));
	// Deviations are from the mean of the same series, so covariances within a block are too small by 1 / n at each lag. This factor corrects the errors.
	const errorCorrection = Math.sqrt(Math.max(0.1, 1 - (2 * meanRunLength - 1) / periodCount));
	const t = sums.map((sum, trial) => errorCorrection * ratioOrZero(sum, errors[trial]!));
	const centredDraws = sumsByDraw.map((draw) => draw.map((value, trial) => ratioOrZero(value - sums[trial]!, errors[trial]!)));
	// Trials that lose significantly can't be best by chance, so their loss isn't removed (Hansen's consistent version).
	const poorLimit = -Math.sqrt(2 * Math.log(Math.log(Math.max(periodCount, 3))));
	const consistentDraws = centredDraws.map((draw) => draw.map((value, trial) => (t[trial]! < poorLimit ? value + t[trial]! : value)));
	const best = Math.max(0, ...t);
	return {
		t,
		romanoWolf: computeStepDownPValues(t, centredDraws),
		spa: smoothedShare(consistentDraws, (draw) => Math.max(0, ...draw) >= best),
	};
}

/**
 * Computes step-down p-values: compares each trial with the largest drawn value among trials that aren't better. A p-value is never below that of a better
 * trial.
 */
function computeStepDownPValues(t: readonly number[], centredDraws: readonly (readonly number[])[]): number[] {
	const order = t.map((_, trial) => trial).sort((a, b) => t[b]! - t[a]!);
	const p = new Array<number>(t.length);
	const largest = centredDraws.map(() => Number.NEGATIVE_INFINITY);
	const rawPValues = new Array<number>(t.length);
	for (const trial of order.toReversed()) {
		let atLeastAsGood = 0;
		for (const [draw, values] of centredDraws.entries()) {
			largest[draw] = Math.max(largest[draw]!, values[trial]!);
			if (largest[draw]! >= t[trial]!) atLeastAsGood++;
		}
		rawPValues[trial] = (1 + atLeastAsGood) / (1 + centredDraws.length);
	}
	let bestSoFar = 0;
	for (const trial of order) {
		bestSoFar = Math.max(bestSoFar, rawPValues[trial]!);
		p[trial] = bestSoFar;
	}
	return p;
}

/** Computes sums of gains, [draw][trial], over periods drawn in runs with a mean length of `meanRunLength`. */
function drawSums(trials: readonly PeriodGains[], periodCount: number, { meanRunLength, drawCount, seed }: DrawOptions): number[][] {
	const restartProbability = 1 / meanRunLength;
	const random = createRandom(seed);
	const columns = trials.map((gains) => Float64Array.from(gains));
	const drawCounts = new Float64Array(periodCount);
	return Array.from({ length: drawCount }, () => {
		drawCounts.fill(0);
		let at = random.nextInteger(periodCount);
		for (let period = 0; period < periodCount; period++) {
			drawCounts[at] = drawCounts[at]! + 1;
			at = random.nextBoolean(restartProbability) ? random.nextInteger(periodCount) : (at + 1) % periodCount;
		}
		return columns.map((gains) => weightedSum(gains, drawCounts));
	});
}

function weightedSum(values: Float64Array, weights: Float64Array): number {
	let sum = 0;
	for (let i = 0; i < values.length; i++) sum += values[i]! * weights[i]!;
	return sum;
}

/** Computes the standard deviation of a trial's drawn sums around `average`. */
function standardDeviation(sumsByDraw: readonly (readonly number[])[], trial: number, average: number): number {
	return Math.sqrt(sumsByDraw.reduce((sum, draw) => sum + (draw[trial]! - average) ** 2, 0) / sumsByDraw.length);
}

function ratioOrZero(value: number, error: number): number {
	return error > 0 ? value / error : 0;
}

/** Computes the share of draws that pass. The observed sample counts as one more draw that passes. */
function smoothedShare(draws: readonly (readonly number[])[], passes: (draw: readonly number[]) => boolean): number {
	return (1 + draws.filter(passes).length) / (1 + draws.length);
}
