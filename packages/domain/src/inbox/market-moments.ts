import type { Calendar } from '../time/calendar.ts';
import { MINUTE, type UtcMs } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import type { MarketMoments } from './plan-delivery.ts';

/** After the close, its report and alerts are still to come. */
const AFTER_CLOSE = 5 * MINUTE;
const BEFORE_OPEN = 30 * MINUTE;

/** For alerts of a report: the end of its own session and the beginning of the next. */
export function marketMoments(calendar: Calendar, report: UtcMs): MarketMoments | null {
	const session = calendar.lastOpened(report);
	const next = session && calendar.nextSession(newYorkDate(session.open));
	return session && next ? { afterClose: (session.close + AFTER_CLOSE) as UtcMs, beforeOpen: (next.open - BEFORE_OPEN) as UtcMs } : null;
}
