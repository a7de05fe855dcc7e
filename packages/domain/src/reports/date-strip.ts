import type { Calendar, Session } from '../time/calendar.ts';
import { type ExchangeDate, exchangeDate } from '../time/units.ts';
import { addDays } from '../time/zone.ts';

/** Number of past calendar days in the report picker's strip. */
export const STRIP_DAYS = 40;
/** First selectable year, unless the oldest stored report is earlier. */
export const FIRST_PICKER_YEAR = 2023;

/** A trading day in the report picker. */
export interface StripDay {
	readonly date: ExchangeDate;
	/** Whether the session closes early. */
	readonly early: boolean;
	/** Whether the day is shown, but disabled. */
	readonly future: boolean;
}

/** Returns the trading days of the last STRIP_DAYS calendar days and today, oldest first. */
export function dateStrip(calendar: Calendar, today: ExchangeDate): StripDay[] {
	return calendar.sessionsBetween(addDays(today, -STRIP_DAYS), today).map((session) => createStripDay(session, today));
}

function createStripDay(session: Session, today: ExchangeDate): StripDay {
	return {
		date: session.date,
		early: session.early,
		future: session.date > today,
	};
}

/** Returns the trading days of a month (1 to 12), oldest first, for the month and year selectors. */
export function monthStrip(calendar: Calendar, year: number, month: number, today: ExchangeDate): StripDay[] {
	const first = exchangeDate(`${year}-${String(month).padStart(2, '0')}-01`);
	// Dates are compared as text, so the 31st works as the end of every month.
	const last = exchangeDate(`${first.slice(0, 8)}31`);
	return calendar.sessionsBetween(first, last).map((session) => createStripDay(session, today));
}

/** Returns the selectable years, newest first, from the current year back to FIRST_PICKER_YEAR or the oldest stored report. */
export function pickerYears(today: ExchangeDate, oldestReport: ExchangeDate | null): number[] {
	const first = Math.min(FIRST_PICKER_YEAR, yearOf(today), oldestReport ? yearOf(oldestReport) : FIRST_PICKER_YEAR);
	return Array.from({ length: yearOf(today) - first + 1 }, (_, i) => yearOf(today) - i);
}

function yearOf(date: ExchangeDate): number {
	return Number(date.slice(0, 4));
}

/** Returns the selectable months (1 to 12) of a year, without future ones. */
export function pickerMonths(today: ExchangeDate, year: number): number[] {
	if (year > yearOf(today)) return [];
	return Array.from({ length: year === yearOf(today) ? Number(today.slice(5, 7)) : 12 }, (_, i) => i + 1);
}
