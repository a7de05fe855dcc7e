import { type Calendar, createCalendar, type Holiday } from './calendar.ts';

/** The calendar with the operator's closures, which can change at any time: users of it see changes at once. */
export interface SiteCalendar extends Calendar {
	/** Replaces the closures. The new ones must agree about every day that has begun: ordinals of its sessions are in use. */
	close(closures: readonly Holiday[]): void;
}

export function createSiteCalendar(closures: readonly Holiday[] = []): SiteCalendar {
	let now = createCalendar(closures);
	return {
		sessionOn: (date) => now.sessionOn(date),
		sessionsBetween: (from, to) => now.sessionsBetween(from, to),
		sessionAt: (ms) => now.sessionAt(ms),
		lastOpened: (ms) => now.lastOpened(ms),
		nextToOpen: (ms) => now.nextToOpen(ms),
		nextSession: (date) => now.nextSession(date),
		previousSession: (date) => now.previousSession(date),
		sessionNumber: (ordinal) => now.sessionNumber(ordinal),
		holidayOn: (date) => now.holidayOn(date),
		holidaysBetween: (from, to) => now.holidaysBetween(from, to),
		close: (next) => {
			now = createCalendar(next);
		},
	};
}
