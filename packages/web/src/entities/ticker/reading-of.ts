import { readingParameters } from '../list-state/parameters.ts';
import type { TickerState } from './ticker-state.ts';

/** Parameters of reading a report for one ticker: the list's and the sectors of its rate. */
export function readingOf({ list, rated }: TickerState) {
	return {
		...readingParameters(list),
		...(rated.length > 0 ? { sectors: [...rated] } : {}),
	};
}
