import { IRREGULAR, KNOWN_YEARS } from './calendar-data.ts';
import { type Holiday, holidaysByRule } from './holiday-rules.ts';
import { DAY, type ExchangeDate, exchangeDate, type UtcMs } from './units.ts';
import { dateOfDay, newYorkDate, newYorkToUtc, weekdayOfDay } from './zone.ts';

export type { Holiday } from './holiday-rules.ts';

/** One regular trading session, 09:30 to 16:00 New York time, or to 13:00 on an early close. */
export interface Session {
	readonly date: ExchangeDate;
	readonly open: UtcMs;
	readonly close: UtcMs;
	/** 15-minute slots from open to close. */
	readonly slots: 26 | 14;
	readonly early: boolean;
	/** Sessions since 1998-01-02, which is 0. */
	readonly ordinal: number;
}

export const FIRST_YEAR = 1998;
/** Bar times are 32-bit seconds and end in 2106. */
export const LAST_YEAR = 2105;

/** Sessions and holidays from 1998 to 2105. Dates outside have neither. Every lookup is O(1) or O(log n); a year is computed on first use. */
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
	/** The session with this ordinal. */
	sessionNumber(ordinal: number): Session | undefined;
	holidayOn(date: ExchangeDate): Holiday | undefined;
	/** Holidays with from <= date <= to, in order. */
	holidaysBetween(from: ExchangeDate, to: ExchangeDate): Holiday[];
}

const known = new Map(KNOWN_YEARS.map(([year, full, early]) => [year, { full, early }]));

/** Holidays of a year: the table's dates with the rules' names; after the table, those of the rules. */
export function holidaysOfYear(year: number): Holiday[] {
	const rules = holidaysByRule(year);
	const table = known.get(year);
	if (!table) return rules;
	const names = new Map([...rules, ...IRREGULAR].map((h) => [h.date, h.name]));
	const read = (days: string, type: Holiday['type']): Holiday[] =>
		days.split(' ').map((day) => {
			const date = exchangeDate(`${year}-${day}`);
			return { date, type, name: names.get(date) ?? 'Market closed' };
		});
	return [...read(table.full, 'full'), ...read(table.early, 'early-close')].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/**
 * A trading calendar. `extra` contains closures that neither the rules nor the table include; on a date with a holiday they replace it. They change
 * the ordinals of all later sessions: store dates, not ordinals.
 */
export function createCalendar(extra: readonly Holiday[] = []): Calendar {
	const sessions: Session[] = [];
	const byDate = new Map<ExchangeDate, Session>();
	const holidays: Holiday[] = [];
	const holidayByDate = new Map<ExchangeDate, Holiday>();
	let builtTo = FIRST_YEAR - 1;

	const buildYear = (year: number): void => {
		const closures = new Map(holidaysOfYear(year).map((h) => [h.date, h]));
		for (const h of extra) if (h.date.startsWith(`${year}-`)) closures.set(h.date, h);
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
			const session = sessionOf(date, closure !== undefined, sessions.length);
			sessions.push(session);
			byDate.set(date, session);
		}
	};
	/** Builds up to the end of the year after `date`, so that the session after the last one of a year exists, too. */
	const reach = (date: ExchangeDate): void => {
		const wanted = Math.min(Number(date.slice(0, 4)) + 1, LAST_YEAR);
		while (builtTo < wanted) buildYear(++builtTo);
	};
	/** First index whose date isn't before (or, with `after`, is after) the given one. */
	const bound = (list: readonly { date: ExchangeDate }[], date: ExchangeDate, after: boolean): number => {
		let low = 0;
		let high = list.length;
		while (low < high) {
			const middle = (low + high) >>> 1;
			const found = (list[middle] as { date: ExchangeDate }).date;
			if (found < date || (after && found === date)) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	const between = <T extends { date: ExchangeDate }>(list: readonly T[], from: ExchangeDate, to: ExchangeDate): T[] => {
		reach(to);
		return list.slice(bound(list, from, false), bound(list, to, true));
	};
	const on = (date: ExchangeDate): Session | undefined => {
		reach(date);
		return byDate.get(date);
	};
	const next = (date: ExchangeDate): Session | undefined => {
		reach(date);
		return sessions[bound(sessions, date, true)];
	};
	const previous = (date: ExchangeDate): Session | undefined => {
		reach(date);
		return sessions[bound(sessions, date, false) - 1];
	};

	return {
		sessionOn: on,
		sessionsBetween: (from, to) => between(sessions, from, to),
		sessionAt: (ms) => {
			const session = on(newYorkDate(ms));
			return session && ms >= session.open && ms < session.close ? session : undefined;
		},
		lastOpened: (ms) => {
			const date = newYorkDate(ms);
			const session = on(date);
			return session && ms >= session.open ? session : previous(date);
		},
		nextToOpen: (ms) => {
			const date = newYorkDate(ms);
			const session = on(date);
			return session && ms < session.open ? session : next(date);
		},
		nextSession: next,
		previousSession: previous,
		sessionNumber: (ordinal) => {
			while (ordinal >= sessions.length && builtTo < LAST_YEAR) buildYear(++builtTo);
			return sessions[ordinal];
		},
		holidayOn: (date) => {
			reach(date);
			return holidayByDate.get(date);
		},
		holidaysBetween: (from, to) => between(holidays, from, to),
	};
}

function sessionOf(date: ExchangeDate, early: boolean, ordinal: number): Session {
	return {
		date,
		open: newYorkToUtc(date, 9, 30),
		close: newYorkToUtc(date, early ? 13 : 16, 0),
		slots: early ? 14 : 26,
		early,
		ordinal,
	};
}

/** The calendar without local additions. */
export const nyse: Calendar = createCalendar();

export const { sessionOn, sessionsBetween, sessionAt, lastOpened, nextToOpen, nextSession, previousSession, sessionNumber } = nyse;
export const { holidayOn, holidaysBetween } = nyse;
