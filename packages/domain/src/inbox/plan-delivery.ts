import { instantOf, minuteIn, wallIn } from '../time/any-zone.ts';
import { DAY, HOUR, MINUTE, type UtcMs } from '../time/units.ts';
import type { DeliverySettings } from './delivery.ts';

/** The next instants of the market clock after which digests of a session go: soon after its close, and before its open. */
export interface MarketMoments {
	readonly afterClose: UtcMs;
	readonly beforeOpen: UtcMs;
}

export interface PlanningTime {
	/** Wall-clock time. */
	readonly now: UtcMs;
	/** null: the market clock stands, so nothing ever closes or opens, and every import is news of its own. */
	readonly market: MarketMoments | null;
	/** Deliveries of the channel that are due or were made on the present day of the account's zone, and the next instant at which a day begins there. */
	readonly today: number;
	readonly tomorrow: UtcMs;
}

/** When a delivery is due. */
export interface Planned {
	/** What gathers in one delivery has the same. */
	readonly moment: string;
	/** Not before this wall-clock instant. */
	readonly dueAt: UtcMs;
	/** Nor before this one of the market clock. */
	readonly marketDue: UtcMs | null;
}

/** When the quiet hours end that hold at this instant; null: they do not hold. */
export const heldUntil = ({ quiet, zone }: Pick<DeliverySettings, 'quiet' | 'zone'>, at: UtcMs): UtcMs | null => {
	if (!quiet.on) return null;
	const { from, to } = quiet;
	const minute = minuteIn(zone, at);
	const holds = from < to ? minute >= from && minute < to : minute >= from || minute < to;
	if (!holds) return null;
	const midnight = Math.floor(wallIn(zone, at) / DAY) * DAY;
	const end = instantOf(zone, midnight + (minute < to ? 0 : DAY) + to * MINUTE);
	// Where clocks go back the hour happens twice, and the first end is past.
	return end > at ? end : ((at + Math.ceil((to - minute) * MINUTE)) as UtcMs);
};

const ofWall = (dueAt: UtcMs): Planned => ({ moment: `wall ${dueAt}`, dueAt, marketDue: null });
const ofMarket = (now: UtcMs, marketDue: UtcMs): Planned => ({ moment: `market ${marketDue}`, dueAt: now, marketDue });

/** Not in quiet hours. */
const heldBack = (settings: Pick<DeliverySettings, 'quiet' | 'zone'>, at: UtcMs): UtcMs => heldUntil(settings, at) ?? at;

/** The next instant at which the wall clock of the zone shows a full hour. */
const nextHour = (zone: string, now: UtcMs): UtcMs => {
	const wall = wallIn(zone, now);
	return (now + (Math.floor(wall / HOUR) + 1) * HOUR - wall) as UtcMs;
};

/** When a message created now leaves by one channel. */
export const planDelivery = (
	settings: Pick<DeliverySettings, 'when' | 'quiet' | 'zone' | 'mostADay'>,
	{ now, market, today, tomorrow }: PlanningTime,
): Planned => {
	if (settings.when === 'at_close' && market) return ofMarket(now, market.afterClose);
	if (settings.when === 'before_open' && market) return ofMarket(now, market.beforeOpen);
	const due = heldBack(settings, settings.when === 'hourly' ? nextHour(settings.zone, now) : now);
	const isToday = due < tomorrow;
	return ofWall(isToday && today >= settings.mostADay ? heldBack(settings, tomorrow) : due);
};
