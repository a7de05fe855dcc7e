import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayRangeIn, minuteOfDayIn } from '../time/any-zone.ts';
import { nyse } from '../time/calendar.ts';
import { DAY, HOUR, MINUTE, type UtcMs, utcMs } from '../time/units.ts';
import { DEFAULT_DELIVERY, DELIVERY_TIMES, type DeliverySettings, type DeliverySettingsChange, mergeDeliverySettings } from './delivery.ts';
import { digestTimes, planDelivery, quietHoursEnd } from './plan-delivery.ts';

function settings(change: DeliverySettingsChange = {}): DeliverySettings {
	return mergeDeliverySettings(DEFAULT_DELIVERY, change);
}

function et(hour: number, minute = 0, day = 30): UtcMs {
	return utcMs(Date.UTC(2026, 5, day, hour + 4, minute));
}

const NIGHT = { on: true, from: 20 * 60, to: 8 * 60 + 30 };

function at(now: UtcMs, zone = 'America/New_York', today = 0) {
	return { now, market: null, today, tomorrow: dayRangeIn(zone, now).to };
}

it('nothing leaves the inbox before its owner asks for it', () => {
	expect(DEFAULT_DELIVERY.channels).toEqual({ mail: false, push: false, webhook: false, app: false });
});

describe('quiet hours', () => {
	it.each([
		['before them', et(19, 59), null],
		['at their beginning', et(20), et(8, 30, 31)],
		['after midnight', et(3), et(8, 30)],
		['in their last minute', et(8, 29), et(8, 30)],
		['at their end', et(8, 30), null],
	])('%s', (_, now, end) => {
		expect(quietHoursEnd(settings({ quiet: NIGHT }), now)).toBe(end);
	});

	it.each([
		['before them', et(11, 59), null],
		['at their beginning', et(12), et(14, 15)],
		['in their last minute', et(14, 14), et(14, 15)],
		['at their end', et(14, 15), null],
	])('within one day hold from the first minute to the last: %s', (_, now, end) => {
		expect(quietHoursEnd(settings({ quiet: { on: true, from: 12 * 60, to: 14 * 60 + 15 } }), now)).toBe(end);
	});

	it('of seconds within a minute end at the same instant', () => {
		expect(quietHoursEnd(settings({ quiet: NIGHT }), utcMs(et(8, 29) + 59_000))).toBe(et(8, 30));
		expect(quietHoursEnd(settings({ quiet: NIGHT }), utcMs(et(19, 59) + 59_000))).toBeNull();
	});

	it('that end in an hour that comes twice hold through both of its turns', () => {
		// 1 November 2026: New York shows 01:00 to 02:00 at 05:00 and again at 06:00 UTC.
		const quiet = settings({ quiet: { on: true, from: 0, to: 90 } });
		const utc = (hour: number, minute: number) => utcMs(Date.UTC(2026, 10, 1, hour, minute));
		expect(quietHoursEnd(quiet, utc(5, 10))).toBe(utc(5, 30));
		expect(quietHoursEnd(quiet, utc(5, 30))).toBeNull();
		expect(quietHoursEnd(quiet, utc(6, 10))).toBe(utc(6, 30));
		expect(quietHoursEnd(quiet, utc(6, 30))).toBeNull();
		for (let second = 0; second < 60; second++) {
			const late = (quietHoursEnd(quiet, utcMs(utc(6, 10) + second * 1_000)) ?? 0) - utc(6, 30);
			expect(late >= 0 && late <= 1).toBe(true);
		}
	});

	it('are of the wall clock of the zone, and hold nothing when they are off', () => {
		expect(quietHoursEnd(settings({ quiet: NIGHT, zone: 'Asia/Kolkata' }), utcMs(Date.UTC(2026, 5, 30, 15)))).toBe(Date.UTC(2026, 6, 1, 3));
		expect(quietHoursEnd(settings({ quiet: { ...NIGHT, on: false } }), et(3))).toBeNull();
	});

	it('end where they say and hold until then, over every change of clocks', () => {
		const minute = fc.integer({ min: 0, max: 1439 });
		const zone = fc.constantFrom('America/New_York', 'Europe/Vienna', 'Australia/Lord_Howe', 'Asia/Kolkata');
		const instant = fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2027, 0, 1) / MINUTE }).map((n) => utcMs(n * MINUTE));
		fc.assert(
			fc.property(minute, minute, zone, instant, (from, to, name, now) => {
				fc.pre(from !== to);
				const quiet = settings({ quiet: { on: true, from, to }, zone: name });
				const end = quietHoursEnd(quiet, now);
				if (end === null) return;
				expect(end).toBeGreaterThan(now);
				expect(end - now).toBeLessThanOrEqual(DAY + HOUR);
				// If the hour is skipped, they end at the jump; if it occurs twice, they may begin again.
				const late = (minuteOfDayIn(name, end) - to + 1440) % 1440;
				expect(late).toBeLessThanOrEqual(60);
			}),
		);
	});
});

describe('a delivery', () => {
	it('leaves at once, unless it is night', () => {
		expect(planDelivery(settings(), at(et(11)))).toEqual({ moment: `wall ${et(11)}`, dueAt: et(11), marketDue: null });
		expect(planDelivery(settings({ quiet: NIGHT }), at(et(22))).dueAt).toBe(et(8, 30, 31));
	});

	it('waits for the next full hour of its zone', () => {
		expect(planDelivery(settings({ when: 'hourly' }), at(et(11, 15))).dueAt).toBe(et(12));
		expect(planDelivery(settings({ when: 'hourly' }), at(et(11))).dueAt).toBe(et(12));
		const kolkata = settings({ when: 'hourly', zone: 'Asia/Kolkata' });
		expect(planDelivery(kolkata, at(utcMs(Date.UTC(2026, 5, 30, 15, 15)), 'Asia/Kolkata')).dueAt).toBe(Date.UTC(2026, 5, 30, 15, 30));
	});

	it('that waited into the next day counts among those of that day', () => {
		const one = settings({ mostADay: 1, quiet: NIGHT });
		expect(planDelivery(one, at(et(22), undefined, 5)).dueAt).toBe(et(8, 30, 31));
		const hourly = settings({ mostADay: 1, when: 'hourly' });
		expect(planDelivery(hourly, at(et(23, 10), undefined, 5)).dueAt).toBe(et(0, 0, 31));
		expect(planDelivery(hourly, at(et(22, 10), undefined, 1)).dueAt).toBe(et(0, 0, 31));
		expect(planDelivery(hourly, at(et(22, 10), undefined, 0)).dueAt).toBe(et(23));
	});

	it('to a user whose quiet hours last all day goes at the hour that ends them, however many went before', () => {
		const quiet = settings({ mostADay: 1, quiet: { on: true, from: 0, to: 0 } });
		expect(planDelivery(quiet, at(et(11), undefined, 5)).dueAt).toBe(et(0, 0, 31));
		expect(planDelivery(quiet, at(et(11), undefined, 0)).dueAt).toBe(et(0, 0, 31));
	});

	it('of the full hour waits for the end of quiet hours', () => {
		const hourly = settings({ when: 'hourly', quiet: NIGHT });
		expect(planDelivery(hourly, at(et(19, 10))).dueAt).toBe(et(8, 30, 31));
		expect(planDelivery(hourly, at(et(18, 10))).dueAt).toBe(et(19));
	});

	it('has one moment with all that is due with it, and waits for no market where it is not asked to', () => {
		const market = digestTimes(nyse, et(11, 45));
		for (const when of ['at_once', 'hourly'] as const) {
			const planned = planDelivery(settings({ when }), { ...at(et(11, 15)), market });
			expect(planned).toEqual({ moment: `wall ${planned.dueAt}`, dueAt: when === 'hourly' ? et(12) : et(11, 15), marketDue: null });
		}
		expect(planDelivery(settings({ when: 'before_open' }), { ...at(et(11)), market }).moment).toBe(`market ${et(9, 0, 31)}`);
		expect(planDelivery(settings({ when: 'before_open' }), at(et(11))).moment).toBe(`wall ${et(11)}`);
	});

	it('waits for the next day when the day has had as many as it may', () => {
		const two = settings({ mostADay: 2 });
		expect(planDelivery(two, at(et(11), undefined, 1)).dueAt).toBe(et(11));
		expect(planDelivery(two, at(et(11), undefined, 2)).dueAt).toBe(et(0, 0, 31));
		expect(planDelivery(settings({ mostADay: 2, quiet: NIGHT }), at(et(11), undefined, 2)).dueAt).toBe(et(8, 30, 31));
	});

	it('gathers by the market clock around a session, and goes at once where that clock is stopped', () => {
		const market = digestTimes(nyse, et(11, 45));
		expect(market).toEqual({ afterClose: et(16, 5), beforeOpen: et(9, 0, 31) });
		const now = utcMs(Date.UTC(2030, 0, 1));
		expect(planDelivery(settings({ when: 'at_close' }), { ...at(now), market })).toEqual({
			moment: `market ${et(16, 5)}`,
			dueAt: now,
			marketDue: et(16, 5),
		});
		expect(planDelivery(settings({ when: 'before_open' }), { ...at(now), market }).marketDue).toBe(et(9, 0, 31));
		expect(planDelivery(settings({ when: 'at_close' }), at(now)).dueAt).toBe(now);
		// Before the first session there is none.
		expect(digestTimes(nyse, utcMs(Date.UTC(1997, 5, 2)))).toBeNull();
		// Over a weekend, after an early close.
		expect(digestTimes(nyse, utcMs(Date.UTC(2025, 10, 29)))).toEqual({
			afterClose: Date.UTC(2025, 10, 28, 18, 5),
			beforeOpen: Date.UTC(2025, 11, 1, 14),
		});
		// The report at the close belongs to the digest of its own session.
		expect(digestTimes(nyse, et(16))?.afterClose).toBe(et(16, 5));
	});

	it('is never due in quiet hours nor before its alert exists, whatever the settings', () => {
		const wishes = fc.record({
			when: fc.constantFrom(...DELIVERY_TIMES),
			quiet: fc.record({ on: fc.boolean(), from: fc.integer({ min: 0, max: 1439 }), to: fc.integer({ min: 0, max: 1439 }) }),
			zone: fc.constantFrom('America/New_York', 'Europe/Vienna', 'Asia/Kolkata'),
			mostADay: fc.integer({ min: 1, max: 4 }),
		});
		const instant = fc.integer({ min: Date.UTC(2026, 0, 1) / MINUTE, max: Date.UTC(2027, 0, 1) / MINUTE }).map((n) => utcMs(n * MINUTE));
		fc.assert(
			fc.property(wishes, instant, fc.nat(6), (change, now, today) => {
				fc.pre(change.quiet.from !== change.quiet.to);
				const wanted = settings(change);
				const { dueAt } = planDelivery(wanted, at(now, change.zone, today));
				expect(dueAt).toBeGreaterThanOrEqual(now);
				expect(dueAt - now).toBeLessThanOrEqual(2 * DAY + HOUR);
				const secondHold = quietHoursEnd(wanted, dueAt);
				// Only an hour that occurs twice may contain a quiet minute again.
				if (secondHold !== null) expect(secondHold - dueAt).toBeLessThanOrEqual(HOUR);
			}),
		);
	});
});
