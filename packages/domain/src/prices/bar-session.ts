import type { Session } from '../time/calendar.ts';
import { HOUR, type UtcMs } from '../time/units.ts';
import { newYorkToUtc } from '../time/zone.ts';
import { POST, PRE, REGULAR } from './blocks.ts';

/** Pre-market starts at 04:00 New York time on every trading day. */
export function preOpen(session: Session): UtcMs {
	return newYorkToUtc(session.date, 4, 0);
}

/** After-hours trading lasts four hours from the close: to 20:00, or to 17:00 on an early close. */
export function postClose(session: Session): UtcMs {
	return (session.close + 4 * HOUR) as UtcMs;
}

/** The part of the trading day in which a bar starting at `ms` belongs; undefined outside all three. */
export function barSessionAt(session: Session, ms: number): typeof PRE | typeof REGULAR | typeof POST | undefined {
	if (ms < preOpen(session) || ms >= postClose(session)) return undefined;
	if (ms < session.open) return PRE;
	return ms < session.close ? REGULAR : POST;
}
