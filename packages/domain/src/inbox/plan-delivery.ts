import { instantOf, minuteIn, wallIn } from '../time/any-zone.ts';
import { DAY, HOUR, MINUTE, type UtcMs } from '../time/units.ts';
import type { DeliverySettings } from './delivery.ts';

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
