import { minuteIn } from '../time/any-zone.ts';
import { MINUTE, type UtcMs } from '../time/units.ts';
import type { DeliverySettings } from './delivery.ts';
export const heldUntil = ({ quiet, zone }: DeliverySettings, now: UtcMs): UtcMs | null => {
	if (!quiet.on) return null;
	const minute = minuteIn(zone, now);
	const isIn = quiet.from <= quiet.to ? minute >= quiet.from && minute < quiet.to : minute >= quiet.from || minute < quiet.to;
	return isIn ? ((now + ((quiet.to - minute + 1440) % 1440) * MINUTE) as UtcMs) : null;
};
