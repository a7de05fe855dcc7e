import { instantOf, minuteIn, wallIn } from '../time/any-zone.ts';
import { DAY, MINUTE, type UtcMs } from '../time/units.ts';
import type { DeliverySettings } from './delivery.ts';

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
