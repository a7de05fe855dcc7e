import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { minuteIn } from '../time/any-zone.ts';
import { DAY, HOUR, MINUTE, type UtcMs, utcMs } from '../time/units.ts';
import { changedDelivery, DEFAULT_DELIVERY, type DeliveryChange, type DeliverySettings } from './delivery.ts';
import { heldUntil } from './plan-delivery.ts';

const settings = (change: DeliveryChange = {}): DeliverySettings => changedDelivery(DEFAULT_DELIVERY, change);
const et = (hour: number, minute = 0, day = 30): UtcMs => utcMs(Date.UTC(2026, 5, day, hour + 4, minute));
const NIGHT = { on: true, from: 20 * 60, to: 8 * 60 + 30 };

describe('quiet hours', () => {
	it.each([
		['before them', et(19, 59), null],
		['at their beginning', et(20), et(8, 30, 31)],
		['after midnight', et(3), et(8, 30)],
		['in their last minute', et(8, 29), et(8, 30)],
		['at their end', et(8, 30), null],
	])('%s', (_, now, end) => {
		expect(heldUntil(settings({ quiet: NIGHT }), now)).toBe(end);
	});

	it('are of the wall clock of the zone, and hold nothing when they are off', () => {
		expect(heldUntil(settings({ quiet: NIGHT, zone: 'Asia/Kolkata' }), utcMs(Date.UTC(2026, 5, 30, 15)))).toBe(Date.UTC(2026, 6, 1, 3));
		expect(heldUntil(settings({ quiet: { ...NIGHT, on: false } }), et(3))).toBeNull();
	});

	it('end where they say and hold until then, over every change of clocks', () => {
		const minute = fc.integer({ min: 0, max: 1439 });
		const zone = fc.constantFrom('America/New_York', 'Europe/Vienna', 'Australia/Lord_Howe', 'Asia/Kolkata');
		const instant = fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2027, 0, 1) / MINUTE }).map((n) => utcMs(n * MINUTE));
		fc.assert(
			fc.property(minute, minute, zone, instant, (from, to, name, now) => {
				fc.pre(from !== to);
				const quiet = settings({ quiet: { on: true, from, to }, zone: name });
				const end = heldUntil(quiet, now);
				if (end === null) return;
				expect(end).toBeGreaterThan(now);
				expect(end - now).toBeLessThanOrEqual(DAY + HOUR);
				// An hour that is jumped over ends them with the jump; one that comes twice may begin them anew.
				const late = (minuteIn(name, end) - to + 1440) % 1440;
				expect(late).toBeLessThanOrEqual(60);
			}),
		);
	});
});
