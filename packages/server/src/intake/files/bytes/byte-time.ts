/** Parses times directly from bytes. */
import { wallClockToUtc } from '@sw/domain/time/any-zone';
import { DAY, type ExchangeDate, HOUR, MINUTE, SECOND } from '@sw/domain/time/units';
import { dateOfDay, newYorkToUtc } from '@sw/domain/time/zone';
import { parseDigits } from './byte-fields.ts';

const DASH = 45;
const DOT = 46;
const PLUS = 43;
const SLASH = 47;
const Z = 90;
const ZERO = 48;

/** A parsed time text: its calendar day, its local time and its offset. Reused from row to row. */
export interface ParsedTime {
	/** Days since 1970-01-01; NaN when the text is not a date. */
	day: number;
	/** Milliseconds since midnight of that day; NaN when there is no time. */
	clockMs: number;
	/** Minutes east of UTC; NaN when the text has no offset. */
	offsetMinutes: number;
}

export function createParsedTime(): ParsedTime {
	return { day: Number.NaN, clockMs: Number.NaN, offsetMinutes: Number.NaN };
}

let cachedDateKey = -1;
let cachedDay = Number.NaN;

/**
 * Parses 'YYYY-MM-DD', 'YYYY/MM/DD', 'YYYY.MM.DD' or 'YYYYMMDD' into `out`. A time and an optional offset may follow, after a blank or 'T', or directly
 * if all are digits. False for anything else.
 */
export function readYearFirst(buffer: Buffer, from: number, to: number, out: ParsedTime): boolean {
	const separatorLength = from + 10 <= to && isDateSeparator(buffer[from + 4]) && buffer[from + 7] === buffer[from + 4] ? 1 : 0;
	const end = from + 8 + 2 * separatorLength;
	out.clockMs = out.offsetMinutes = Number.NaN;
	if (end > to) return false;
	out.day = toDayNumber(
		parseDigits(buffer, from, 4),
		parseDigits(buffer, from + 4 + separatorLength, 2),
		parseDigits(buffer, from + 6 + 2 * separatorLength, 2),
	);
	if (Number.isNaN(out.day)) return false;
	if (end === to) return true;
	const isCompact = separatorLength === 0 && isDigit(buffer[end]);
	return readClockAfter(buffer, isCompact ? end : end + 1, to, out);
}

/**
 * Parses '7/31/2024', '31.07.2024', '31-07-24' or '24-07-31', in the order that `kind` says, into `out`. A time and an optional offset may follow after a
 * blank or 'T'. False for anything else. Two-digit years are 1970 to 2069.
 */
export function readYearLast(buffer: Buffer, from: number, to: number, out: ParsedTime, kind: TimeKind): boolean {
	out.clockMs = out.offsetMinutes = Number.NaN;
	let at = from;
	const readNumber = (): number => {
		const start = at;
		while (at < to && at - start < 4 && isDigit(buffer[at])) at++;
		return at === start ? -1 : parseDigits(buffer, start, at - start);
	};
	const first = readNumber();
	const separator = buffer[at++];
	const second = readNumber();
	if (!isDateSeparator(separator) || buffer[at++] !== separator) return false;
	const start = at;
	const third = readNumber();
	if (at - start !== 4 && at - start !== 2) return false;
	const yearOf = (value: number): number => (at - start === 4 ? value : value < 70 ? 2000 + value : 1900 + value);
	out.day =
		kind === 'month-first'
			? toDayNumber(yearOf(third), first, second)
			: kind === 'day-first'
				? toDayNumber(yearOf(third), second, first)
				: toDayNumber(yearOf(first), second, third);
	if (Number.isNaN(out.day)) return false;
	if (at === to) return true;
	return !isDigit(buffer[at]) && readClockAfter(buffer, at + 1, to, out);
}

function isDateSeparator(byte: number | undefined): boolean {
	return byte === DASH || byte === SLASH || byte === DOT;
}

function isDigit(byte: number | undefined): boolean {
	return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
}

/** Parses a time and an optional offset, each after any number of blanks. */
function readClockAfter(buffer: Buffer, from: number, to: number, out: ParsedTime): boolean {
	let at = from;
	while (at < to && buffer[at] === 32) at++;
	at = readClock(buffer, at, to, out);
	while (at >= 0 && at < to && buffer[at] === 32) at++;
	return at >= 0 && readOffset(buffer, at, to, out);
}

/** Parses 'Z', '+hh:mm', '-hhmm', '+hh' or nothing. False for anything else. */
function readOffset(buffer: Buffer, from: number, to: number, out: ParsedTime): boolean {
	if (from === to) return true;
	const sign = buffer[from];
	if (sign === Z && from + 1 === to) {
		out.offsetMinutes = 0;
		return true;
	}
	if (sign !== PLUS && sign !== DASH) return false;
	const hours = from + 3 <= to ? parseDigits(buffer, from + 1, 2) : -1;
	const at = from + 3 < to && buffer[from + 3] === 58 ? from + 4 : from + 3;
	const minutes = at === to ? 0 : at + 2 === to ? parseDigits(buffer, at, 2) : -1;
	if (hours < 0 || minutes < 0) return false;
	out.offsetMinutes = (sign === DASH ? -1 : 1) * (hours * 60 + minutes);
	return true;
}

/** Parses 'HH:mm', 'HH:mm:ss', 'HH:mm:ss.fff', 'HHmm' or 'HHmmss', with or without AM or PM. Returns the position after it, or -1. */
function readClock(buffer: Buffer, from: number, to: number, out: ParsedTime): number {
	const isDigitAt = (at: number): boolean => at < to && isDigit(buffer[at]);
	// A single-digit hour, as in '9:30'.
	const hourDigits = from + 1 < to && buffer[from + 1] === 58 ? 1 : 2;
	const colonLength = from + hourDigits < to && buffer[from + hourDigits] === 58 ? 1 : 0;
	if (from + hourDigits + 2 + colonLength > to) return -1;
	let hour = parseDigits(buffer, from, hourDigits);
	const minute = parseDigits(buffer, from + hourDigits + colonLength, 2);
	let at = from + hourDigits + 2 + colonLength;
	let second = 0;
	if ((colonLength === 1 && at < to && buffer[at] === 58) || (colonLength === 0 && isDigitAt(at))) {
		if (at + colonLength + 2 > to) return -1;
		second = parseDigits(buffer, at + colonLength, 2);
		at += colonLength + 2;
		if (at < to && buffer[at] === 46) for (at++; isDigitAt(at); at++);
		// Milliseconds directly after the seconds, as in 20240701093000123.
		else if (colonLength === 0 && at + 3 === to && isDigitAt(at) && isDigitAt(at + 1) && isDigitAt(at + 2)) at += 3;
	}
	const amPm = readAmPm(buffer, at, to);
	if (amPm !== undefined) {
		if (hour < 1 || hour > 12) return -1;
		hour = (hour % 12) + amPm.hours;
		at = amPm.at;
	}
	if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) return -1;
	out.clockMs = hour * HOUR + minute * MINUTE + second * SECOND;
	return at;
}

const [A, P, M] = [97, 112, 109];

/** Parses 'AM' or 'PM' in any case after optional blanks: returns the hours to add and the position after it. */
function readAmPm(buffer: Buffer, from: number, to: number): { hours: 0 | 12; at: number } | undefined {
	let at = from;
	while (at < to && buffer[at] === 32) at++;
	// Setting bit 5 makes an ASCII letter lowercase.
	const [half, m] = at + 1 < to ? [buffer[at]! | 32, buffer[at + 1]! | 32] : [0, 0];
	return m === M && (half === A || half === P) ? { hours: half === A ? 0 : 12, at: at + 2 } : undefined;
}

/** Days from 1970-01-01 to a date; NaN for an invalid one. Cached, because consecutive rows usually have the same day. */
function toDayNumber(year: number, month: number, day: number): number {
	if (month > 12 || day > 31) return Number.NaN;
	const dateKey = year * 10_000 + month * 100 + day;
	if (dateKey === cachedDateKey) return cachedDay;
	const isValid = year >= 1700 && month >= 1 && day >= 1 && day <= daysIn(year, month);
	cachedDateKey = dateKey;
	cachedDay = isValid ? Date.UTC(year, month - 1, day) / DAY : Number.NaN;
	return cachedDay;
}

function daysIn(year: number, month: number): number {
	return month === 2
		? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
			? 29
			: 28
		: month === 4 || month === 6 || month === 9 || month === 11
			? 30
			: 31;
}

/** Parses a time of day from a separate column, with an optional offset. */
export function readClockField(buffer: Buffer, from: number, to: number, out: ParsedTime): boolean {
	const at = readClock(buffer, from, to, out);
	return at >= 0 && readOffset(buffer, at, to, out);
}

/**
 * Converts seconds, milliseconds, microseconds or nanoseconds since 1970 to whole milliseconds. The magnitude decides the unit, which is right for the
 * years 1973 to 2286. Negative before 1970.
 */
export function epochToMs(value: number): number {
	const magnitude = Math.abs(value);
	return Math.floor(magnitude < 1e11 ? value * 1e3 : magnitude < 1e14 ? value : magnitude < 1e17 ? value / 1e3 : value / 1e6);
}

/** Numbers of digits that mean a date and time, not a count since 1970: '20240701', '202407010930', '20240701093000', '20240701093000123'. */
const DATE_TIME_LENGTHS = new Set([8, 12, 14, 17]);

/** Days between 1899-12-30, a spreadsheet's day 0, and 1970-01-01. */
const SPREADSHEET_EPOCH_DAYS = 25_569;
/** Spreadsheet days of 1980 to 2119, end exclusive. As seconds since 1970, all of them would be on 1970-01-01. */
const SPREADSHEET_DAYS = { from: 29_221, to: 80_000 };

/**
 * How a time field is written. `text`: year first. `epoch`: seconds or smaller units since 1970. `serial`: a spreadsheet's days. `short-year-first`: a
 * two-digit year first. `year-last`: a date with its year last that doesn't show whether the day or the month comes first.
 */
export type TimeKind = 'text' | 'epoch' | 'serial' | 'month-first' | 'day-first' | 'short-year-first' | 'year-last';

/** Three numbers with the same separator: the last is the year, or the first is a two-digit year. Groups: first, separator, second, third. */
export const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?!\d)/;

/** The kind of one time text; undefined if it is no time. */
export function detectTimeKind(text: string): TimeKind | undefined {
	if (/^\d{4}[-/.]\d/.test(text)) return 'text';
	const [, first, separator, second] = YEAR_LAST.exec(text) ?? [];
	if (first !== undefined) {
		if (Number(second) > 12) return Number(first) > 12 ? undefined : 'month-first';
		// Countries that separate dates by dots write the day first.
		return Number(first) > 12 || separator === '.' ? 'day-first' : 'year-last';
	}
	if (/^\d+$/.test(text) && DATE_TIME_LENGTHS.has(text.length)) {
		const buffer = Buffer.from(text);
		if (readYearFirst(buffer, 0, buffer.length, createParsedTime())) return 'text';
	}
	// '2024070109' is an hour, not a second in 2034.
	if (/^\d{10}$/.test(text) && text > '2000010100' && readYearFirst(Buffer.from(`${text}00`), 0, 12, createParsedTime())) return 'text';
	const value = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
	if (value >= SPREADSHEET_DAYS.from && value < SPREADSHEET_DAYS.to) return 'serial';
	// Eight digits or fewer would be seconds before March 1973.
	return value >= 1e8 || value <= -SPREADSHEET_DAYS.to ? 'epoch' : undefined;
}

/** Converts a spreadsheet's day and its fraction, rounded to the second. Whole days have no time. False if out of range. */
export function readSerial(value: number, out: ParsedTime): boolean {
	if (!(value >= SPREADSHEET_DAYS.from && value < SPREADSHEET_DAYS.to)) return false;
	const seconds = Math.round((value - Math.floor(value)) * 86_400);
	out.day = Math.floor(value) - SPREADSHEET_EPOCH_DAYS;
	out.clockMs = Number.isInteger(value) ? Number.NaN : seconds * SECOND;
	out.offsetMinutes = Number.NaN;
	return true;
}

let newYorkDay = Number.NaN;
let newYorkMidnight = 0;

/** UTC milliseconds of a local time in New York. `clock`: ms since midnight. Uses the day's offset at noon, which is right for 04:00 to 20:00. */
export function newYorkInstant(day: number, clock: number): number {
	if (day !== newYorkDay) {
		newYorkDay = day;
		newYorkMidnight = newYorkToUtc(dateOfDay(day), 12, 0) - 12 * HOUR;
	}
	return newYorkMidnight + clock;
}

/** Converts local times in a zone ('utc', 'new-york' or an IANA name) to UTC ms. Uses the day's offset at noon, since clocks change at night. */
export function createZoneConverter(zone: string): (day: number, clock: number) => number {
	if (zone === 'utc') return (day, clock) => day * DAY + clock;
	if (zone === 'new-york') return newYorkInstant;
	let midnightDay = Number.NaN;
	let midnight = 0;
	return (day, clock) => {
		if (day !== midnightDay) {
			midnightDay = day;
			midnight = wallClockToUtc(zone, day * DAY + 12 * HOUR) - 12 * HOUR;
		}
		return midnight + clock;
	};
}

/** UTC milliseconds of the end of `today` in New York: rows from then on are rejected. Infinity if `today` is unknown. */
export function endOfDay(today: ExchangeDate | undefined): number {
	return today === undefined ? Number.POSITIVE_INFINITY : newYorkToUtc(today, 24, 0);
}
