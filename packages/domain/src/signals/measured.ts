import { STRATEGIES, type StrategyName, strategyNamed, TIMEFRAMES, type Timeframe } from '../time/timeframe.ts';
import { type ReportTable, Z_SERIES } from './report-table.ts';
import type { Tab } from './sector.ts';

/** Timeframes in which any ticker of a report has a reading, shortest first: in a market of daily bars only 1d. */
export function measuredTimeframes({ count, z }: Pick<ReportTable, 'count' | 'z'>): Timeframe[] {
	const cells = Z_SERIES.length * count;
	return TIMEFRAMES.flatMap(({ name }, timeframe) => {
		for (let cell = timeframe * cells; cell < (timeframe + 1) * cells; cell++) if (!Number.isNaN(z[cell])) return [name];
		return [];
	});
}

/** The rated timeframes of a strategy that are measured. */
export function ratedMeasured(strategy: StrategyName, measured: readonly Timeframe[]): Timeframe[] {
	return strategyNamed(strategy).slots.flatMap((slot) => (measured.includes(TIMEFRAMES[slot].name) ? [TIMEFRAMES[slot].name] : []));
}

/** Rated timeframes that must be measured before a tab can rank a ticker: the quorum of all parameter sets, which are too large for a page. */
export function neededTimeframes(tab: Tab): number {
	return tab === 'free' ? 1 : 2;
}

/** The list to open with in a market in which no tab can rank on the first strategy; undefined if one can, and if nothing is measured yet. */
export function openingList(measured: readonly Timeframe[]): { tab: Tab; strategy: StrategyName; timeframe: Timeframe } | undefined {
	if (ratedMeasured(STRATEGIES[0].name, measured).length > 0) return undefined;
	for (const { name: strategy } of STRATEGIES) {
		const timeframe = ratedMeasured(strategy, measured).at(-1);
		if (timeframe) return { tab: 'free', strategy, timeframe };
	}
	return undefined;
}
