import type { LinkProps } from '@tanstack/react-router';
import { toDotted } from '../../lib/address/query-grammar.ts';
import { type ListHome, listLink } from '../list-state/link.ts';
import type { HistoryState } from './history-state.ts';
import { type TickerState, writeTickerState } from './ticker-state.ts';
import { type ValidationState, writeValidationState } from './validation-state.ts';

const at = (id: number) => ({ id: String(id) });

export const tickerLink = (id: number, state: TickerState) =>
	({ to: '/ticker/$id', params: at(id), search: writeTickerState(state) }) as const satisfies LinkProps;

export const historyLink = (id: number, state: TickerState, history: Partial<HistoryState> = {}) =>
	({
		to: '/ticker/$id/history',
		params: at(id),
		search: { ...writeTickerState(state), ...toDotted({ to: history.to, day: history.day }) },
	}) as const satisfies LinkProps;

export const validationLink = (id: number, state: TickerState, asked: ValidationState = { of: 'market', condition: undefined }) =>
	({
		to: '/ticker/$id/validation',
		params: at(id),
		search: { ...writeTickerState(state), ...writeValidationState(asked) },
	}) as const satisfies LinkProps;

const homeOf = ({ list, fromFavourites, fromLanding }: TickerState): ListHome => {
	if (fromFavourites) return '/favourites';
	if (list.report !== undefined) return '/reports';
	return fromLanding ? '/' : '/main';
};

export const VIEWS = ['signals', 'history', 'validation'] as const;
/** The pages of a ticker. */
export type View = (typeof VIEWS)[number];

export const viewLink = (view: View, id: number, state: TickerState): LinkProps => {
	if (view === 'history') return historyLink(id, state);
	return view === 'validation' ? validationLink(id, state) : tickerLink(id, state);
};

/** The back link: to the top tables, the favourites, the report's list, the landing page or the list. */
export const homeLink = (state: TickerState): LinkProps => (state.fromTop ? { to: '/top' } : listLink(homeOf(state), state.list));
