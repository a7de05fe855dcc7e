import type { Session } from '../time/calendar.ts';
import { HOUR, type UtcMs } from '../time/units.ts';
import { newYorkToUtc } from '../time/zone.ts';
import { POST, PRE, REGULAR } from './blocks.ts';

/** Returns the start of pre-market: 04:00 New York time on every trading day. */
export function preOpen(session: Session): UtcMs {
	return newYorkToUtc(session.date, 4, 0);
}

/** Returns the end of after-hours trading, four hours after the close: 20:00, or 17:00 on an early close. */
export function postClose(session: Session): UtcMs {
	return (session.close + 4 * HOUR) as UtcMs;
}

/** Returns the part of the trading day that contains a bar starting at `ms`; undefined outside all three parts. */
export function barSessionAt(session: Session, ms: number): typeof PRE | typeof REGULAR | typeof POST | undefined {
	if (ms < preOpen(session) || ms >= postClose(session)) return undefined;
	if (ms < session.open) return PRE;
	return ms < session.close ? REGULAR : POST;
}
