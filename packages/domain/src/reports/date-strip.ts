import type { Calendar, Session } from '../time/calendar.ts';
import { type ExchangeDate, exchangeDate } from '../time/units.ts';
import { addDays } from '../time/zone.ts';

/** Calendar days in the strip of the report picker. */
export const STRIP_DAYS = 40;
/** The selectable years begin here, or with the oldest stored report. */
export const FIRST_PICKER_YEAR = 2023;

/** A selectable trading day; `future` ones are shown but disabled. */
export interface StripDay {
	readonly date: ExchangeDate;
	readonly early: boolean;
	readonly future: boolean;
}

/** Trading days of the last 40 calendar days and today, oldest first; weekends and full holidays are excluded. */
export function dateStrip(calendar: Calendar, today: ExchangeDate): StripDay[] {
	return calendar.sessionsBetween(addDays(today, -STRIP_DAYS), today).map((session) => day(session, today));
}

function day(session: Session, today: ExchangeDate): StripDay {
	return {
		date: session.date,
		early: session.early,
		future: session.date > today,
	};
}

/** Trading days of a month (1 to 12), oldest first, for the month and year selectors. */
export function monthStrip(calendar: Calendar, year: number, month: number, today: ExchangeDate): StripDay[] {
	const first = exchangeDate(`${year}-${String(month).padStart(2, '0')}-01`);
	// Dates are compared as text, so the 31st works as the end of every month.
	const last = exchangeDate(`${first.slice(0, 8)}31`);
	return calendar.sessionsBetween(first, last).map((session) => day(session, today));
}

/** Years of the selector, newest first: from 2023, or the oldest stored report if that is earlier, to this year. */
export function pickerYears(today: ExchangeDate, oldestReport: ExchangeDate | null): number[] {
	const first = Math.min(FIRST_PICKER_YEAR, yearOf(today), oldestReport ? yearOf(oldestReport) : FIRST_PICKER_YEAR);
	return Array.from({ length: yearOf(today) - first + 1 }, (_, i) => yearOf(today) - i);
}

function yearOf(date: ExchangeDate): number {
	return Number(date.slice(0, 4));
}

/** Months (1 to 12) of the selector, without future ones. */
export function pickerMonths(today: ExchangeDate, year: number): number[] {
	if (year > yearOf(today)) return [];
	return Array.from({ length: year === yearOf(today) ? Number(today.slice(5, 7)) : 12 }, (_, i) => i + 1);
}
