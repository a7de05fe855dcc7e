import { addDays, newYorkDate, parseDate } from '@sw/domain/time/zone';
import type { HistoryState } from '../../entities/ticker/history-state.ts';

/** Calendar days of one history page: four weeks. */
const DAYS = 28;

/** The dates of a page, inclusive. `newest`: time of the open report. */
export function historySpan({ to }: Pick<HistoryState, 'to'>, newest: number): { from: string; to: string } {
	const end = parseDate(to ?? '') ?? newYorkDate(newest);
	return { from: addDays(end, 1 - DAYS), to: end };
}

/** The spans before and after; none after the newest report. */
export function spansAround({ from, to }: { from: string; to: string }, newest: number): { older: string; newer: string | undefined } {
	const [first, last] = [parseDate(from), parseDate(to)];
	if (!first || !last) throw new RangeError(`Not dates: ${from}, ${to}`);
	const today = newYorkDate(newest);
	const next = addDays(last, DAYS);
	return { older: addDays(first, -1), newer: last >= today ? undefined : next < today ? next : today };
}
