import { placeAmong } from '@sw/domain/reports/place';
import type { LinkProps } from '@tanstack/react-router';
import { type ListState, pageSize, withPage } from '../../entities/list-state/state.ts';
import { type View, viewLink } from '../../entities/ticker/links.ts';
import { absenceReason, type TickerPlace } from '../../entities/ticker/place.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';
import { tickerWords as words } from './words.ts';

/** The parts of a list's item needed to open it. */
export interface Listed {
	/** From 1. */
	place: number;
	ticker_id: number;
	ticker: string;
}

/** A ticker in the list it was opened from. */
export interface Neighbours {
	/** From 1; the address's place until the list is loaded, undefined for a ticker that isn't in it. */
	place: number | undefined;
	/** Undefined while the list loads. */
	total: number | undefined;
	/** Why it has no place. */
	absent: string | undefined;
	/** Undefined at the ends of the list and while it loads. */
	previous: Listed | undefined;
	next: Listed | undefined;
}

export function waitingAt(order: number): Neighbours {
	return {
		place: order,
		total: undefined,
		absent: undefined,
		previous: undefined,
		next: undefined,
	};
}

/** For a trader's list. */
export function neighboursOfPlace(found: TickerPlace): Neighbours {
	return {
		place: found.place ?? undefined,
		total: found.total_count,
		absent: absenceReason(found),
		previous: found.previous ?? undefined,
		next: found.next ?? undefined,
	};
}

/** For the visitors' list or a top table, each of which is one answer. */
export function neighboursInAnswer(items: readonly Omit<Listed, 'place'>[], id: number, order: number): Neighbours {
	const { place, previous, next } = placeAmong(
		items.map(({ ticker_id }) => ticker_id),
		id,
		order,
	);
	const at = (one: number | null): Listed | undefined => {
		const item = one === null ? undefined : items[one - 1];
		return item && one !== null ? { place: one, ticker_id: item.ticker_id, ticker: item.ticker } : undefined;
	};
	return {
		place: place ?? undefined,
		total: items.length,
		absent: place === null ? words.notAmongFirst(items.length) : undefined,
		previous: at(previous),
		next: at(next),
	};
}

/** The state for a neighbour: its back link leads to its own page of the list. */
export function stateOfNeighbour(state: TickerState, { place, ticker }: Listed): TickerState {
	return {
		...state,
		order: place,
		name: ticker,
		list: state.top ? state.list : atOrder(state.list, place),
	};
}

/** The list at the page that contains a place. */
function atOrder(list: ListState, order: number): ListState {
	return withPage(list, Math.ceil(order / pageSize(list)));
}

/** The neighbour's version of the same page. */
export function neighbourLink(view: View, state: TickerState, item: Listed): LinkProps {
	return viewLink(view, item.ticker_id, stateOfNeighbour(state, item));
}
