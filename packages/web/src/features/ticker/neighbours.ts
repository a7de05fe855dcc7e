import type { LinkProps } from '@tanstack/react-router';
import { type ListState, PAGE_SIZE, withPage } from '../../entities/list-state/state.ts';
import { type View, viewLink } from '../../entities/ticker/links.ts';
import type { TickerState } from '../../entities/ticker/ticker-state.ts';

/** What is needed of a list's item to go to it. */
export interface Listed {
	ticker_id: number;
	ticker: string;
}

/** One page of a list as it was answered. */
export interface ListPart {
	/** From 1. */
	page: number;
	items: readonly Listed[];
	total: number;
}

export const pageOfOrder = (order: number): number => Math.ceil(order / PAGE_SIZE);

/** The list at the page on which a place stands. */
export const atOrder = (list: ListState, order: number): ListState => withPage(list, pageOfOrder(order));

/** Where a ticker stands now, from 1: a list may have moved since it was opened. The place in the address where the page does not have it. */
export const placeNow = (id: number, order: number, part: ListPart | undefined): number => {
	const at = part ? part.items.findIndex((item) => item.ticker_id === id) : -1;
	return part && at >= 0 ? (part.page - 1) * PAGE_SIZE + at + 1 : order;
};

/** The item at a place, from 1; undefined where none of the pages has it. */
export const itemAt = (order: number, parts: readonly (ListPart | undefined)[]): Listed | undefined =>
	parts.find((part) => part?.page === pageOfOrder(order))?.items[(order - 1) % PAGE_SIZE];

/** The state in which a neighbour is shown: from it the way back leads to its own page of the list. */
export const atNeighbour = (state: TickerState, order: number, { ticker }: Listed): TickerState => ({
	...state,
	order,
	name: ticker,
	list: atOrder(state.list, order),
});

/** The same page of a neighbour in the list. */
export const neighbourLink = (view: View, state: TickerState, order: number, item: Listed): LinkProps =>
	viewLink(view, item.ticker_id, atNeighbour(state, order, item));
