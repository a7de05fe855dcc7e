import type { Algo, Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { TickerHistory } from '@sw/domain/reports/report-record';
import { createEmptyInformation, type ReportTable, UNKNOWN_CHANGE, Z_PER_ROW } from '@sw/domain/signals/report-table';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { createAnswerCache } from '../../../platform/cache/answer-caches.ts';
import type { HotReports } from '../../../reports/hot-reports.ts';
import type { WorkspaceParts } from '../ports.ts';

/** Builds a table with one ticker's reports as rows, so that the rules of lists can be applied to these rows. */
export function buildHistoryTable(
	id: number,
	{ count, words, price, cap, mentions, flags, information, change, dollarVolume, listed, z }: TickerHistory,
	algo: Algo,
): ReportTable {
	return {
		time: utcMs(0),
		algo,
		count,
		tickerId: new Uint32Array(count).fill(id),
		words,
		z: z ?? new Float32Array(Z_PER_ROW * count).fill(Number.NaN),
		price,
		cap,
		mentions,
		flags,
		change: change ?? new Int32Array(count).fill(UNKNOWN_CHANGE),
		dollarVolume: dollarVolume ?? new Float32Array(count).fill(Number.NaN),
		listed: listed ?? [new Uint16Array(count), new Uint16Array(count), new Uint16Array(count)],
		...createEmptyInformation(count),
		...(information ? { information } : {}),
	};
}

/** Returns the indices of the history's rows whose reports the licence opens. */
export function findOpenRows({ time, count }: TickerHistory, reports: Pick<HotReports, 'at'>, licence: Licence | null): number[] {
	return Array.from(time.subarray(0, count), (seconds, row) => {
		const facts = reports.at(seconds * SECOND);
		return facts && isOpenTo(licence, facts, facts.first) ? row : -1;
	}).filter((row) => row !== -1);
}

/** Returns the date of the first of `sessionCount` consecutive sessions. The last one is the session on `to`, or the last session before `to`. */
export function findFirstSessionDate(calendar: Calendar, to: ExchangeDate, sessionCount: number): ExchangeDate {
	const last = calendar.sessionOn(to) ?? calendar.previousSession(to);
	return (last && calendar.sessionByOrdinal(Math.max(0, last.ordinal - sessionCount + 1))?.date) ?? to;
}

/** Returns the span from the start of the New York day `from` to the exclusive end of the day `to`. */
export function toDaySpan(from: ExchangeDate, to: ExchangeDate): { from: UtcMs; to: UtcMs } {
	return {
		from: newYorkToUtc(from, 0, 0),
		to: utcMs(newYorkToUtc(to, 0, 0) + DAY),
	};
}

/** Number of cached histories. A history of ten sessions has 12 kB. */
const CACHED_HISTORIES = 500;

interface HistorySpan {
	from: UtcMs;
	to: UtcMs;
	algo: Algo;
	/** Whether filings, the numbers of the session and z are read, too. */
	withExtras: boolean;
}

/** Reads recent histories of tickers, cached until a new report or version is published. */
export function createTickerHistories({ history, reports }: Pick<WorkspaceParts, 'history' | 'reports'>) {
	const cache = createAnswerCache<string, Promise<TickerHistory>>({ max: CACHED_HISTORIES });
	return (id: TickerId, span: HistorySpan): Promise<TickerHistory> => {
		const key = `${id} ${span.from} ${span.to} ${span.algo} ${span.withExtras} ${reports.changeCount()}`;
		const cached = cache.get(key);
		if (cached) return cached;
		const pending = history(id, span);
		cache.set(key, pending);
		pending.catch(() => cache.delete(key));
		return pending;
	};
}

export type TickerHistories = ReturnType<typeof createTickerHistories>;
