import { type Calendar, createCalendar, type Holiday, LAST_YEAR, nyse } from './calendar.ts';
import type { ExchangeDate } from './units.ts';
import { dayNumber, weekdayOfDay } from './zone.ts';

/** Maximum number of closures that an operator can add; the exchange had about sixty in a hundred years. */
export const MAX_CLOSURES = 200;

export function sortByDate(closures: readonly Holiday[]): Holiday[] {
	return [...closures].sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** Lists the dates whose closures differ between the lists, ascending. */
export function changedDates(before: readonly Holiday[], after: readonly Holiday[]): ExchangeDate[] {
	const [beforeByDate, afterByDate] = [before, after].map((list) => new Map(list.map((closure) => [closure.date, closure])));
	const dates = new Set([...before, ...after].map(({ date }) => date));
	return [...dates].filter((date) => !isSame(beforeByDate?.get(date), afterByDate?.get(date))).sort();
}

function isSame(a: Holiday | undefined, b: Holiday | undefined): boolean {
	return a?.type === b?.type && a?.name === b?.name;
}

/**
 * Returns the error message for closures that can't replace the previous ones; undefined if they can. `lastOpenedDate` is the date of the newest session that has
 * opened. Days up to `lastOpenedDate` can't change, because reports depend on them.
 */
export function closuresError(
	before: readonly Holiday[],
	after: readonly Holiday[],
	lastOpenedDate: ExchangeDate | undefined,
): string | undefined {
	if (after.length > MAX_CLOSURES) return `At most ${MAX_CLOSURES} closures are allowed.`;
	const dates = new Set<ExchangeDate>();
	for (const { date } of after) {
		if (dates.has(date)) return `${date} is listed twice: list it once.`;
		dates.add(date);
	}
	for (const date of changedDates(before, after)) {
		if (lastOpenedDate !== undefined && date <= lastOpenedDate)
			return `${date} has already begun and can't be changed: choose a day after ${lastOpenedDate}.`;
		const closure = after.find((candidate) => candidate.date === date);
		const reason = closure && closureError(closure);
		if (reason) return `${date} ${reason}: choose another day.`;
	}
	return undefined;
}

/** Says why a closure isn't possible on its date, as the continuation of a sentence; undefined if it is possible. */
function closureError({ date, type }: Holiday): string | undefined {
	const weekday = weekdayOfDay(dayNumber(date));
	if (weekday === 0 || weekday === 6) return 'falls on a weekend, when the exchange is closed anyway';
	if (Number(date.slice(0, 4)) > LAST_YEAR) return `is after ${LAST_YEAR}, when the calendar ends`;
	const holiday = nyse.holidayOn(date);
	if (holiday?.type === 'full') return `is ${holiday.name}, when the exchange is closed anyway`;
	if (holiday && type === 'early-close') return `is ${holiday.name}, when the exchange closes at 13:00 anyway`;
	return undefined;
}

/** A calendar with the operator's closures. Replacing the closures has an immediate effect on all users of the calendar. */
export interface SiteCalendar extends Calendar {
	/** Replaces the closures. The new ones must not differ on days that have begun, because reports depend on the ordinals of sessions. */
	replaceClosures(closures: readonly Holiday[]): void;
}

export function createSiteCalendar(closures: readonly Holiday[] = []): SiteCalendar {
	let current = createCalendar(closures);
	return {
		sessionOn: (date) => current.sessionOn(date),
		sessionsBetween: (from, to) => current.sessionsBetween(from, to),
		sessionAt: (ms) => current.sessionAt(ms),
		lastOpened: (ms) => current.lastOpened(ms),
		nextToOpen: (ms) => current.nextToOpen(ms),
		nextSession: (date) => current.nextSession(date),
		previousSession: (date) => current.previousSession(date),
		sessionByOrdinal: (ordinal) => current.sessionByOrdinal(ordinal),
		holidayOn: (date) => current.holidayOn(date),
		holidaysBetween: (from, to) => current.holidaysBetween(from, to),
		replaceClosures: (next) => {
			current = createCalendar(next);
		},
	};
}
