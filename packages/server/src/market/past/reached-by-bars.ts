import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { lastReached } from './past-walk.ts';

/** The dates whose reports use bars of any of these dates: the date itself and the later sessions that look back to it. */
export function reachedByBars(calendar: Calendar, dates: readonly ExchangeDate[]): Set<ExchangeDate> {
	const reached = new Set<ExchangeDate>();
	let known = -1;
	for (const date of [...dates].sort()) {
		const session = calendar.sessionOn(date);
		if (!session) continue;
		for (let ordinal = Math.max(session.ordinal, known + 1); ordinal <= lastReached(session); ordinal++) {
			const each = calendar.sessionNumber(ordinal);
			if (each) reached.add(each.date);
		}
		known = lastReached(session);
	}
	return reached;
}
