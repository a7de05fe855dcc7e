import type { LinkProps } from '@tanstack/react-router';
import { toDotted } from '../../lib/address/query-grammar.ts';
import { type ListHome, listLink } from '../list-state/search.ts';
import { type HistoryState, type TickerState, writeTickerState } from './ticker-state.ts';
import { type ValidationState, writeValidationState } from './validation-state.ts';

export function tickerLink(id: number, state: TickerState) {
	return { to: '/ticker/$id', params: idParams(id), search: writeTickerState(state) } as const satisfies LinkProps;
}

function idParams(id: number) {
	return { id: String(id) };
}

export function historyLink(id: number, state: TickerState, history: Partial<HistoryState> = {}) {
	return {
		to: '/ticker/$id/history',
		params: idParams(id),
		search: { ...writeTickerState(state), ...toDotted({ to: history.to, day: history.day }) },
	} as const satisfies LinkProps;
}

export function validationLink(id: number, state: TickerState, validation: ValidationState = { of: 'market', condition: undefined }) {
	return {
		to: '/ticker/$id/validation',
		params: idParams(id),
		search: { ...writeTickerState(state), ...writeValidationState(validation) },
	} as const satisfies LinkProps;
}

export const VIEWS = ['signals', 'history', 'validation'] as const;
/** The pages of a ticker. */
export type View = (typeof VIEWS)[number];

export function viewLink(view: View, id: number, state: TickerState): LinkProps {
	if (view === 'history') return historyLink(id, state);
	return view === 'validation' ? validationLink(id, state) : tickerLink(id, state);
}

/** Returns the back link of a ticker page: to the top tables, the favourites, the report's list, the landing page or the list. */
export function homeLink(state: TickerState): LinkProps {
	return state.fromTop ? { to: '/top' } : listLink(homeOf(state), state.list);
}

function homeOf({ list, fromFavourites, fromLanding }: TickerState): ListHome {
	if (fromFavourites) return '/favourites';
	if (list.report !== undefined) return '/reports';
	return fromLanding ? '/' : '/main';
}
