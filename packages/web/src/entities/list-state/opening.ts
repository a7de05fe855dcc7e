import { neededTimeframes, openingList, ratedMeasured } from '@sw/domain/signals/measured';
import { strategyNamed, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { DEFAULT_STATE, type ListState, withTab } from './state.ts';

/** The list to open with if the market has no data for the first strategy. */
export function openingState(measured: readonly Timeframe[]): ListState | undefined {
	const opening = openingList(measured);
	return opening && { ...withTab(DEFAULT_STATE, opening.tab), strategy: opening.strategy, timeframe: opening.timeframe };
}

/** What a list lacks to rank any ticker: its rated timeframes by label, how many it needs, and the measured ones. */
interface Lacking {
	readonly rated: readonly string[];
	readonly needed: number;
	readonly measured: readonly string[];
}

/** Undefined if the list can rank, or before the first report. */
export function missingReadings(
	{ tab, strategy }: Pick<ListState, 'tab' | 'strategy'>,
	measured: readonly Timeframe[],
): Lacking | undefined {
	const needed = neededTimeframes(tab);
	if (measured.length === 0 || ratedMeasured(strategy, measured).length >= needed) return undefined;
	return {
		rated: strategyNamed(strategy).slots.map((slot) => TIMEFRAMES[slot].label),
		needed,
		measured: TIMEFRAMES.filter(({ name }) => measured.includes(name)).map(({ label }) => label),
	};
}

/** Whether a list of rate-0 tickers is merely alphabetical: no rated timeframe is measured, and no filter or column selected or sorted them. */
export function isUnranked({ strategy, filter, unsaved, choice }: ListState, measured: readonly Timeframe[]): boolean {
	const isPlain = filter === undefined && unsaved === undefined && choice.column === undefined;
	return isPlain && measured.length > 0 && ratedMeasured(strategy, measured).length === 0;
}
