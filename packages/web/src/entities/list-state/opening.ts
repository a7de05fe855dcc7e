import { neededTimeframes, openingList, ratedMeasured } from '@sw/domain/signals/measured';
import { strategyNamed, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { DEFAULT_STATE, type ListState, withTab } from './state.ts';

/** The list that a market opens with where the first strategy rates nothing. */
export function openingState(measured: readonly Timeframe[]): ListState | undefined {
	const opening = openingList(measured);
	return opening && { ...withTab(DEFAULT_STATE, opening.tab), strategy: opening.strategy, timeframe: opening.timeframe };
}

/** What a list lacks before it can rank a ticker: the rated timeframes, by their labels, how many of them it needs, and those that are measured. */
interface Lacking {
	readonly rated: readonly string[];
	readonly needed: number;
	readonly measured: readonly string[];
}

/** Undefined where the list can rank, and before the first report. */
export function lackingOf({ tab, strategy }: Pick<ListState, 'tab' | 'strategy'>, measured: readonly Timeframe[]): Lacking | undefined {
	const needed = neededTimeframes(tab);
	if (measured.length === 0 || ratedMeasured(strategy, measured).length >= needed) return undefined;
	return {
		rated: strategyNamed(strategy).slots.map((slot) => TIMEFRAMES[slot].label),
		needed,
		measured: TIMEFRAMES.filter(({ name }) => measured.includes(name)).map(({ label }) => label),
	};
}

/** Whether a list of tickers with rate 0 is ranked by nothing but their names: no rated timeframe is measured, and neither a filter nor a column chose or ordered them. */
export function isUnranked({ strategy, filter, asked, choice }: ListState, measured: readonly Timeframe[]): boolean {
	const isPlain = filter === undefined && asked === undefined && choice.column === undefined;
	return isPlain && measured.length > 0 && ratedMeasured(strategy, measured).length === 0;
}
