import { type Holiday, holidaysByRule } from './holiday-rules.ts';
import { DAY, type ExchangeDate, exchangeDate, type UtcMs } from './units.ts';
import { dateOfDay, newYorkDate, newYorkToUtc, weekdayOfDay } from './zone.ts';

/**
 * The NYSE's full holidays and early closes (13:00), as observed or announced. Later years follow the rules of `holidaysByRule`. Verified against the
 * market hours of QuantConnect Lean (Apache-2.0) and, for the half days of 1998-1999, against the holidays package (MIT).
 */
export const KNOWN_YEARS: readonly (readonly [year: number, full: string, early: string])[] = [
	[1998, '01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25', '11-27 12-24'],
	[1999, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26 12-31'],
	[2000, '01-17 02-21 04-21 05-29 07-04 09-04 11-23 12-25', '07-03 11-24'],
	[2001, '01-01 01-15 02-19 04-13 05-28 07-04 09-03 09-11 09-12 09-13 09-14 11-22 12-25', '07-03 11-23 12-24'],
	[2002, '01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25', '07-05 11-29 12-24'],
	[2003, '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25', '07-03 11-28 12-24 12-26'],
	[2004, '01-01 01-19 02-16 04-09 05-31 06-11 07-05 09-06 11-25 12-24', '11-26'],
	[2005, '01-17 02-21 03-25 05-30 07-04 09-05 11-24 12-26', '11-25'],
	[2006, '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25', '07-03 11-24'],
	[2007, '01-01 01-02 01-15 02-19 04-06 05-28 07-04 09-03 11-22 12-25', '07-03 11-23 12-24'],
	[2008, '01-01 01-21 02-18 03-21 05-26 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
	[2009, '01-01 01-19 02-16 04-10 05-25 07-03 09-07 11-26 12-25', '11-27 12-24'],
	[2010, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
	[2011, '01-17 02-21 04-22 05-30 07-04 09-05 11-24 12-26', '11-25'],
	[2012, '01-02 01-16 02-20 04-06 05-28 07-04 09-03 10-29 10-30 11-22 12-25', '07-03 11-23 12-24'],
	[2013, '01-01 01-21 02-18 03-29 05-27 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
	[2014, '01-01 01-20 02-17 04-18 05-26 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
	[2015, '01-01 01-19 02-16 04-03 05-25 07-03 09-07 11-26 12-25', '11-27 12-24'],
	[2016, '01-01 01-18 02-15 03-25 05-30 07-04 09-05 11-24 12-26', '11-25'],
	[2017, '01-02 01-16 02-20 04-14 05-29 07-04 09-04 11-23 12-25', '07-03 11-24'],
	[2018, '01-01 01-15 02-19 03-30 05-28 07-04 09-03 11-22 12-05 12-25', '07-03 11-23 12-24'],
	[2019, '01-01 01-21 02-18 04-19 05-27 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
	[2020, '01-01 01-20 02-17 04-10 05-25 07-03 09-07 11-26 12-25', '11-27 12-24'],
	[2021, '01-01 01-18 02-15 04-02 05-31 07-05 09-06 11-25 12-24', '11-26'],
	[2022, '01-17 02-21 04-15 05-30 06-20 07-04 09-05 11-24 12-26', '11-25'],
	[2023, '01-02 01-16 02-20 04-07 05-29 06-19 07-04 09-04 11-23 12-25', '07-03 11-24'],
	[2024, '01-01 01-15 02-19 03-29 05-27 06-19 07-04 09-02 11-28 12-25', '07-03 11-29 12-24'],
	[2025, '01-01 01-09 01-20 02-17 04-18 05-26 06-19 07-04 09-01 11-27 12-25', '07-03 11-28 12-24'],
	[2026, '01-01 01-19 02-16 04-03 05-25 06-19 07-03 09-07 11-26 12-25', '11-27 12-24'],
	[2027, '01-01 01-18 02-15 03-26 05-31 06-18 07-05 09-06 11-25 12-24', '11-26'],
];

/** The dates of the table above that don't follow a rule, with their reasons. */
export const IRREGULAR_CLOSURES: readonly Holiday[] = [
	{ date: exchangeDate('1999-12-31'), type: 'early-close', name: "New Year's Eve" },
	{ date: exchangeDate('2001-09-11'), type: 'full', name: 'September 11 attacks' },
	{ date: exchangeDate('2001-09-12'), type: 'full', name: 'September 11 attacks' },
	{ date: exchangeDate('2001-09-13'), type: 'full', name: 'September 11 attacks' },
	{ date: exchangeDate('2001-09-14'), type: 'full', name: 'September 11 attacks' },
	{ date: exchangeDate('2003-12-26'), type: 'early-close', name: 'Day after Christmas' },
	{ date: exchangeDate('2004-06-11'), type: 'full', name: 'National day of mourning (Ronald Reagan)' },
	{ date: exchangeDate('2007-01-02'), type: 'full', name: 'National day of mourning (Gerald Ford)' },
	{ date: exchangeDate('2012-10-29'), type: 'full', name: 'Hurricane Sandy' },
	{ date: exchangeDate('2012-10-30'), type: 'full', name: 'Hurricane Sandy' },
	{ date: exchangeDate('2018-12-05'), type: 'full', name: 'National day of mourning (George H. W. Bush)' },
	{ date: exchangeDate('2025-01-09'), type: 'full', name: 'National day of mourning (Jimmy Carter)' },
];

export type { Holiday } from './holiday-rules.ts';

/** One regular trading session, 09:30 to 16:00 New York time, or to 13:00 on an early close. */
export interface Session {
	readonly date: ExchangeDate;
	readonly open: UtcMs;
	readonly close: UtcMs;
	/** Number of 15-minute slots from open to close. */
	readonly slots: 26 | 14;
	/** Whether the session closes early. */
	readonly early: boolean;
	/** Number in the calendar: 1998-01-02 is 0. */
	readonly ordinal: number;
}

export const FIRST_YEAR = 1998;
/** Bar times are 32-bit seconds, which end in 2106. */
export const LAST_YEAR = 2105;

/** Sessions and holidays from FIRST_YEAR to LAST_YEAR; other years have none. Every lookup is O(1) or O(log n); a year is computed on first use. */
export interface Calendar {
	sessionOn(date: ExchangeDate): Session | undefined;
	/** Sessions with from <= date <= to, in order. */
	sessionsBetween(from: ExchangeDate, to: ExchangeDate): Session[];
	/** The session that is open at the instant: open <= ms < close. */
	sessionAt(ms: number): Session | undefined;
	/** The newest session that has opened: open <= ms. */
	lastOpened(ms: number): Session | undefined;
	/** The session that opens next: ms < open. */
	nextToOpen(ms: number): Session | undefined;
	/** The first session after the date, exclusive. */
	nextSession(date: ExchangeDate): Session | undefined;
	/** The last session before the date, exclusive. */
	previousSession(date: ExchangeDate): Session | undefined;
	sessionByOrdinal(ordinal: number): Session | undefined;
	holidayOn(date: ExchangeDate): Holiday | undefined;
	/** Holidays with from <= date <= to, in order. */
	holidaysBetween(from: ExchangeDate, to: ExchangeDate): Holiday[];
}

const knownYears = new Map(KNOWN_YEARS.map(([year, full, early]) => [year, { full, early }]));

/** Returns a year's holidays: dates of KNOWN_YEARS with names from the rules, or the rules alone for other years. */
export function holidaysOfYear(year: number): Holiday[] {
	const rules = holidaysByRule(year);
	const table = knownYears.get(year);
	if (!table) return rules;
	const names = new Map([...rules, ...IRREGULAR_CLOSURES].map((h) => [h.date, h.name]));
	const parseDays = (days: string, type: Holiday['type']): Holiday[] =>
		days.split(' ').map((day) => {
			const date = exchangeDate(`${year}-${day}`);
			return { date, type, name: names.get(date) ?? 'Market closed' };
		});
	return [...parseDays(table.full, 'full'), ...parseDays(table.early, 'early-close')].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * Creates a trading calendar. `extraClosures` replace a holiday on the same date. They change the ordinals of all later sessions, so store dates, not
 * ordinals.
 */
export function createCalendar(extraClosures: readonly Holiday[] = []): Calendar {
	const sessions: Session[] = [];
	const sessionByDate = new Map<ExchangeDate, Session>();
	const holidays: Holiday[] = [];
	const holidayByDate = new Map<ExchangeDate, Holiday>();
	let lastBuiltYear = FIRST_YEAR - 1;

	const buildYear = (year: number): void => {
		const closures = new Map(holidaysOfYear(year).map((h) => [h.date, h]));
		for (const closure of extraClosures) if (closure.date.startsWith(`${year}-`)) closures.set(closure.date, closure);
		for (let day = Date.UTC(year, 0, 1) / DAY; day < Date.UTC(year + 1, 0, 1) / DAY; day++) {
			const weekday = weekdayOfDay(day);
			if (weekday === 0 || weekday === 6) continue;
			const date = dateOfDay(day);
			const closure = closures.get(date);
			if (closure) {
				holidays.push(closure);
				holidayByDate.set(date, closure);
			}
			if (closure?.type === 'full') continue;
			const session = createSession(date, closure !== undefined, sessions.length);
			sessions.push(session);
			sessionByDate.set(date, session);
		}
	};
	/** Builds sessions up to the end of the year after `date`, so that the session after the last one of a year exists, too. */
	const buildUntil = (date: ExchangeDate): void => {
		const lastYear = Math.min(Number(date.slice(0, 4)) + 1, LAST_YEAR);
		while (lastBuiltYear < lastYear) buildYear(++lastBuiltYear);
	};
	/** Finds the index of the first element on or after `date`; with `isExclusive`, strictly after it. */
	const findIndexFrom = (sortedDays: readonly { date: ExchangeDate }[], date: ExchangeDate, isExclusive: boolean): number => {
		let low = 0;
		let high = sortedDays.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const middleDate = (sortedDays[middle] as { date: ExchangeDate }).date;
			if (middleDate < date || (isExclusive && middleDate === date)) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	const sliceBetween = <T extends { date: ExchangeDate }>(list: readonly T[], from: ExchangeDate, to: ExchangeDate): T[] => {
		buildUntil(to);
		return list.slice(findIndexFrom(list, from, false), findIndexFrom(list, to, true));
	};
	const findSession = (date: ExchangeDate): Session | undefined => {
		buildUntil(date);
		return sessionByDate.get(date);
	};
	const findNext = (date: ExchangeDate): Session | undefined => {
		buildUntil(date);
		return sessions[findIndexFrom(sessions, date, true)];
	};
	const findPrevious = (date: ExchangeDate): Session | undefined => {
		buildUntil(date);
		return sessions[findIndexFrom(sessions, date, false) - 1];
	};

	return {
		sessionOn: findSession,
		sessionsBetween: (from, to) => sliceBetween(sessions, from, to),
		sessionAt: (ms) => {
			const session = findSession(newYorkDate(ms));
			return session && ms >= session.open && ms < session.close ? session : undefined;
		},
		lastOpened: (ms) => {
			const date = newYorkDate(ms);
			const session = findSession(date);
			return session && ms >= session.open ? session : findPrevious(date);
		},
		nextToOpen: (ms) => {
			const date = newYorkDate(ms);
			const session = findSession(date);
			return session && ms < session.open ? session : findNext(date);
		},
		nextSession: findNext,
		previousSession: findPrevious,
		sessionByOrdinal: (ordinal) => {
			while (ordinal >= sessions.length && lastBuiltYear < LAST_YEAR) buildYear(++lastBuiltYear);
			return sessions[ordinal];
		},
		holidayOn: (date) => {
			buildUntil(date);
			return holidayByDate.get(date);
		},
		holidaysBetween: (from, to) => sliceBetween(holidays, from, to),
	};
}

function createSession(date: ExchangeDate, early: boolean, ordinal: number): Session {
	return {
		date,
		open: newYorkToUtc(date, 9, 30),
		close: newYorkToUtc(date, early ? 13 : 16, 0),
		slots: early ? 14 : 26,
		early,
		ordinal,
	};
}

/** The exchange's calendar, without closures added by an operator. */
export const nyse: Calendar = createCalendar();

export const { sessionOn, sessionsBetween, sessionAt, lastOpened, nextToOpen, nextSession, previousSession, sessionByOrdinal } = nyse;
export const { holidayOn, holidaysBetween } = nyse;
