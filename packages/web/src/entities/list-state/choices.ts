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
/** A reader's choices for a list apart from its tab, its timeframes and its report. */
export type ChoiceKind = (typeof CHOICE_KINDS)[number];

const isActive: Record<ChoiceKind, (state: ListState) => boolean> = {
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

/** The active choices: one chip each. */
export function activeChoices(state: ListState): ChoiceKind[] {
	return CHOICE_KINDS.filter((kind) => isActive[kind](state));
}

/** The list without one of its choices. */
export function withoutChoice(state: ListState, kind: ChoiceKind): ListState {
	if (kind === 'filter') return { ...withFilter(state, undefined), fromFilters: false };
	if (kind === 'operation') return withOperation(state, tabOperation(state.tab));
	if (kind === 'tickerType' || kind === 'watchlist') return { ...state, [kind]: undefined, page: 1 };
	if (kind === 'show') return withChoice(state, { favorite: false, dislike: false });
	// The direction applies to the sort column, so it is reset too.
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

/** Number of active choices, shown on the button that opens them. The direction (long or short) has its own switch and is not counted. */
export function countChoices(state: ListState): number {
	return activeChoices(state).filter((kind) => kind !== 'operation').length;
}

/** Whether two lists have the same filtering and order, whatever page or report they show. */
export function hasSameChoices(a: ListState, b: ListState): boolean {
	return choicesKey(a) === choicesKey(b);
}

function choicesKey({ tab, strategy, operation, filter, unsaved, tickerType, watchlist, choice }: ListState): string {
	return JSON.stringify([tab, strategy, operation, filter, unsaved, tickerType, watchlist, choice]);
}

/** Changes the layout and returns to the first page. An empty column selection becomes the default columns. */
export function withLayout(state: ListState, layout: Partial<Pick<ListState, 'view' | 'rows' | 'columns'>>): ListState {
	const next = { ...state, ...layout, page: 1 };
	return next.columns.length > 0 ? next : { ...next, columns: DEFAULT_COLUMNS };
}
