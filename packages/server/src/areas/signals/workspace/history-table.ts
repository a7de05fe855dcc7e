import type { Algo, Licence } from '@sw/domain/reports/licence';
import { isOpenTo } from '@sw/domain/reports/licence-gate';
import type { TickerHistory } from '@sw/domain/reports/ticker-history';
import { emptyInformation, type ReportTable, UNKNOWN_CHANGE, Z_PER_ROW } from '@sw/domain/signals/report-table';
import type { Calendar } from '@sw/domain/time/calendar';
import { DAY, type ExchangeDate, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkToUtc } from '@sw/domain/time/zone';
import type { HotReports } from '../../../reports/hot-reports.ts';

/** One ticker's reports as rows of one table, so that the rules of lists can read them. */
export function historyTable(
	id: number,
	{ count, words, price, cap, mentions, flags, information, change, dollarVolume, listed }: TickerHistory,
	algo: Algo,
): ReportTable {
	return {
		time: utcMs(0),
		algo,
		count,
		tickerId: new Uint32Array(count).fill(id),
		words,
		z: new Float32Array(Z_PER_ROW * count).fill(Number.NaN),
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
