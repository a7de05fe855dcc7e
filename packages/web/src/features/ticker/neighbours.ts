import { placeAmong } from '@sw/domain/reports/place';
import type { LinkProps } from '@tanstack/react-router';
import { type ListState, pageSize, withPage } from '../../entities/list-state/state.ts';
import { type View, viewLink } from '../../entities/ticker/links.ts';
import { absenceReason, type TickerPlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWords as words } from './words.ts';

/** The parts of a list's item that are needed to open it. */
export interface ListedTicker {
	/** One-based. */
	place: number;
	ticker_id: number;
	ticker: string;
}

/** A ticker's place in the list from which it was opened, and the tickers next to it. */
export interface Neighbours {
	/** One-based. Until the list is loaded, the address's place; undefined if the list doesn't have the ticker. */
	place: number | undefined;
	/** undefined while the list loads. */
	total: number | undefined;
	/** Why it has no place; undefined if it has one. */
	absenceText: string | undefined;
	/** undefined at the ends of the list and while it loads. */
	previous: ListedTicker | undefined;
	next: ListedTicker | undefined;
}

/** Used while the list loads. `order`: the one-based place in the address. */
export function loadingAt(order: number): Neighbours {
	return {
		place: order,
		total: undefined,
		absenceText: undefined,
		previous: undefined,
		next: undefined,
	};
}

/** Neighbors in a trader's list. */
export function neighboursOfPlace(found: TickerPlace): Neighbours {
	return {
		place: found.place ?? undefined,
		total: found.total_count,
		absenceText: absenceReason(found),
		previous: found.previous ?? undefined,
		next: found.next ?? undefined,
	};
}

/** Neighbors in the visitors' list or in a top table, whose answers contain all items. */
export function neighboursInAnswer(items: readonly Omit<ListedTicker, 'place'>[], id: number, order: number): Neighbours {
	const { place, previous, next } = placeAmong(
		items.map(({ ticker_id }) => ticker_id),
		id,
		order,
	);
	const at = (one: number | null): ListedTicker | undefined => {
		const item = one === null ? undefined : items[one - 1];
		return item && one !== null ? { place: one, ticker_id: item.ticker_id, ticker: item.ticker } : undefined;
	};
	return {
		place: place ?? undefined,
		total: items.length,
		absenceText: place === null ? words.notAmongFirst(items.length) : undefined,
		previous: at(previous),
		next: at(next),
	};
}

/** The state for a neighbor. Its back link opens the list at the neighbor's page. */
export function stateOfNeighbour(state: TickerState, { place, ticker }: ListedTicker): TickerState {
	return {
		...state,
		order: place,
		name: ticker,
		list: state.top ? state.list : atOrder(state.list, place),
	};
}

/** The list, opened at the page that contains a one-based place. */
function atOrder(list: ListState, order: number): ListState {
	return withPage(list, Math.ceil(order / pageSize(list)));
}

/** Link to the same page of a neighbor. */
export function neighbourLink(view: View, state: TickerState, item: ListedTicker): LinkProps {
	return viewLink(view, item.ticker_id, stateOfNeighbour(state, item));
}
