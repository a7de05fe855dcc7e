import { FORECAST_LEVELS, meanPinball } from '../forecast/band.ts';
import { lowerBound } from '../statistics/lower-bound.ts';
import { mean, quantile } from '../statistics/moments.ts';
import { brierScore, computeReliability, evaluateIsotonic, fitIsotonic, type ReliabilityRow } from '../statistics/reliability.ts';

/** Completed episodes at one horizon, ascending by bar. */
export interface EvidenceRows {
	/** Number of the third-timeframe bar in which the episode opened. */
	readonly bars: readonly number[];
	readonly rates: readonly number[];
	readonly hits: readonly boolean[];
	readonly excess: readonly number[];
}

export interface Evidence {
	/** Number of tested quarters. */
	folds: number;
	/** Number of tested episodes. */
	n: number;
	/**
	 * Mean squared error of the rate, calibrated to a probability. The rate is informative if this is lower than `brier_base`, the error of the training
	 * set's hit rate.
	 */
	brier: number;
	brier_base: number;
	/** Mean pinball loss of the training set's excess quantiles on the test set, in log return. */
	pinball: number;
	reliability: ReliabilityRow[];
}

/** Bars [from, to). */
type Span = readonly [from: number, to: number];

interface Fold {
	/** Ascending, disjoint. */
	train: Span[];
	test: Span;
}

/**
 * Evaluates the rate walk-forward (signals.md 3.2). For each quarter, the rate is calibrated to a hit probability by isotonic regression on the earlier
 * quarters, purged and embargoed by the horizon. The calibration is then evaluated on the quarter. `quarters`: first bar of each. Null if there is nothing to
 * test.
 */
export function computeWalkForwardEvidence(
	{ bars, rates, hits, excess }: EvidenceRows,
	quarters: readonly number[],
	horizon: number,
): Evidence | null {
	const [predictions, baselines]: [number[], number[]] = [[], []];
	const outcomes: boolean[] = [];
	const losses: number[] = [];
	let folds = 0;
	for (const { train, test } of createWalkForwardFolds(quarters, Number.POSITIVE_INFINITY, horizon)) {
		const [from, to] = indexRange(bars, test);
		const trainIndexes = train.flatMap((span) => {
			const [first, end] = indexRange(bars, span);
			return Array.from({ length: end - first }, (_, i) => first + i);
		});
		if (trainIndexes.length === 0 || to === from) continue;
		folds++;
		const trainHits = trainIndexes.map((i) => (hits[i] ? 1 : 0));
		const fit = fitIsotonic(
			trainIndexes.map((i) => rates[i]!),
			trainHits,
		);
		const trainHitRate = mean(trainHits) as number;
		const trainExcess = trainIndexes.map((i) => excess[i]!).sort((a, b) => a - b);
		const excessQuantiles = FORECAST_LEVELS.map((level) => quantile(trainExcess, level) as number);
		for (let i = from; i < to; i++) {
			predictions.push(evaluateIsotonic(fit, rates[i]!) ?? trainHitRate);
			baselines.push(trainHitRate);
			outcomes.push(hits[i] as boolean);
			losses.push(meanPinball(excess[i]!, excessQuantiles, FORECAST_LEVELS) as number);
		}
	}
	if (predictions.length === 0) return null;
	return {
		folds,
		n: predictions.length,
		brier: brierScore(predictions, outcomes) as number,
		brier_base: brierScore(baselines, outcomes) as number,
		pinball: mean(losses) as number,
		reliability: computeReliability(predictions, outcomes),
	};
}

/**
 * Creates walk-forward folds with an expanding training set (signals.md 3.2). `starts` are the first bars of consecutive test folds, `end` is the bar after
 * the last fold. Outcomes reach `horizon` bars ahead. So the `horizon` bars before each test are purged from the training set, and the `horizon` bars after
 * each earlier test are embargoed. Folds without any training bar are left out.
 */
export function createWalkForwardFolds(starts: readonly number[], end: number, horizon: number): Fold[] {
	const folds = starts.map((from, fold): Fold => {
		const testEnds = starts.slice(0, fold).map((_, index) => starts[index + 1]!);
		const train: Span[] = [];
		let start = 0;
		for (const testEnd of testEnds) {
			const spanEnd = Math.min(testEnd, from - horizon);
			if (spanEnd > start) train.push([start, spanEnd]);
			start = testEnd + horizon;
		}
		if (from - horizon > start) train.push([start, from - horizon]);
		return { train, test: [from, starts[fold + 1] ?? end] };
	});
	return folds.filter(({ train }) => train.length > 0);
}

function indexRange(bars: readonly number[], [from, to]: Span): [number, number] {
	return [lowerBound(bars, from), lowerBound(bars, to)];
}
