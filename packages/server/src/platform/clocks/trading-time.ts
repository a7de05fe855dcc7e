import type { Calendar } from '@sw/domain/time/calendar';
import { MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';

/** A running market clock goes from the open to this long after the close, so that the last slot's reports come out, then on to the next open. */
export const AFTER_CLOSE = 5 * MINUTE;
/** Those reports take machine time, not market time: however fast the clock, the stretch after the close lasts at least this long by the wall clock. */
const LEAST_AFTER_CLOSE = 5 * SECOND;

/** A stretch of running time. */
export interface Stretch {
	end: UtcMs;
	/** Highest speed of the clock in it. */
	fastest: number;
}

/** The stretch that contains `now`; undefined when now is in skipped time. */
export function stretchAt(calendar: Calendar, now: UtcMs): Stretch | undefined {
	const session = calendar.lastOpened(now);
	if (!session) return undefined;
	if (now < session.close) return { end: session.close, fastest: Number.POSITIVE_INFINITY };
	const end = utcMs(session.close + AFTER_CLOSE);
	return now < end ? { end, fastest: AFTER_CLOSE / LEAST_AFTER_CLOSE } : undefined;
}

/** Market time after `elapsed` wall-clock milliseconds at a speed: closed hours take no time. RangeError beyond the calendar. */
export function advance(calendar: Calendar, from: UtcMs, elapsed: number, speed: number): UtcMs {
	let now = from;
	let left = elapsed;
	for (;;) {
		const stretch = stretchAt(calendar, now);
		if (stretch) {
			const pace = Math.min(speed, stretch.fastest);
			if (now + left * pace < stretch.end) return utcMs(now + left * pace);
			left -= (stretch.end - now) / pace;
			now = stretch.end;
			continue;
		}
		const next = calendar.nextToOpen(now);
		if (!next) throw new RangeError('The calendar has no session after this one');
		now = next.open;
	}
}
