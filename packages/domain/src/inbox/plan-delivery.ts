import type { AccountState } from '../access/account.ts';
import type { FilterContent } from '../filters/filter.ts';
import type { FrozenEntry } from '../filters/frozen.ts';
import { instantOf, minuteIn, wallIn } from '../time/any-zone.ts';
import type { Calendar } from '../time/calendar.ts';
import { DAY, HOUR, MINUTE, type UtcMs } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import type { Channel, DeliverySettings } from './delivery.ts';
import type { ListAlert } from './message.ts';

/** The next instants on the market clock at which a session's digests are sent: soon after its close, and before its open. */
export interface MarketMoments {
	readonly afterClose: UtcMs;
	readonly beforeOpen: UtcMs;
}

export interface PlanningTime {
	/** Wall-clock time. */
	readonly now: UtcMs;
	/** null: the market clock stands still, so nothing closes or opens, and each import is sent by itself. */
	readonly market: MarketMoments | null;
	/** Deliveries of the channel that are due or were sent on the current day of the account's time zone, and the start of the next day there. */
	readonly today: number;
	readonly tomorrow: UtcMs;
}

/** When a delivery is due. */
export interface Planned {
	/** Messages with the same value are combined in one delivery. */
	readonly moment: string;
	/** Not before this wall-clock instant. */
	readonly dueAt: UtcMs;
	/** Nor before this instant on the market clock. */
	readonly marketDue: UtcMs | null;
}

/** When the current quiet hours end; null if there are none now. */
export function heldUntil({ quiet, zone }: Pick<DeliverySettings, 'quiet' | 'zone'>, at: UtcMs): UtcMs | null {
	if (!quiet.on) return null;
	const { from, to } = quiet;
	const minute = minuteIn(zone, at);
	const holds = from < to ? minute >= from && minute < to : minute >= from || minute < to;
	if (!holds) return null;
	const midnight = Math.floor(wallIn(zone, at) / DAY) * DAY;
	const end = instantOf(zone, midnight + (minute < to ? 0 : DAY) + to * MINUTE);
	// When clocks go back, the hour occurs twice, and the first end may be past.
	return end > at ? end : ((at + Math.ceil((to - minute) * MINUTE)) as UtcMs);
}

/** When a message created now is sent by one channel. */
export function planDelivery(
	settings: Pick<DeliverySettings, 'when' | 'quiet' | 'zone' | 'mostADay'>,
	{ now, market, today, tomorrow }: PlanningTime,
): Planned {
	if (settings.when === 'at_close' && market) return ofMarket(now, market.afterClose);
	if (settings.when === 'before_open' && market) return ofMarket(now, market.beforeOpen);
	const due = heldBack(settings, settings.when === 'hourly' ? nextHour(settings.zone, now) : now);
	const isToday = due < tomorrow;
	return ofWall(isToday && today >= settings.mostADay ? heldBack(settings, tomorrow) : due);
}

/** The next full hour on the wall clock of the time zone. */
function nextHour(zone: string, now: UtcMs): UtcMs {
	const wall = wallIn(zone, now);
	return (now + (Math.floor(wall / HOUR) + 1) * HOUR - wall) as UtcMs;
}

/** Postponed to the end of quiet hours. */
function heldBack(settings: Pick<DeliverySettings, 'quiet' | 'zone'>, at: UtcMs): UtcMs {
	return heldUntil(settings, at) ?? at;
}

function ofMarket(now: UtcMs, marketDue: UtcMs): Planned {
	return { moment: `market ${marketDue}`, dueAt: now, marketDue };
}

function ofWall(dueAt: UtcMs): Planned {
	return { moment: `wall ${dueAt}`, dueAt, marketDue: null };
}

/** After the close, its report and alerts are still to come. */
const AFTER_CLOSE = 5 * MINUTE;
const BEFORE_OPEN = 30 * MINUTE;

/** For alerts of a report: the end of its own session and the beginning of the next. */
export function marketMoments(calendar: Calendar, report: UtcMs): MarketMoments | null {
	const session = calendar.lastOpened(report);
	const next = session && calendar.nextSession(newYorkDate(session.open));
	return session && next ? { afterClose: (session.close + AFTER_CLOSE) as UtcMs, beforeOpen: (next.open - BEFORE_OPEN) as UtcMs } : null;
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
	/** Its entries as JSON, as stored: equal texts are parsed once. */
	readonly conditions: string;
};

export type FrozenOfUser = FrozenEntry & { readonly userId: string };

/** An alert, its owner, and its filter's name. Owners with the same alert share its text. */
export interface NewAlert {
	readonly userId: string;
	readonly filterId: number;
	readonly name: string;
	readonly notice: ListAlert;
}

/** When a message created now is sent by a channel. */
export interface PlannedDelivery extends Planned {
	readonly userId: string;
	readonly channel: Channel;
}

/** The current day in an account's time zone. */
export interface DayOfUser {
	readonly userId: string;
	readonly from: UtcMs;
	readonly to: UtcMs;
}

/** Deliveries by a channel on that day, sent or planned. */
export interface DeliveriesToday {
	readonly userId: string;
	readonly channel: Channel;
	readonly count: number;
}
