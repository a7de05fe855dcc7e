import type { Calendar } from './calendar.ts';
import { MINUTE } from './units.ts';

const SLOT_MINUTES = 15;

/** Minutes of regular sessions up to an instant, counted from the first session of the calendar: nights, weekends and holidays take no time. */
export function createTradingTime(calendar: Calendar): (ms: number) => number {
	/** By ordinal: the minutes before the session. */
	const before: number[] = [0];
	const minutesBefore = (ordinal: number): number => {
		for (let next = before.length; next <= ordinal; next++)
			before.push(before[next - 1]! + (calendar.sessionNumber(next - 1)?.slots ?? 0) * SLOT_MINUTES);
		return before[ordinal]!;
	};
	return (ms) => {
		const session = calendar.lastOpened(ms);
		if (!session) return 0;
		return minutesBefore(session.ordinal) + (Math.min(ms, session.close) - session.open) / MINUTE;
	};
}
