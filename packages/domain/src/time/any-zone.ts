import { DAY, MINUTE, type UtcMs } from './units.ts';

/** Wall clocks of arbitrary time zones, for users' settings. Slow because of Intl; for New York time, use `zone.ts`. */
const formatters = new Map<string, Intl.DateTimeFormat>();

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
		formatters.get(name) ??
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
	formatters.set(name, formatter);
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
 * Returns the first instant at which the zone's wall clock shows `wallMs` (represented as if it were UTC). If the clock skips that time, returns the instant of
 * the jump.
 */
export function wallClockToUtc(zone: string, wallMs: number): UtcMs {
	// Offsets are between -12 and +14 hours and change by a few hours at a time, so the answer is between these two guesses.
	const earlyGuess = wallMs - (wallClockIn(zone, wallMs - DAY) - (wallMs - DAY));
	const lateGuess = wallMs - (wallClockIn(zone, wallMs + DAY) - (wallMs + DAY));
	const [first, second] = [Math.min(earlyGuess, lateGuess), Math.max(earlyGuess, lateGuess)];
	if (wallClockIn(zone, first) === wallMs) return first as UtcMs;
	if (wallClockIn(zone, second) === wallMs) return second as UtcMs;
	// The clocks skip this time: search for the jump between the two guesses.
	let [beforeJump, afterJump] = [first, second];
	while (afterJump - beforeJump > MINUTE) {
		const middle = beforeJump + Math.floor((afterJump - beforeJump) / 2 / MINUTE) * MINUTE;
		if (wallClockIn(zone, middle) >= wallMs) afterJump = middle;
		else beforeJump = middle;
	}
	return afterJump as UtcMs;
}

/** Returns the minutes since midnight on the zone's wall clock, with fractions, in [0, 1440). */
export function minuteOfDayIn(zone: string, ms: number): number {
	const wallMs = wallClockIn(zone, ms);
	return (wallMs - Math.floor(wallMs / DAY) * DAY) / MINUTE;
}

/** Returns the zone's calendar day that contains the instant, as [from, to). */
export function dayRangeIn(zone: string, ms: number): { from: UtcMs; to: UtcMs } {
	const midnight = Math.floor(wallClockIn(zone, ms) / DAY) * DAY;
	return { from: wallClockToUtc(zone, midnight), to: wallClockToUtc(zone, midnight + DAY) };
}
