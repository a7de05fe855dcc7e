import { parseDate } from '@sw/domain/time/zone';
import { type InvalidValue, queryReader } from '../../lib/address/query-reader.ts';
import { pickKeys } from '../../lib/address/search-params.ts';
import { type TickerSearch, tickerSearch } from './ticker-state.ts';

/** Parameters of a history's address besides the ticker's own: the last date of the span, and the day whose reports are listed. */
export interface HistoryState {
	to: string | undefined;
	day: string | undefined;
}

const OWN_KEYS = ['to', 'day'] as const;
export type HistorySearch = TickerSearch & { [K in (typeof OWN_KEYS)[number]]?: string | string[] };

export function historySearch(search: Record<string, unknown>): HistorySearch {
	return {
		...tickerSearch(search),
		...pickKeys(search, OWN_KEYS),
	};
}

export function readHistoryState(search: HistorySearch): { history: HistoryState; refused: InvalidValue[] } {
	const read = queryReader(search);
	const date = (value: unknown): string | undefined => parseDate(String(value));
	const history = {
		to: read.one<string | undefined>('to', date, undefined),
		day: read.one<string | undefined>('day', date, undefined),
	};
	return { history, refused: read.refused };
}
