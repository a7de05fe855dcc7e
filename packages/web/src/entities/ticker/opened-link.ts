import type { LinkProps } from '@tanstack/react-router';
import type { ListState } from '../list-state/state.ts';
import { openedFrom, type TickerState, writeTickerState } from './ticker-state.ts';

/** Link from a list to a ticker. Separate from the links between a ticker's own pages, which lists don't need. */
export function openedLink(id: number, list: ListState, from: Partial<TickerState> = {}): LinkProps {
	return {
		to: '/ticker/$id',
		params: { id: String(id) },
		search: writeTickerState(openedFrom(list, from)),
	};
}
