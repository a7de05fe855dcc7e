/** Wall clocks of other time zones, by Intl: for users' settings, not for the market's own times. */
import { DAY, MINUTE, type UtcMs } from './units.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether it is a known name of the IANA database, such as Europe/Vienna. */
export function isZone(zone: string): boolean {
	if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return false;
	try {
		formatOf(zone);
		return true;
	} catch {
		return false;
	}
}

function formatOf(zone: string): Intl.DateTimeFormat {
	// Names are case-insensitive: user input must not fill the cache.
	const name = zone.toLowerCase();
	const found =
		formats.get(name) ??
		new Intl.DateTimeFormat('en-US', {
			timeZone: zone,
			hourCycle: 'h23',
			year: 'numeric',
			month: 'numeric',
			day: 'numeric',
			hour: 'numeric',
			minute: 'numeric',
			second: 'numeric',
		});
	formats.set(name, found);
	return found;
}

/** The wall clock of the zone, represented as if it were UTC. */
export function wallIn(zone: string, ms: number): number {
	const parts = Object.fromEntries(
		formatOf(zone)
			.formatToParts(ms)
			.map(({ type, value }) => [type, Number(value)]),
	) as Record<string, number>;
	const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The first instant at which the zone's wall clock shows this time or later (represented as UTC); for a time that never occurs, the first one after
 * it.
 */
export function instantOf(zone: string, wall: number): UtcMs {
	// Offsets are between -12 and +14 hours and change by few hours at a time: the two guesses enclose the answer.
	const early = wall - (wallIn(zone, wall - DAY) - (wall - DAY));
	const late = wall - (wallIn(zone, wall + DAY) - (wall + DAY));
	const [first, second] = [Math.min(early, late), Math.max(early, late)];
	if (wallIn(zone, first) === wall) return first as UtcMs;
	if (wallIn(zone, second) === wall) return second as UtcMs;
	// The clocks skip this time: search for the jump between the two guesses.
	let [from, to] = [first, second];
	while (to - from > MINUTE) {
		const middle = from + Math.floor((to - from) / 2 / MINUTE) * MINUTE;
		if (wallIn(zone, middle) >= wall) to = middle;
		else from = middle;
	}
	return to as UtcMs;
}

/** Minutes since midnight on the zone's wall clock, with their fraction, from 0 to below 1440. */
export function minuteIn(zone: string, ms: number): number {
	const wall = wallIn(zone, ms);
	return (wall - Math.floor(wall / DAY) * DAY) / MINUTE;
}

/** The zone's day that contains the instant: its start, and the start of the next. */
export function dayIn(zone: string, ms: number): { from: UtcMs; to: UtcMs } {
	const midnight = Math.floor(wallIn(zone, ms) / DAY) * DAY;
	return { from: instantOf(zone, midnight), to: instantOf(zone, midnight + DAY) };
}
