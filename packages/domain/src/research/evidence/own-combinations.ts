import { type Operation, type SectorKey, type Tab, tabOperation } from '../../signals/sector.ts';
import { tabSectors } from '../../signals/tabs.ts';
import { normalCdf } from '../../statistics/normal.ts';
import { overfittingProbability, searchBias } from '../../statistics/overfitting.ts';
import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES, type Timeframe } from '../../time/timeframe.ts';
import { computeStatistics, MIN_OCCURRENCES } from '../search-statistics.ts';
import type { Tally } from '../tally.ts';

/** A list of the product, restricted to a minimum depth. */
export interface Combination {
	readonly tab: Tab;
	readonly operation: Operation;
	readonly strategy: StrategyName;
	/** Minimum price depth on the third timeframe; 0: no minimum, as in the list. */
	readonly depth: number;
}

/** A combination at one horizon, in bars of its third timeframe. Rates and p-values are 0 to 1. */
export interface TriedCombination extends Combination {
	readonly horizon: number;
	readonly n: number;
	readonly hitRate: number;
	/** 95% confidence interval of the hit rate, as shown for a record. */
	readonly interval: readonly [low: number, high: number];
	readonly base: number;
	/** Hits above the base rate, divided by their standard error. */
	readonly t: number;
	/** One-sided p-value, as if this were the only trial. */
	readonly alone: number;
	/** Romano and Wolf's step-down p-value among all trials. */
	readonly together: number;
}

export interface OwnSearch {
	/** Largest t first. */
	readonly trials: readonly TriedCombination[];
	/** Number of trials that `trials` leaves out because of too few occurrences. */
	readonly tooFew: number;
	/** Number of sessions from the first occurrence of any trial to the last. */
	readonly sessions: number;
	/** p-value of Hansen's test for superior predictive ability: the chance that the best of as many trials without any effect is at least as good. */
	readonly spa: number;
	/** Probability of overfitting: that the best trial in one half of the sessions is below the median in the other half. null with too few sessions. */
	readonly overfit: number | null;
}

/** Minimum depths tried. About one reading in forty reaches depth 3. */
const DEPTHS = [0, 3] as const;

/**
 * Every list with candidates and every strategy, at any depth and from depth 3. coiled_spring has only 'any depth', because its price cells have no depth.
 */
export const COMBINATIONS: readonly Combination[] = (['extreme_rise', 'extreme_fall', 'coiled_spring'] as const).flatMap((tab) =>
	STRATEGIES.flatMap(({ name }) =>
		DEPTHS.filter((depth) => depth === 0 || tab !== 'coiled_spring').map((depth) => ({
			tab,
			operation: tabOperation(tab),
			strategy: name,
			depth,
		})),
	),
);

/** Returns the minimum depth as conditions of a search. */
export function depthConditions({
	tab,
	operation,
	strategy,
	depth,
}: Combination): { sector: SectorKey; timeframe: Timeframe; value: number }[] {
	return depth === 0
		? []
		: [{ sector: tabSectors(tab, operation)[0], timeframe: TIMEFRAMES[strategyNamed(strategy).rated[2]].name, value: depth }];
}

/** Tests all combinations at each horizon together, correcting for the number of trials. Null if none has enough occurrences. */
export function searchCombinations(
	measurements: readonly { readonly combination: Combination; readonly horizons: readonly number[]; readonly tallies: readonly Tally[] }[],
): OwnSearch | null {
	const trials = measurements.flatMap(({ combination, horizons, tallies }) =>
		tallies.map((tally, i) => ({ ...combination, horizon: horizons[i]!, tally })),
	);
	const testedTrials = trials.filter(({ tally }) => tally.n >= MIN_OCCURRENCES);
	const sessionNumbers = testedTrials.flatMap(({ tally }) => Object.keys(tally.sessions).map(Number));
	if (sessionNumbers.length === 0) return null;
	const first = sessionNumbers.reduce((a, b) => Math.min(a, b));
	const sessions = sessionNumbers.reduce((a, b) => Math.max(a, b)) - first + 1;
	const counts = testedTrials.map(({ tally }) =>
		Array.from({ length: sessions }, (_, i) => {
			const [n, hits] = tally.sessions[first + i] ?? [0, 0];
			return [n, n === 0 ? 0 : hits - (n * tally.base) / tally.n] as const;
		}),
	);
	const intervals = testedTrials.map(({ tally }) => computeStatistics(tally, 1).interval);
	const { t, romanoWolf, spa } = searchBias(counts.map((periods) => periods.map(([, gain]) => gain)));
	return {
		trials: testedTrials
			.map(({ tally: { n, hits, base }, ...combination }, i) => ({
				...combination,
				n,
				hitRate: hits / n,
				interval: intervals[i]!,
				base: base / n,
				t: t[i]!,
				alone: 1 - normalCdf(t[i]!),
				together: romanoWolf[i]!,
			}))
			.sort((a, b) => b.t - a.t),
		tooFew: trials.length - testedTrials.length,
		sessions,
		spa,
		overfit: overfittingProbability(counts),
	};
}
