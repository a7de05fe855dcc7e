import type { Calendar } from '@sw/domain/time/calendar';
import type { ExchangeDate } from '@sw/domain/time/units';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';

/**
 * The dates from each change on into whose reports it may enter: as far as an engine reads back, or for a decision about a jump, whose quarantine has no
 * other end, up to `last`.
 */
export function reachedFrom(
	calendar: Calendar,
	changes: readonly { readonly date: ExchangeDate; readonly isJump?: boolean }[],
	last?: ExchangeDate,
): Set<ExchangeDate> {
	const reached = new Set<ExchangeDate>();
	for (const { date, isJump = false } of changes) {
		const first = calendar.sessionOn(date) ?? calendar.nextSession(date);
		for (let session = first, n = 0; session; session = calendar.nextSession(session.date), n++) {
			if (n >= LOOKBACK_SESSIONS && !(isJump && last !== undefined && session.date <= last)) break;
			reached.add(session.date);
		}
	}
	return reached;
}
