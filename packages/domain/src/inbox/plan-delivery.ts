import type { AccountState } from '../access/account.ts';
import type { FilterContent } from '../filters/filter.ts';
import type { FrozenEntry } from '../filters/frozen.ts';
import { minuteOfDayIn, wallClockIn, wallClockToUtc } from '../time/any-zone.ts';
import type { Calendar } from '../time/calendar.ts';
import { DAY, HOUR, MINUTE, type UtcMs } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import type { Channel, DeliverySettings } from './delivery.ts';
import type { ListAlert } from './message.ts';

/** The next instants on the market clock at which digests are sent. */
export interface DigestTimes {
	readonly afterClose: UtcMs;
	readonly beforeOpen: UtcMs;
}

export interface PlanningTime {
	/** Wall-clock time. */
	readonly now: UtcMs;
	/** null: the market clock is stopped, so no session opens or closes, and messages are sent without waiting for a digest. */
	readonly market: DigestTimes | null;
	/** Number of the channel's deliveries that are due or were sent on the current day in the account's time zone. */
	readonly today: number;
	/** Start of the next day in the account's time zone. */
	readonly tomorrow: UtcMs;
}

/** When a delivery is due. */
export interface DeliveryPlan {
	/** Messages with the same `moment` are combined in one delivery. */
	readonly moment: string;
	/** The delivery isn't sent before this wall-clock instant. */
	readonly dueAt: UtcMs;
	/** The delivery isn't sent before this instant on the market clock; null: no such limit. */
	readonly marketDue: UtcMs | null;
}

/** Returns the end of the quiet hours that include `at`; null outside quiet hours. */
export function quietHoursEnd({ quiet, zone }: Pick<DeliverySettings, 'quiet' | 'zone'>, at: UtcMs): UtcMs | null {
	if (!quiet.on) return null;
	const { from, to } = quiet;
	const minute = minuteOfDayIn(zone, at);
	const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
	if (!isQuiet) return null;
	const midnight = Math.floor(wallClockIn(zone, at) / DAY) * DAY;
	const end = wallClockToUtc(zone, midnight + (minute < to ? 0 : DAY) + to * MINUTE);
	// When clocks go back, the end can occur twice, and the first time can be in the past.
	return end > at ? end : ((at + Math.ceil((to - minute) * MINUTE)) as UtcMs);
}

/** Plans when a channel sends a message that is created now. */
export function planDelivery(
	settings: Pick<DeliverySettings, 'when' | 'quiet' | 'zone' | 'mostADay'>,
	{ now, market, today, tomorrow }: PlanningTime,
): DeliveryPlan {
	if (settings.when === 'at_close' && market) return planByMarketClock(now, market.afterClose);
	if (settings.when === 'before_open' && market) return planByMarketClock(now, market.beforeOpen);
	const dueAt = afterQuietHours(settings, settings.when === 'hourly' ? nextHour(settings.zone, now) : now);
	const isToday = dueAt < tomorrow;
	return planByWallClock(isToday && today >= settings.mostADay ? afterQuietHours(settings, tomorrow) : dueAt);
}

/** Returns the next full hour on the wall clock of the time zone. */
function nextHour(zone: string, now: UtcMs): UtcMs {
	const wallTime = wallClockIn(zone, now);
	return (now + (Math.floor(wallTime / HOUR) + 1) * HOUR - wallTime) as UtcMs;
}

/** Returns `at`, or the end of the quiet hours that include `at`. */
function afterQuietHours(settings: Pick<DeliverySettings, 'quiet' | 'zone'>, at: UtcMs): UtcMs {
	return quietHoursEnd(settings, at) ?? at;
}

function planByMarketClock(now: UtcMs, marketDue: UtcMs): DeliveryPlan {
	return { moment: `market ${marketDue}`, dueAt: now, marketDue };
}

function planByWallClock(dueAt: UtcMs): DeliveryPlan {
	return { moment: `wall ${dueAt}`, dueAt, marketDue: null };
}

/** Digests wait this long after the close, so that the last report and its alerts have been published. */
const DELAY_AFTER_CLOSE = 5 * MINUTE;
const LEAD_BEFORE_OPEN = 30 * MINUTE;

/** Returns the digest times for the alerts of a report: after the report's session, and before the next one. null if the calendar lacks either session. */
export function digestTimes(calendar: Calendar, report: UtcMs): DigestTimes | null {
	const session = calendar.lastOpened(report);
	const next = session && calendar.nextSession(newYorkDate(session.open));
	return session && next
		? { afterClose: (session.close + DELAY_AFTER_CLOSE) as UtcMs, beforeOpen: (next.open - LEAD_BEFORE_OPEN) as UtcMs }
		: null;
}

/** An account with filters that send alerts. */
export interface AlertOwner {
	readonly id: string;
	readonly account: AccountState;
	readonly settings: DeliverySettings;
}

export type FilterWithAlerts = Pick<FilterContent, 'name' | 'tab' | 'strategy' | 'operation'> & {
	readonly id: number;
	readonly userId: string;
	/** The filter's conditions as stored JSON, so that filters with equal conditions can be parsed once. */
	readonly conditions: string;
};

export type FrozenOfUser = FrozenEntry & { readonly userId: string };

/** An alert for the owner of a filter. */
export interface NewAlert {
	readonly userId: string;
	readonly filterId: number;
	/** Name of the filter. */
	readonly name: string;
	/** Owners with equal alerts share one object. */
	readonly alert: ListAlert;
}

export interface PlannedDelivery extends DeliveryPlan {
	readonly userId: string;
	readonly channel: Channel;
}

/** The current day in an account's time zone. */
export interface DayOfUser {
	readonly userId: string;
	readonly from: UtcMs;
	readonly to: UtcMs;
}

/** Deliveries by a channel on the user's current day. */
export interface DeliveriesToday {
	readonly userId: string;
	readonly channel: Channel;
	/** Sent or planned. */
	readonly count: number;
}
