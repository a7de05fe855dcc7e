import { exchangeDate, HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDay, newYorkMinute, newYorkToUtc, parseDate, weekdayOfDay } from '@sw/domain/time/zone';

/** EDGAR accepts filings from 06:00 to 22:00 New York on business days. */
const ACCEPTS_FROM = 6 * 60;
const ACCEPTS_TO = 22 * 60;
/** An acceptance may be ahead of this computer's clock by this much. */
export const CLOCKS_APART = 10 * SECOND;

/** An instant of acceptance, and its earlier reading where two are possible. */
export interface Acceptance {
	readonly acceptedAt: UtcMs;
	readonly earliestAt: UtcMs;
}

/** Whether EDGAR accepts filings at the instant; holidays are taken for business days. */
export function isAccepting(ms: number): boolean {
	const weekday = weekdayOfDay(newYorkDay(ms));
	return weekday > 0 && weekday < 6 && isInHours(ms);
}

function isInHours(ms: number): boolean {
	const minute = newYorkMinute(ms);
	return minute >= ACCEPTS_FROM && minute < ACCEPTS_TO;
}

/** Whether nothing can have been accepted between two instants. */
export function isQuiet(from: number, to: number): boolean {
	// The hours of a day are longer than this step.
	for (let at = from; at < to; at += HOUR) if (isAccepting(at)) return false;
	return !isAccepting(to);
}

/** 'YYYYMMDDhhmmss' on New York's clock, as in SGML headers; undefined for anything else. */
export function newYorkInstant(text: string): UtcMs | undefined {
	const [, year, month, day, hour, minute, second] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(text) ?? [];
	const date = parseDate(`${year}-${month}-${day}`);
	if (!date || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return undefined;
	return utcMs(newYorkToUtc(exchangeDate(date), Number(hour), Number(minute)) + Number(second) * SECOND);
}

/** ISO 8601 with an offset from UTC, as in the feed; undefined without one, and for 'Z', which EDGAR also writes on New York's clock. */
export function offsetInstant(text: string): UtcMs | undefined {
	const ms = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
	return Number.isNaN(ms) ? undefined : utcMs(ms);
}

/**
 * An instant of the JSON history, which ends in 'Z' but is New York's clock for some filers. A reading outside EDGAR's hours or after `now` is impossible;
 * where both are possible, the later one counts. Undefined where none is.
 */
export function jsonInstant(text: string, now: number): Acceptance | undefined {
	if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return undefined;
	const utc = Date.parse(text);
	const local = newYorkInstant(text.slice(0, 19).replace(/\D/g, ''));
	const possible = [utc, local].filter((ms): ms is UtcMs => ms !== undefined && isInHours(ms) && ms <= now + CLOCKS_APART);
	if (possible.length === 0) return undefined;
	return { acceptedAt: utcMs(Math.max(...possible)), earliestAt: utcMs(Math.min(...possible)) };
}

/** How long to wait for the next reading of the feed: every minute around a session, wider while filings are accepted, and seldom at night. */
export function feedStep(ms: number, session: { open: number; close: number } | undefined): number {
	if (session && ms >= session.open - HOUR && ms < session.close + 2 * HOUR) return MINUTE;
	return isAccepting(ms) || isAccepting(ms + 30 * MINUTE) ? 4 * MINUTE : 30 * MINUTE;
}
