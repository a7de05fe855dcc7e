import { DAY, MINUTE, type UtcMs } from './units.ts';

/** Wall clocks of arbitrary time zones, for users' settings. Slow because of Intl; for New York time, use `zone.ts`. */
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a text names a time zone of the IANA database, such as Europe/Vienna. */
export function isZone(zone: string): boolean {
	if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(zone)) return false;
	try {
		getFormatter(zone);
		return true;
	} catch {
		return false;
	}
}

function getFormatter(zone: string): Intl.DateTimeFormat {
	// Names are case-insensitive. Normalizing them keeps user input from filling the cache.
	const name = zone.toLowerCase();
	const formatter =
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
	formats.set(name, formatter);
	return formatter;
}

/** Returns the zone's wall clock at an instant, represented as if it were UTC. */
export function wallClockIn(zone: string, ms: number): number {
	const parts = Object.fromEntries(
		getFormatter(zone)
			.formatToParts(ms)
			.map(({ type, value }) => [type, Number(value)]),
	) as Record<string, number>;
	const { year = 1970, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts;
	return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * Returns the first instant at which the zone's wall clock shows `wall` (represented as if it were UTC). If the clock skips that time, returns the instant of
 * the jump.
 */
export function wallClockToUtc(zone: string, wall: number): UtcMs {
	// Offsets are between -12 and +14 hours and change by a few hours at a time, so the answer is between these two guesses.
	const early = wall - (wallClockIn(zone, wall - DAY) - (wall - DAY));
	const late = wall - (wallClockIn(zone, wall + DAY) - (wall + DAY));
	const [first, second] = [Math.min(early, late), Math.max(early, late)];
	if (wallClockIn(zone, first) === wall) return first as UtcMs;
	if (wallClockIn(zone, second) === wall) return second as UtcMs;
	// The clocks skip this time: search for the jump between the two guesses.
	let [from, to] = [first, second];
	while (to - from > MINUTE) {
		const middle = from + Math.floor((to - from) / 2 / MINUTE) * MINUTE;
		if (wallClockIn(zone, middle) >= wall) to = middle;
		else from = middle;
	}
	return to as UtcMs;
}

/** Returns the minutes since midnight on the zone's wall clock, with fractions, in [0, 1440). */
export function minuteOfDayIn(zone: string, ms: number): number {
	const wall = wallClockIn(zone, ms);
	return (wall - Math.floor(wall / DAY) * DAY) / MINUTE;
}

/** Returns the zone's calendar day that contains the instant, as [from, to). */
export function dayRangeIn(zone: string, ms: number): { from: UtcMs; to: UtcMs } {
	const midnight = Math.floor(wallClockIn(zone, ms) / DAY) * DAY;
	return { from: wallClockToUtc(zone, midnight), to: wallClockToUtc(zone, midnight + DAY) };
}
