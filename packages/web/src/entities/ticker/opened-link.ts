import type { LinkProps } from '@tanstack/react-router';
import type { ListState } from '../list-state/state.ts';
import { openedFrom, type TickerState, writeTickerState } from './ticker-state.ts';

/** A ticker as it is opened from a list; apart from the links between a ticker's own pages, which lists do without. */
export const openedLink = (id: number, list: ListState, from: Partial<TickerState> = {}): LinkProps => ({
	to: '/ticker/$id',
	params: { id: String(id) },
	search: writeTickerState(openedFrom(list, from)),
});
