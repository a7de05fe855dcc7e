import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';

/** The dates from each change on whose reports an engine's memory may bring it into. */
export const reachedFrom = (calendar: Calendar, changes: readonly { readonly date: ExchangeDate }[]): Set<ExchangeDate> => {
	const reached = new Set<ExchangeDate>();
	for (const { date } of changes) {
		const first = calendar.sessionOn(date) ?? calendar.nextSession(date);
		for (let session = first, n = 0; session && n < LOOKBACK_SESSIONS; session = calendar.nextSession(session.date), n++)
			reached.add(session.date);
	}
	return reached;
};
