import { tabOperation } from '@sw/domain/signals/sector';
import {
	DEFAULT_COLUMNS,
	DEFAULT_STATE,
	type ListState,
	NO_CHOICE,
	onlyFavorites,
	withChoice,
	withFilter,
	withOperation,
	withTab,
} from './state.ts';

export const CHOICE_KINDS = [
	'filter',
	'tickerType',
	'watchlist',
	'marketcap',
	'pne',
	'information',
	'sort',
	'column',
	'dir',
	'show',
	'fresh',
	'operation',
] as const;
/** A kind of choice that a reader makes for a list, other than its tab, timeframes and report. */
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

const isActiveByKind: Record<ChoiceKind, (state: ListState) => boolean> = {
	filter: ({ filter, unsaved }) => filter !== undefined || unsaved !== undefined,
	tickerType: ({ tickerType }) => tickerType !== undefined,
	watchlist: ({ watchlist }) => watchlist !== undefined,
	marketcap: ({ choice }) => choice.marketcap.length > 0,
	pne: ({ choice }) => choice.pne.length > 0,
	information: ({ choice }) => choice.information !== undefined,
	sort: ({ choice }) => choice.sort.length > 0,
	column: ({ choice }) => choice.column !== undefined,
	dir: ({ choice }) => choice.dir !== NO_CHOICE.dir,
	show: ({ choice }) => onlyFavorites(choice) !== undefined,
	fresh: ({ choice }) => choice.fresh,
	operation: ({ tab, operation }) => operation !== tabOperation(tab),
};

/** Returns the active choices, each shown as a chip. */
export function activeChoices(state: ListState): ChoiceKind[] {
	return CHOICE_KINDS.filter((kind) => isActiveByKind[kind](state));
}

/** Resets one choice of a list. */
export function withoutChoice(state: ListState, kind: ChoiceKind): ListState {
	if (kind === 'filter') return { ...withFilter(state, undefined), fromFilters: false };
	if (kind === 'operation') return withOperation(state, tabOperation(state.tab));
	if (kind === 'tickerType' || kind === 'watchlist') return { ...state, [kind]: undefined, page: 1 };
	if (kind === 'show') return withChoice(state, { favorite: false, dislike: false });
	// Resets the direction too, because it applies to the sort column.
	if (kind === 'column') return withChoice(state, { column: undefined, dir: NO_CHOICE.dir });
	return withChoice(state, { [kind]: NO_CHOICE[kind] });
}

/** Resets all choices and the active timeframe. The tab, strategy, layout and report stay. */
export function clearChoices(state: ListState): ListState {
	return {
		...withTab(state, state.tab),
		timeframe: DEFAULT_STATE.timeframe,
		tickerType: undefined,
		watchlist: undefined,
		columns: state.columns,
	};
}

/** Counts the active choices, for the button that opens them. The operation (long or short) is not counted, because it has its own switch. */
export function countChoices(state: ListState): number {
	return activeChoices(state).filter((kind) => kind !== 'operation').length;
}

/** Whether two lists have the same filtering and sorting, even if they show different pages or reports. */
export function hasSameChoices(a: ListState, b: ListState): boolean {
	return choicesKey(a) === choicesKey(b);
}

function choicesKey({ tab, strategy, operation, filter, unsaved, tickerType, watchlist, choice }: ListState): string {
	return JSON.stringify([tab, strategy, operation, filter, unsaved, tickerType, watchlist, choice]);
}

/** Changes the layout and returns to the first page. If no column is selected, the default columns are shown. */
export function withLayout(state: ListState, layout: Partial<Pick<ListState, 'view' | 'rows' | 'columns'>>): ListState {
	const next = { ...state, ...layout, page: 1 };
	return next.columns.length > 0 ? next : { ...next, columns: DEFAULT_COLUMNS };
}
