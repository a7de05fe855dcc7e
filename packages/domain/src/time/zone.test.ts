import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY, exchangeDate, HOUR, MINUTE } from './units.ts';
import {
	addDays,
	dateOfDay,
	dayNumber,
	lastWeekday,
	newYorkDate,
	newYorkMinute,
	newYorkOffsetMinutes,
	newYorkToUtc,
	nthWeekday,
	parseDate,
	parseDateInput,
} from './zone.ts';

const zone = new Intl.DateTimeFormat('en-CA', {
	timeZone: 'America/New_York',
	year: 'numeric',
	month: '2-digit',
	day: '2-digit',
	hour: '2-digit',
	minute: '2-digit',
	hourCycle: 'h23',
});

function intl(ms: number): string {
	return zone.format(ms);
}

function ours(ms: number): string {
	const minute = newYorkMinute(ms);
	const two = (n: number): string => String(n).padStart(2, '0');
	return `${newYorkDate(ms)}, ${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

describe('New York time', () => {
	it('agrees with Intl every day of 1998 to 2037, around the changes to the minute', () => {
		const wrong: string[] = [];
		let offset = newYorkOffsetMinutes(Date.UTC(1998, 0, 1));
		for (let ms = Date.UTC(1998, 0, 1); ms < Date.UTC(2038, 0, 1); ms += DAY) {
			const probes = [ms, ms + 13 * HOUR + 30 * MINUTE];
			const next = newYorkOffsetMinutes(ms + DAY);
			if (next !== offset) for (const hour of [5, 6, 7, 8]) probes.push(ms + hour * HOUR - MINUTE, ms + hour * HOUR);
			offset = next;
			for (const probe of probes) if (ours(probe) !== intl(probe)) wrong.push(new Date(probe).toISOString());
		}
		expect(wrong).toEqual([]);
	});

	it('goes to UTC and back for every minute that exists once', () => {
		fc.assert(
			fc.property(fc.integer({ min: 10_300, max: 24_800 }), fc.integer({ min: 180, max: 1439 }), (day, minute) => {
				const ms = newYorkToUtc(dateOfDay(day), Math.floor(minute / 60), minute % 60);
				expect(newYorkDate(ms)).toBe(dateOfDay(day));
				expect(newYorkMinute(ms)).toBe(minute);
			}),
		);
	});

	it('takes the first of a doubled hour and moves a missing one forward', () => {
		expect(newYorkToUtc(exchangeDate('2025-11-02'), 1, 30)).toBe(Date.UTC(2025, 10, 2, 5, 30));
		expect(newYorkToUtc(exchangeDate('2026-03-08'), 2, 30)).toBe(Date.UTC(2026, 2, 8, 7, 30));
	});
});

describe('dates', () => {
	it('counts days since 1970 and back', () => {
		expect(dayNumber(exchangeDate('1970-01-01'))).toBe(0);
		expect(dayNumber(exchangeDate('2000-03-01'))).toBe(11_017);
		fc.assert(
			fc.property(fc.integer({ min: -30_000, max: 60_000 }), (day) => {
				expect(dayNumber(dateOfDay(day))).toBe(day);
			}),
		);
		expect(addDays(exchangeDate('2024-02-28'), 2)).toBe('2024-03-01');
	});

	it('reads the date that a request means', () => {
		const means = (text: string): string => parseDateInput(text);
		expect(['2026-12-25', '2026-12-25T00:00:00Z', '2026-12-25T00:00Z', '2026-12-25T00:00:00.000Z'].map(means)).toEqual(
			Array(4).fill('2026-12-25'),
		);
		expect(['2026-12-25T00:00:01Z', '2026-12-25T04:59:59Z', '2026-12-24T23:00:00-05:00'].map(means)).toEqual(Array(3).fill('2026-12-24'));
		expect(['2026-12-25T05:00:00Z', '2026-12-25T05:00:00+00:00'].map(means)).toEqual(Array(2).fill('2026-12-25'));
	});

	it('refuses what is no day', () => {
		expect(parseDate('2024-02-29')).toBe('2024-02-29');
		for (const text of ['2023-02-29', '2023-13-01', '2023-00-10', '20230110', '2023-1-10', '', '2023-01-10T00:00']) {
			expect(parseDate(text)).toBeUndefined();
		}
	});

	it('finds weekdays of a month', () => {
		expect(dateOfDay(nthWeekday(2026, 11, 4, 4))).toBe('2026-11-26');
		expect(dateOfDay(nthWeekday(2026, 6, 1, 1))).toBe('2026-06-01');
		expect(dateOfDay(lastWeekday(2027, 5, 1))).toBe('2027-05-31');
	});
});
