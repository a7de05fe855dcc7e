import type { Calendar, Session } from '../time/calendar.ts';
import { lastElapsed, SLOT_MS, slotEnd, slotStart } from '../time/slots.ts';
import type { ExchangeDate, UtcMs } from '../time/units.ts';
import { addDays, dateOfDay } from '../time/zone.ts';
import { postClose, preOpen } from './bar-session.ts';
import { POST, PRE, REGULAR } from './blocks.ts';
import type { TopInterval, TopSession } from './top-lists.ts';

/** The bars of a top table: those of `session` that start at from <= t < to. Its base price is the last regular close before `from`. */
export interface TopSpan {
	readonly session: TopSession;
	readonly from: UtcMs;
	readonly to: UtcMs;
}

/** The same day of an earlier month, or that month's last day. */
export function monthsBefore(date: ExchangeDate, months: number): ExchangeDate {
	const month = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1 - months;
	const last = new Date(Date.UTC(Math.floor(month / 12), (month % 12) + 1, 0)).getUTCDate();
	return dateOfDay(Date.UTC(Math.floor(month / 12), month % 12, Math.min(Number(date.slice(8, 10)), last)) / 86_400_000);
}

/** Sessions of 52 weeks. */
export const YEAR_SESSIONS = 252;
/** Calendar days that contain as many sessions, including holidays. */
const YEAR_DAYS = 380;

/**
 * The bars of an interval at an instant: for hour and 4h the last 4 and 16 elapsed slots, for day the session of the last elapsed slot, for longer
 * ones whole sessions and the elapsed part of that one, 52 weeks being 252 sessions including it; for premarket and after_hours the newest that
 * have begun. undefined before the first session.
 */
export function topSpan(calendar: Calendar, interval: TopInterval, ms: number): TopSpan | undefined {
	if (interval === 'premarket') return outside(calendar, PRE, ms);
	if (interval === 'after_hours') return outside(calendar, POST, ms);
	const now = lastElapsed(calendar, ms);
	if (!now) return undefined;
	const to = slotEnd(now.session, now.slot);
	if (interval === 'hour') return { session: REGULAR, from: slotsBack(calendar, now.session, now.slot, 4), to };
	if (interval === '4h') return { session: REGULAR, from: slotsBack(calendar, now.session, now.slot, 16), to };
	if (interval === 'day') return { session: REGULAR, from: now.session.open, to };
	if (interval === '52w') {
		const sessions = calendar.sessionsBetween(addDays(now.session.date, -YEAR_DAYS), now.session.date);
		const first = sessions.at(-YEAR_SESSIONS) ?? sessions[0];
		return first && { session: REGULAR, from: first.open, to };
	}
	const first = calendar.nextSession(beginsAfter(interval, now.session.date));
	return first && { session: REGULAR, from: first.open, to };
}

function outside(calendar: Calendar, session: typeof PRE | typeof POST, ms: number): TopSpan | undefined {
	const opened = calendar.nextToOpen(ms);
	const today = session === PRE && opened && ms >= preOpen(opened) + SLOT_MS ? opened : calendar.lastOpened(ms);
	if (!today) return undefined;
	if (session === PRE) return { session, from: preOpen(today), to: Math.min(ms, today.open) as UtcMs };
	const closed = ms >= today.close + SLOT_MS ? today : calendar.previousSession(today.date);
	return closed && { session, from: closed.close, to: Math.min(ms, postClose(closed)) as UtcMs };
}

/** Start of the given number of elapsed slots ending with this one; at the open it reaches into the previous session. */
function slotsBack(calendar: Calendar, session: Session, slot: number, count: number): UtcMs {
	if (slot + 1 >= count) return slotStart(session, slot + 1 - count);
	const before = calendar.previousSession(session.date);
	return before ? slotsBack(calendar, before, before.slots - 1, count - slot - 1) : session.open;
}

/** The date after which an interval begins, with the next session. */
function beginsAfter(interval: 'week' | 'month' | '6m' | 'ytd', date: ExchangeDate): ExchangeDate {
	if (interval === 'week') return addDays(date, -7);
	if (interval === 'ytd') return `${Number(date.slice(0, 4)) - 1}-12-31` as ExchangeDate;
	return monthsBefore(date, interval === 'month' ? 1 : 6);
}
