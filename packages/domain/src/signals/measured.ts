import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES, type Timeframe } from '../time/timeframe.ts';
import { type ReportTable, Z_SERIES } from './report-table.ts';
import type { Tab } from './sector.ts';

/** Returns the timeframes on which any ticker of a report has a reading, shortest first. In a market with only daily bars, this is 1d. */
export function measuredTimeframes({ count, z }: Pick<ReportTable, 'count' | 'z'>): Timeframe[] {
	const cellsPerTimeframe = Z_SERIES.length * count;
	return TIMEFRAMES.flatMap(({ name }, timeframe) => {
		for (let cell = timeframe * cellsPerTimeframe; cell < (timeframe + 1) * cellsPerTimeframe; cell++)
			if (!Number.isNaN(z[cell])) return [name];
		return [];
	});
}

/** Returns the rated timeframes of a strategy that are measured. */
export function measuredRatedTimeframes(strategy: StrategyName, measured: readonly Timeframe[]): Timeframe[] {
	return strategyNamed(strategy).rated.flatMap((timeframe) =>
		measured.includes(TIMEFRAMES[timeframe].name) ? [TIMEFRAMES[timeframe].name] : [],
	);
}

/**
 * Returns the number of rated timeframes that must be measured before a tab can list a ticker. Repeats `tabQuorum`, because web pages don't load parameter
 * sets.
 */
export function requiredTimeframeCount(tab: Tab): number {
	return tab === 'free' ? 1 : 2;
}

/** Returns the list to show first if nothing is measured on the first strategy's timeframes; undefined if something is, or if no timeframe is measured. */
export function findOpeningList(measured: readonly Timeframe[]): { tab: Tab; strategy: StrategyName; timeframe: Timeframe } | undefined {
	if (measuredRatedTimeframes(STRATEGIES[0].name, measured).length > 0) return undefined;
	for (const { name: strategy } of STRATEGIES) {
		const timeframe = measuredRatedTimeframes(strategy, measured).at(-1);
		if (timeframe) return { tab: 'free', strategy, timeframe };
	}
	return undefined;
}
