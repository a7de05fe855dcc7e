import { FORECAST_LEVELS, meanPinball } from '../forecast/band.ts';
import { lowerBound } from '../statistics/lower-bound.ts';
import { mean, quantile } from '../statistics/moments.ts';
import { brier, isotonicAt, isotonicFit, type ReliabilityRow, reliability } from '../statistics/reliability.ts';

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
export function walkForwardEvidence(
	{ bars, rates, hits, excess }: EvidenceRows,
	quarters: readonly number[],
	horizon: number,
): Evidence | null {
	const [predicted, constant]: [number[], number[]] = [[], []];
	const observed: boolean[] = [];
	const losses: number[] = [];
	let folds = 0;
	for (const { train, test } of walkForwardFolds(quarters, Number.POSITIVE_INFINITY, horizon)) {
		const [from, to] = within(bars, test);
		const picked = train.flatMap((span) => {
			const [first, end] = within(bars, span);
			return Array.from({ length: end - first }, (_, i) => first + i);
		});
		if (picked.length === 0 || to === from) continue;
		folds++;
		const trainHits = picked.map((i) => (hits[i] ? 1 : 0));
		const fit = isotonicFit(
			picked.map((i) => rates[i]!),
			trainHits,
		);
		const trainHitRate = mean(trainHits) as number;
		const trained = picked.map((i) => excess[i]!).sort((a, b) => a - b);
		const levels = FORECAST_LEVELS.map((level) => quantile(trained, level) as number);
		for (let i = from; i < to; i++) {
			predicted.push(isotonicAt(fit, rates[i]!) ?? trainHitRate);
			constant.push(trainHitRate);
			observed.push(hits[i] as boolean);
			losses.push(meanPinball(excess[i]!, levels, FORECAST_LEVELS) as number);
		}
	}
	if (predicted.length === 0) return null;
	return {
		folds,
		n: predicted.length,
		brier: brier(predicted, observed) as number,
		brier_base: brier(constant, observed) as number,
		pinball: mean(losses) as number,
		reliability: reliability(predicted, observed),
	};
}

/**
 * Creates walk-forward folds with an expanding training set (signals.md 3.2). `starts` are the first bars of consecutive test folds, `end` is the bar after
 * the last fold. Outcomes reach `horizon` bars ahead. So the `horizon` bars before each test are purged from the training set, and the `horizon` bars after
 * each earlier test are embargoed. Folds without any training bar are left out.
 */
export function walkForwardFolds(starts: readonly number[], end: number, horizon: number): Fold[] {
	const folds = starts.map((from, fold): Fold => {
		const edges = starts.slice(0, fold).map((_, earlier) => starts[earlier + 1]!);
		const train: Span[] = [];
		let open = 0;
		for (const testEnd of edges) {
			const until = Math.min(testEnd, from - horizon);
			if (until > open) train.push([open, until]);
			open = testEnd + horizon;
		}
		if (from - horizon > open) train.push([open, from - horizon]);
		return { train, test: [from, starts[fold + 1] ?? end] };
	});
	return folds.filter(({ train }) => train.length > 0);
}

function within(bars: readonly number[], [from, to]: Span): [number, number] {
	return [lowerBound(bars, from), lowerBound(bars, to)];
}
