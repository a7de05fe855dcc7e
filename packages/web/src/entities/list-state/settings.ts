import type { AnswerOf, InputOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { formatCondition } from '@sw/domain/filters/entries';
import { strategyNamed, strategyOf, TIMEFRAMES, type Timeframe } from '@sw/domain/time/timeframe';
import {
	DEFAULT_COLUMNS,
	DEFAULT_STATE,
	type ListState,
	NO_CHOICE,
	onlyFavorites,
	pageSize,
	withOperation,
	withStrategy,
	withTab,
} from './state.ts';

export type SettingsEntry = AnswerOf<Contract['filters']['listSettings']>['settings'][number];

/** Returns the three timeframes that identify a strategy in calls and settings. */
export function strategyTimeframes({ strategy }: Pick<ListState, 'strategy'>): Timeframe[] {
	return strategyNamed(strategy).rated.map((index) => TIMEFRAMES[index].name);
}

/** Returns the settings to store for a list. Page, report and the favourites and disliked filters are never stored. */
export function toSettingsEntry(state: ListState): SettingsEntry {
	return {
		tab: state.tab,
		timeframes: strategyTimeframes(state),
		settings: {
			...omitEmpty('sort_sectors', state.choice.sort),
			...omitEmpty('filter_pe', state.choice.pne),
			...omitEmpty('filter_marketcaps', state.choice.marketcap),
			operation: state.operation,
			filter: state.filter ?? null,
			timeframe: state.timeframe,
			...(state.view === DEFAULT_STATE.view ? {} : { view: state.view }),
			...(state.rows === DEFAULT_STATE.rows ? {} : { rows: state.rows }),
			...(state.columns.join() === DEFAULT_COLUMNS.join() ? {} : { columns: [...state.columns] }),
			...(state.choice.column === undefined ? {} : { sort_column: state.choice.column, sort_dir: state.choice.dir }),
		},
	};
}

function omitEmpty<T, K extends string>(key: K, list: readonly T[]): { [P in K]?: T[] } {
	return (list.length > 0 ? { [key]: [...list] } : {}) as { [P in K]?: T[] };
}

/** Applies the stored settings to a state. Returns the same state if nothing is stored for its tab and timeframes. */
export function withSettings(state: ListState, stored: readonly SettingsEntry[]): ListState {
	const entry = stored.find((candidate) => isEntryFor(candidate, state));
	if (!entry) return state;
	const { sort_sectors, filter_pe, filter_marketcaps, operation, filter, timeframe, ...tableSettings } = entry.settings;
	return {
		...state,
		operation: operation ?? state.operation,
		timeframe: timeframe ?? DEFAULT_STATE.timeframe,
		filter: filter ?? undefined,
		view: tableSettings.view ?? state.view,
		rows: tableSettings.rows ?? state.rows,
		columns: tableSettings.columns ?? DEFAULT_COLUMNS,
		choice: {
			...NO_CHOICE,
			column: tableSettings.sort_column,
			dir: tableSettings.sort_dir ?? NO_CHOICE.dir,
			sort: sort_sectors ?? [],
			pne: filter_pe ?? [],
			marketcap: (filter_marketcaps ?? []).filter((cap) => cap !== 'all'),
		},
	};
}

function isEntryFor(entry: SettingsEntry, { tab, strategy }: Pick<ListState, 'tab' | 'strategy'>): boolean {
	return entry.tab === tab && strategyOf(entry.timeframes)?.name === strategy;
}

/** Replaces or adds one entry. */
export function putSettings(stored: readonly SettingsEntry[], entry: SettingsEntry): SettingsEntry[] {
	const strategy = strategyOf(entry.timeframes)?.name ?? DEFAULT_STATE.strategy;
	return [...stored.filter((existing) => !isEntryFor(existing, { tab: entry.tab, strategy })), entry];
}

/** Returns the settings to send for the current state. Undefined if they equal the stored settings, or the default if none are stored. */
export function unsavedSettings(state: ListState, stored: readonly SettingsEntry[]): SettingsEntry | undefined {
	const current = toSettingsEntry(state);
	const previous = toSettingsEntry(withSettings(defaultStateOf(state), stored));
	return JSON.stringify(current.settings) === JSON.stringify(previous.settings) ? undefined : current;
}

/** Returns the default state of a tab and strategy. */
function defaultStateOf({ tab, strategy }: ListState): ListState {
	return withStrategy(withTab(DEFAULT_STATE, tab), strategy);
}

/** Switches to another tab, with the tab's stored settings and the current layout. The open tab only returns to its first page. */
export function restoreTab(state: ListState, tab: ListState['tab'], stored: readonly SettingsEntry[]): ListState {
	return tab === state.tab ? { ...state, page: 1 } : { ...withSettings(withTab(state, tab), stored), ...pickLayout(state) };
}

function pickLayout({ view, rows }: ListState): Pick<ListState, 'view' | 'rows'> {
	return { view, rows };
}

/** Switches the strategy and applies the settings stored for it in this tab. The direction and layout stay. */
export function restoreStrategy(state: ListState, strategy: ListState['strategy'], stored: readonly SettingsEntry[]): ListState {
	return withOperation({ ...withSettings(withStrategy(state, strategy), stored), ...pickLayout(state) }, state.operation);
}

type ListQuery = InputOf<Contract['signals']['sectorCharts']>['query'];

/** Returns the call parameters that determine how a report is read, for calls about one ticker. */
export function reportQuery(state: ListState) {
	return {
		tab_type: state.tab,
		operation: state.operation,
		timeframes: strategyTimeframes(state),
		...(state.filter === undefined ? {} : { filter: state.filter }),
		groups: state.unsaved?.groups,
		...(state.unsaved && state.unsaved.entries.length > 0 ? { conditions: state.unsaved.entries.map(formatCondition) } : {}),
	};
}

/** Returns the call parameters of a list: how the report is read, and which tickers are selected. Empty choices are left out. */
export function listParameters(state: ListState): Omit<ListQuery, 'skip' | 'max' | 'rows'> {
	const { choice } = state;
	const favoritesOnly = onlyFavorites(choice);
	return {
		...reportQuery(state),
		...(favoritesOnly === undefined ? {} : { list_type: favoritesOnly ? 'favorites' : 'black_list' }),
		ticker_type: state.tickerType,
		watchlist: state.watchlist,
		...(choice.marketcap.length > 0 ? { marketcap: [...choice.marketcap] } : {}),
		...(choice.pne.length > 0 ? { pne: [...choice.pne] } : {}),
		information: choice.information,
		...(choice.fresh ? { new_leaders: true } : {}),
		...(choice.sort.length > 0 ? { sort_by: [...choice.sort] } : {}),
		...(choice.column === undefined ? {} : { sort_column: choice.column }),
		...(choice.dir === 'asc' ? { sort_dir: 'asc' } : {}),
	};
}

export function pageParameters(state: Pick<ListState, 'page' | 'view' | 'rows'>) {
	return {
		skip: (state.page - 1) * pageSize(state),
		max: pageSize(state),
	};
}
