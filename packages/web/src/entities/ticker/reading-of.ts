import { readingParameters } from '../list-state/parameters.ts';
import type { TickerState } from './ticker-state.ts';

/** How a report is read for one ticker: the list's reading and the sectors of its rate. */
export const readingOf = ({ list, rated }: TickerState) => ({
	...readingParameters(list),
	...(rated.length > 0 ? { sectors: [...rated] } : {}),
});
