/** Bars [from, to). */
export type Span = readonly [from: number, to: number];

export interface Fold {
	/** Ascending, disjoint. */
	train: Span[];
	test: Span;
}

/**
 * Walk-forward folds with an expanding training set, signals.md 3.2: `starts` are the first bars of consecutive test folds (quarters), `end` the
 * bar after the last. A label reaches `horizon` bars ahead: that many bars before each test are purged from its training set, and that many after
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
