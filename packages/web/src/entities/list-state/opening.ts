import { findOpeningList, measuredRatedTimeframes, requiredTimeframeCount } from '@sw/domain/signals/measured';
import { strategyNamed, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import { type ListSearch, readListState } from './search.ts';
import { putSettings, type SettingsEntry, unsavedSettings, withSettings } from './settings.ts';
import { DEFAULT_STATE, type ListState, withTab } from './state.ts';

/** Returns the list to open if none of the first strategy's timeframes is measured. Undefined if one is, and before the first report. */
export function openingState(measured: readonly Timeframe[]): ListState | undefined {
	const opening = findOpeningList(measured);
	return opening && { ...withTab(DEFAULT_STATE, opening.tab), strategy: opening.strategy, timeframe: opening.timeframe };
}

/** Why a list can't rank any ticker. `needed`: how many rated timeframes must be measured. `rated` and `measured`: labels of timeframes. */
interface MissingReadings {
	readonly rated: readonly string[];
	readonly needed: number;
	readonly measured: readonly string[];
}

/** Returns why a list can't rank; undefined if it can rank, and before the first report. */
export function missingReadings(
	{ tab, strategy }: Pick<ListState, 'tab' | 'strategy'>,
	measured: readonly Timeframe[],
): MissingReadings | undefined {
	const needed = requiredTimeframeCount(tab);
	if (measured.length === 0 || measuredRatedTimeframes(strategy, measured).length >= needed) return undefined;
	return {
		rated: strategyNamed(strategy).rated.map((index) => TIMEFRAMES[index].label),
		needed,
		measured: TIMEFRAMES.filter(({ name }) => measured.includes(name)).map(({ label }) => label),
	};
}

/** Whether a list is only alphabetical: no rated timeframe is measured, and no filter or column selected or sorted the tickers. */
export function isUnranked({ strategy, filter, unsaved, choice }: ListState, measured: readonly Timeframe[]): boolean {
	const isUnfiltered = filter === undefined && unsaved === undefined && choice.column === undefined;
	return isUnfiltered && measured.length > 0 && measuredRatedTimeframes(strategy, measured).length === 0;
}

/** The stored list settings, and whether this visit has already opened a list. */
export interface ListSession {
	stored: readonly SettingsEntry[];
	isOpen: boolean;
}

/**
 * Returns the list of a URL. At the start of a visit, a URL without parameters redirects to
 * the stored list. This way, the URL always describes what is shown.
 */
export function openListSession(
	search: ListSearch,
	{ stored: storedSettings, isOpen }: ListSession,
): { state: ListState; redirected: boolean } {
	const { state } = readListState(search);
	if (isOpen || Object.keys(search).length > 0) return { state, redirected: false };
	const storedState = withSettings(state, storedSettings);
	return { state: storedState, redirected: JSON.stringify(storedState) !== JSON.stringify(state) };
}

/** Returns the stored settings after a choice was made or cleared. Opening, reloading and going back store nothing. */
export function settingsAfter(state: ListState, stored: readonly SettingsEntry[]): readonly SettingsEntry[] {
	const entry = unsavedSettings(state, stored);
	return entry ? putSettings(stored, entry) : stored;
}
