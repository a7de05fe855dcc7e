import type { LinkProps } from '@tanstack/react-router';
import type { ListState } from '../list-state/state.ts';
import { createTickerState, type TickerState, writeTickerState } from './ticker-state.ts';

/** Returns the link from a list to a ticker. In a separate file, because lists don't need the links between a ticker's own pages. */
export function linkFromList(id: number, list: ListState, overrides: Partial<TickerState> = {}): LinkProps {
	return {
		to: '/ticker/$id',
		params: { id: String(id) },
		search: writeTickerState(createTickerState(list, overrides)),
	};
}
