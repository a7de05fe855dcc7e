import type { Calendar } from '@sw/domain/time/calendar';
import { MINUTE, type UtcMs, utcMs } from '@sw/domain/time/units';

/** A running market clock goes from the open to this long after the close, so that the last slot's reports come out, then on to the next open. */
export const AFTER_CLOSE = 5 * MINUTE;

/** The end of the stretch of running time that holds `now`, or undefined when now lies in skipped time. */
export const runningUntil = (calendar: Calendar, now: UtcMs): UtcMs | undefined => {
	const session = calendar.lastOpened(now);
	const end = session && session.close + AFTER_CLOSE;
	return end !== undefined && now < end ? utcMs(end) : undefined;
};

/** Market time after `elapsed` milliseconds of running time: closed hours pass in no time. RangeError beyond the calendar. */
export const advance = (calendar: Calendar, from: UtcMs, elapsed: number): UtcMs => {
	let now = from;
	let left = elapsed;
	for (;;) {
		const end = runningUntil(calendar, now);
		if (end !== undefined) {
			if (now + left < end) return utcMs(now + left);
			left -= end - now;
		}
		const next = calendar.nextToOpen(now);
		if (!next) throw new RangeError('The calendar has no session after this one');
		now = next.open;
	}
};
