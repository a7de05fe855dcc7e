import { addDays, newYorkDate, parseDate } from '@sw/domain/time/zone';
import { type TickerSearch, tickerSearch } from '../../lib/list-state/ticker.ts';
import { queryReader, type Refusal } from '../../lib/query-reader.ts';
import { pick } from '../../lib/search-params.ts';

/** What the address of a history says besides the ticker's own: the last date of the span, and the day whose reports are listed. */
export interface HistoryState {
	to: string | undefined;
	day: string | undefined;
}

const OWN_KEYS = ['to', 'day'] as const;
export type HistorySearch = TickerSearch & { [K in (typeof OWN_KEYS)[number]]?: string | string[] };

export const historySearch = (search: Record<string, unknown>): HistorySearch => ({ ...tickerSearch(search), ...pick(search, OWN_KEYS) });

export const readHistoryState = (search: HistorySearch): { history: HistoryState; refused: Refusal[] } => {
	const read = queryReader(search);
	const date = (value: unknown): string | undefined => parseDate(String(value));
	const history = {
		to: read.one<string | undefined>('to', date, undefined),
		day: read.one<string | undefined>('day', date, undefined),
	};
	return { history, refused: read.refused };
};

/** Calendar days of one page of a history: four weeks. */
const DAYS = 28;

/** The dates that a page spans, both included. `newest`: time of the report that is being read. */
export const historySpan = ({ to }: Pick<HistoryState, 'to'>, newest: number): { from: string; to: string } => {
	const end = parseDate(to ?? '') ?? newYorkDate(newest);
	return { from: addDays(end, 1 - DAYS), to: end };
};

/** The spans before and after; none after the newest report. */
export const spansAround = ({ from, to }: { from: string; to: string }, newest: number): { older: string; newer: string | undefined } => {
	const [first, last] = [parseDate(from), parseDate(to)];
	if (!first || !last) throw new RangeError(`Not dates: ${from}, ${to}`);
	const today = newYorkDate(newest);
	const next = addDays(last, DAYS);
	return { older: addDays(first, -1), newer: last >= today ? undefined : next < today ? next : today };
};
