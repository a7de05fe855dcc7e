import { findPlace } from '@sw/domain/reports/place';
import type { LinkProps } from '@tanstack/react-router';
import { type ListState, pageSize, withPage } from '../../entities/list-state/state.ts';
import { type View, viewLink } from '../../entities/ticker/links.ts';
import { absenceReason, type TickerPlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWords as words } from './words.ts';

/** What is needed to open a ticker from a list. */
export interface ListedTicker {
	/** One-based. */
	place: number;
	ticker_id: number;
	ticker: string;
}

/** A ticker's place in the list from which it was opened, and the tickers next to it. */
export interface Neighbours {
	/** One-based. While the list loads, the place in the URL; undefined if the list doesn't have the ticker. */
	place: number | undefined;
	/** undefined while the list loads. */
	total: number | undefined;
	/** Why the list doesn't have the ticker; undefined if it does. */
	absenceText: string | undefined;
	/** undefined at the ends of the list and while the list loads. */
	previous: ListedTicker | undefined;
	next: ListedTicker | undefined;
}

/** Returns placeholder neighbors for while the list loads. `order`: the one-based place in the URL. */
export function createLoadingNeighbours(order: number): Neighbours {
	return {
		place: order,
		total: undefined,
		absenceText: undefined,
		previous: undefined,
		next: undefined,
	};
}

/** Returns the neighbors in a trader's list. */
export function toNeighbours(tickerPlace: TickerPlace): Neighbours {
	return {
		place: tickerPlace.place ?? undefined,
		total: tickerPlace.total_count,
		absenceText: absenceReason(tickerPlace),
		previous: tickerPlace.previous ?? undefined,
		next: tickerPlace.next ?? undefined,
	};
}

/** Finds the neighbors in the visitors' list or in a top table. Their answers contain all items. */
export function findNeighbours(items: readonly Omit<ListedTicker, 'place'>[], id: number, order: number): Neighbours {
	const { place, previous, next } = findPlace(
		items.map(({ ticker_id }) => ticker_id),
		id,
		order,
	);
	const itemAt = (itemPlace: number | null): ListedTicker | undefined => {
		const item = itemPlace === null ? undefined : items[itemPlace - 1];
		return item && itemPlace !== null ? { place: itemPlace, ticker_id: item.ticker_id, ticker: item.ticker } : undefined;
	};
	return {
		place: place ?? undefined,
		total: items.length,
		absenceText: place === null ? words.notAmongFirst(items.length) : undefined,
		previous: itemAt(previous),
		next: itemAt(next),
	};
}

/** Returns the state of a neighbor's page. The back link there opens the list at the page that contains the neighbor. */
export function createNeighbourState(state: TickerState, { place, ticker }: ListedTicker): TickerState {
	return {
		...state,
		order: place,
		name: ticker,
		list: state.top ? state.list : openPageContaining(state.list, place),
	};
}

/** Opens the list at the page that contains a one-based place. */
function openPageContaining(list: ListState, order: number): ListState {
	return withPage(list, Math.ceil(order / pageSize(list)));
}

/** Links to the same view of a neighbor. */
export function neighbourLink(view: View, state: TickerState, item: ListedTicker): LinkProps {
	return viewLink(view, item.ticker_id, createNeighbourState(state, item));
}
