import type { Algo, Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { TickerHistory } from '@sw/domain/reports/report-record';
import { emptyInformation, type ReportTable, UNKNOWN_CHANGE, Z_PER_ROW } from '@sw/domain/signals/report-table';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, SECOND, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import { createAnswerCache } from '../../../platform/cache/answer-caches.ts';
import type { HotReports } from '../../../reports/hot-reports.ts';
import type { WorkspaceParts } from '../ports.ts';

/** One ticker's reports as rows of one table, so that the rules of lists can read them. */
export function historyTable(
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
		...emptyInformation(count),
		...(information ? { information } : {}),
	};
}

/** Rows of a history whose reports the licence opens. */
export function openRows({ time, count }: TickerHistory, reports: Pick<HotReports, 'at'>, licence: Licence | null): number[] {
	return Array.from(time.subarray(0, count), (seconds, row) => {
		const facts = reports.at(seconds * SECOND);
		return facts && isOpenTo(licence, facts, facts.first) ? row : -1;
	}).filter((row) => row !== -1);
}

/** The first of `sessions` sessions that end with the one of the date, or with the last one before it. */
export function firstOfSessions(calendar: Calendar, to: ExchangeDate, sessions: number): ExchangeDate {
	const last = calendar.sessionOn(to) ?? calendar.previousSession(to);
	return (last && calendar.sessionNumber(Math.max(0, last.ordinal - sessions + 1))?.date) ?? to;
}

/** From the start of the first to the end of the last New York day. */
export function wholeDays(from: ExchangeDate, to: ExchangeDate): { from: UtcMs; to: UtcMs } {
	return {
		from: newYorkToUtc(from, 0, 0),
		to: utcMs(newYorkToUtc(to, 0, 0) + DAY),
	};
}

/** Cached histories: ten sessions take 12 kB each. */
const KEPT = 500;

interface PastSpan {
	from: UtcMs;
	to: UtcMs;
	algo: Algo;
	/** Whether public information, the numbers of the session and z are read, too. */
	beside: boolean;
}

/** Recent histories of tickers, cached until a new report or version is published. */
export function createTickerPast({ history, reports }: Pick<WorkspaceParts, 'history' | 'reports'>) {
	const kept = createAnswerCache<string, Promise<TickerHistory>>({ max: KEPT });
	return (id: TickerId, span: PastSpan): Promise<TickerHistory> => {
		const key = `${id} ${span.from} ${span.to} ${span.algo} ${span.beside} ${reports.changes()}`;
		const found = kept.get(key);
		if (found) return found;
		const reading = history(id, span);
		kept.set(key, reading);
		reading.catch(() => kept.delete(key));
		return reading;
	};
}

export type TickerPast = ReturnType<typeof createTickerPast>;
