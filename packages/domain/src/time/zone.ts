import { DAY, type ExchangeDate, HOUR, MINUTE, type UtcMs } from './units.ts';

/**
 * Offsets of New York from UTC. This file implements the rules of the IANA zone, because Intl is much slower. Valid from 1987 on; tests compare every day of
 * 1998-2037 with Intl.
 */
const STANDARD_MINUTES = -300;
const DAYLIGHT_MINUTES = -240;
const SUNDAY = 0;

/** Returns days since 1970-01-01. Doesn't validate the date; see `parseDate`. */
export function dayNumber(date: ExchangeDate): number {
	return Date.UTC(Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1, Number(date.slice(8, 10))) / DAY;
}

export function dateOfDay(day: number): ExchangeDate {
	return new Date(day * DAY).toISOString().slice(0, 10) as ExchangeDate;
}

export function addDays(date: ExchangeDate, days: number): ExchangeDate {
	return dateOfDay(dayNumber(date) + days);
}

/** Returns the weekday: 0 is Sunday, 6 is Saturday. 1970-01-01 was a Thursday. */
export function weekdayOfDay(day: number): number {
	return (((day + 4) % 7) + 7) % 7;
}

/** Parses 'YYYY-MM-DD'; undefined if there is no such day. */
export function parseDate(text: string): ExchangeDate | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	const day = dayNumber(text as ExchangeDate);
	return dateOfDay(day) === text ? (text as ExchangeDate) : undefined;
}

/** Returns the day number of the n-th (from 1) given weekday (see `weekdayOfDay`) of a month (from 1). */
export function nthWeekday(year: number, month: number, weekday: number, n: number): number {
	const first = Date.UTC(year, month - 1, 1) / DAY;
	return first + ((weekday - weekdayOfDay(first) + 7) % 7) + (n - 1) * 7;
}

export function lastWeekday(year: number, month: number, weekday: number): number {
	const last = Date.UTC(year, month, 0) / DAY;
	return last - ((weekdayOfDay(last) - weekday + 7) % 7);
}

/** Returns the minutes to add to UTC: -300 in winter, -240 in summer. */
export function newYorkOffsetMinutes(ms: number): number {
	const year = new Date(ms).getUTCFullYear();
	return ms >= daylightStart(year) * DAY + 7 * HOUR && ms < daylightEnd(year) * DAY + 6 * HOUR ? DAYLIGHT_MINUTES : STANDARD_MINUTES;
}

function daylightEnd(year: number): number {
	return year >= 2007 ? nthWeekday(year, 11, SUNDAY, 1) : lastWeekday(year, 10, SUNDAY);
}

/**
 * Returns the day number of the day on which clocks go forward, at 02:00 EST (07:00 UTC). On `daylightEnd` they go back, at 02:00 EDT (06:00 UTC). The Energy
 * Policy Act moved both days from 2007 on.
 */
function daylightStart(year: number): number {
	return year >= 2007 ? nthWeekday(year, 3, SUNDAY, 2) : nthWeekday(year, 4, SUNDAY, 1);
}

/** Returns the New York date as days since 1970-01-01. */
export function newYorkDay(ms: number): number {
	return Math.floor(wallMs(ms) / DAY);
}

/** Returns the wall clock of New York, represented as if it were UTC: for formatting and calendar arithmetic only. */
function wallMs(ms: number): number {
	return ms + newYorkOffsetMinutes(ms) * MINUTE;
}

export function newYorkDate(ms: number): ExchangeDate {
	return dateOfDay(newYorkDay(ms));
}

/** Returns the minutes since midnight on the New York wall clock, 0 to 1439. */
export function newYorkMinute(ms: number): number {
	return Math.floor((wallMs(ms) - newYorkDay(ms) * DAY) / MINUTE);
}

/** Returns the instant of a time in New York. If an hour occurs twice, the first one counts. A time that doesn't exist is moved an hour forward. */
export function newYorkToUtc(date: ExchangeDate, hour: number, minute: number): UtcMs {
	const localMs = dayNumber(date) * DAY + hour * HOUR + minute * MINUTE;
	const daylightUtc = localMs - DAYLIGHT_MINUTES * MINUTE;
	return (newYorkOffsetMinutes(daylightUtc) === DAYLIGHT_MINUTES ? daylightUtc : localMs - STANDARD_MINUTES * MINUTE) as UtcMs;
}

/**
 * Parses a date or instant in a request. Midnight UTC means the date itself, because programs write dates this way. Other instants give the New York date.
 */
export function parseDateInput(text: string): ExchangeDate {
	const date = parseDate(text.replace(/T00:00(:00(\.0+)?)?Z$/i, ''));
	return date ?? newYorkDate(Date.parse(text));
}
