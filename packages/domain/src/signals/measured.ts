import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES, type Timeframe } from '../time/timeframe.ts';
import { type ReportTable, Z_SERIES } from './report-table.ts';
import type { Tab } from './sector.ts';

/** The timeframes on which any ticker of a report has a reading, shortest first. In a market with only daily bars, this is 1d. */
export function measuredTimeframes({ count, z }: Pick<ReportTable, 'count' | 'z'>): Timeframe[] {
	const cells = Z_SERIES.length * count;
	return TIMEFRAMES.flatMap(({ name }, timeframe) => {
		for (let cell = timeframe * cells; cell < (timeframe + 1) * cells; cell++) if (!Number.isNaN(z[cell])) return [name];
		return [];
	});
}

/** The rated timeframes of a strategy that are among the measured ones. */
export function measuredRatedTimeframes(strategy: StrategyName, measured: readonly Timeframe[]): Timeframe[] {
	return strategyNamed(strategy).slots.flatMap((slot) => (measured.includes(TIMEFRAMES[slot].name) ? [TIMEFRAMES[slot].name] : []));
}

/** Number of rated timeframes that must be measured before a tab can list a ticker. Repeats `tabQuorum`, as web pages don't load parameter sets. */
export function neededTimeframes(tab: Tab): number {
	return tab === 'free' ? 1 : 2;
}

/** The list to show first if nothing is measured on the timeframes of the first strategy; undefined if something is, or if nothing is measured at all. */
export function openingList(measured: readonly Timeframe[]): { tab: Tab; strategy: StrategyName; timeframe: Timeframe } | undefined {
	if (measuredRatedTimeframes(STRATEGIES[0].name, measured).length > 0) return undefined;
	for (const { name: strategy } of STRATEGIES) {
		const timeframe = measuredRatedTimeframes(strategy, measured).at(-1);
		if (timeframe) return { tab: 'free', strategy, timeframe };
	}
	return undefined;
}
