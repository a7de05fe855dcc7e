import { neededTimeframes, openingList, ratedMeasured } from '@sw/domain/signals/measured';
import { strategyNamed, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { type ListSearch, readListState } from './search.ts';
import { putSettings, type SettingsEntry, unsavedSettings, withSettings } from './settings.ts';
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

/** Known about a reader besides the address: stored list settings, and whether this visit has opened a list. */
export interface ListSession {
	kept: readonly SettingsEntry[];
	begun: boolean;
}

/**
 * The list to which an address leads. It depends only on the address, except that a bare address at the start of a visit redirects to the stored
 * list, so that the address describes what is shown.
 */
export function openListSession(search: ListSearch, { kept, begun }: ListSession): { state: ListState; redirected: boolean } {
	const { state } = readListState(search);
	if (begun || Object.keys(search).length > 0) return { state, redirected: false };
	const left = withSettings(state, kept);
	return { state: left, redirected: JSON.stringify(left) !== JSON.stringify(state) };
}

/** What is stored after a choice or a clear. Opening, reloading and going back store nothing. */
export function settingsAfter(state: ListState, kept: readonly SettingsEntry[]): readonly SettingsEntry[] {
	const entry = unsavedSettings(state, kept);
	return entry ? putSettings(kept, entry) : kept;
}
