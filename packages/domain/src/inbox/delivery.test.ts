import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FULL_SLOTS, SLOT_MS } from '../time/slots.ts';
import { MINUTE } from '../time/units.ts';
import {
	DAILY_DELIVERY_LIMITS,
	DEFAULT_DELIVERY,
	formatMinuteOfDay,
	MAX_COOL_DOWN,
	mergeDeliverySettings,
	parseMinuteOfDay,
} from './delivery.ts';
import { DELIVERY_LIFE_DAYS } from './outgoing.ts';

describe('wishes of delivery', () => {
	it('are at first: at once, twenty a day, an hour of cooling down, of all tickers, by no channel, and quiet from 20:00 to 08:30 once that is on', () => {
		expect(DEFAULT_DELIVERY).toEqual({
			when: 'at_once',
			quiet: { on: false, from: parseMinuteOfDay('20:00'), to: parseMinuteOfDay('08:30') },
			zone: 'America/New_York',
			mostADay: 20,
			coolDown: 60,
			onlyFavourites: false,
			channels: { mail: false, push: false, webhook: false, app: false },
		});
	});

	it('change only in the given fields, within quiet hours and channels too', () => {
		const changed = mergeDeliverySettings(DEFAULT_DELIVERY, { mostADay: 3, quiet: { on: true, to: 5 }, channels: { push: true } });
		expect(changed).toEqual({
			...DEFAULT_DELIVERY,
			mostADay: 3,
			quiet: { on: true, from: 1200, to: 5 },
			channels: { mail: false, push: true, webhook: false, app: false },
		});
		expect(mergeDeliverySettings(changed, { channels: { push: false } }).channels).toEqual(DEFAULT_DELIVERY.channels);
		expect(mergeDeliverySettings(changed, {})).toEqual(changed);
	});

	it('allow one to a hundred deliveries a day, and a ticker to be silent for a whole session', () => {
		expect(DAILY_DELIVERY_LIMITS).toEqual({ least: 1, most: 100 });
		expect(MAX_COOL_DOWN * MINUTE).toBe(FULL_SLOTS * SLOT_MS);
	});

	it('are forgotten with their deliveries: after 30 days what was made, after 90 what was not', () => {
		expect(DELIVERY_LIFE_DAYS).toEqual({ delivered: 30, other: 90 });
	});
});

describe('minutes of a day', () => {
	it('are written as a clock shows them', () => {
		expect([0, 9, 59, 60, 599, 600, 719, 720, 1439, 1440, 1441].map(formatMinuteOfDay)).toEqual([
			'00:00',
			'00:09',
			'00:59',
			'01:00',
			'09:59',
			'10:00',
			'11:59',
			'12:00',
			'23:59',
			'00:00',
			'00:01',
		]);
	});

	it('come back from the clock', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 1439 }), (minute) => {
				expect(parseMinuteOfDay(formatMinuteOfDay(minute))).toBe(minute);
			}),
		);
	});
});
