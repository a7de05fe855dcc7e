import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayRangeIn, isZone, minuteOfDayIn, wallClockIn, wallClockToUtc } from './any-zone.ts';
import { DAY, HOUR, MINUTE } from './units.ts';
import { newYorkMinute } from './zone.ts';

const zones = ['America/New_York', 'Europe/Vienna', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Sao_Paulo', 'UTC'];
const anyZone = fc.constantFrom(...zones);
const anyMinute = fc.integer({ min: Date.UTC(2005, 0, 1) / MINUTE, max: Date.UTC(2037, 0, 1) / MINUTE }).map((minutes) => minutes * MINUTE);

type Wall = [year: number, month: number, day: number, hour: number, minute: number];

describe('the wall clock of a zone', () => {
	it.each([
		['Europe/Vienna', true],
		['America/Argentina/Buenos_Aires', true],
		['Etc/GMT+5', true],
		['Mars/Olympus', false],
		['+02:00', false],
		['', false],
		['Europe/Vienna\0', false],
		['__proto__', false],
	])('knows whether %s is one: %s', (zone, known) => {
		expect(isZone(zone)).toBe(known);
	});

	it('is that of New York as the market reads it', () => {
		fc.assert(
			fc.property(anyMinute, (ms) => {
				expect(minuteOfDayIn('America/New_York', ms)).toBe(newYorkMinute(ms));
			}),
		);
	});

	it('is found again: the first instant at which it shows what it shows', () => {
		fc.assert(
			fc.property(anyZone, anyMinute, (zone, ms) => {
				const found = wallClockToUtc(zone, wallClockIn(zone, ms));
				expect(wallClockIn(zone, found)).toBe(wallClockIn(zone, ms));
				expect(found).toBeLessThanOrEqual(ms);
			}),
		);
	});

	it('jumps over an hour in spring, and shows one twice in autumn', () => {
		// 2026-03-08 02:30 does not exist in New York; 03:00 EDT is 07:00 UTC.
		expect(wallClockToUtc('America/New_York', Date.UTC(2026, 2, 8, 2, 30))).toBe(Date.UTC(2026, 2, 8, 7));
		// 2026-11-01 01:30 occurs at 05:30 and at 06:30 UTC.
		expect(wallClockToUtc('America/New_York', Date.UTC(2026, 10, 1, 1, 30))).toBe(Date.UTC(2026, 10, 1, 5, 30));
	});

	it('is read to the second, and counted in minutes with their fraction', () => {
		fc.assert(
			fc.property(anyZone, anyMinute, fc.integer({ min: 0, max: 59 }), (zone, ms, seconds) => {
				expect(wallClockIn(zone, ms + seconds * 1000)).toBe(wallClockIn(zone, ms) + seconds * 1000);
				expect(minuteOfDayIn(zone, ms + seconds * 1000)).toBeCloseTo(minuteOfDayIn(zone, ms) + seconds / 60, 9);
				expect(minuteOfDayIn(zone, ms)).toBeGreaterThanOrEqual(0);
				expect(minuteOfDayIn(zone, ms)).toBeLessThan(1440);
			}),
		);
		expect(wallClockIn('Asia/Kolkata', Date.UTC(2026, 0, 31, 18, 29, 59))).toBe(Date.UTC(2026, 0, 31, 23, 59, 59));
		expect(wallClockIn('Asia/Kolkata', Date.UTC(2026, 0, 31, 18, 30))).toBe(Date.UTC(2026, 1, 1));
	});

	it('of any wall is met by the first instant that shows it or more', () => {
		fc.assert(
			fc.property(anyZone, anyMinute, (zone, wall) => {
				const found = wallClockToUtc(zone, wall);
				expect(wallClockIn(zone, found)).toBeGreaterThanOrEqual(wall);
				// When an hour repeats, the clock shows more before the second time.
				expect(wallClockIn(zone, found - MINUTE)).not.toBe(wall);
				if (wallClockIn(zone, found) !== wall) expect(wallClockIn(zone, found - MINUTE)).toBeLessThan(wall);
			}),
		);
	});

	it.each<[string, Wall, Wall]>([
		['America/New_York', [2026, 2, 8, 1, 59], [2026, 2, 8, 6, 59]],
		['America/New_York', [2026, 2, 8, 2, 0], [2026, 2, 8, 7, 0]],
		['America/New_York', [2026, 2, 8, 2, 59], [2026, 2, 8, 7, 0]],
		['America/New_York', [2026, 2, 8, 3, 0], [2026, 2, 8, 7, 0]],
		['America/New_York', [2026, 2, 8, 3, 1], [2026, 2, 8, 7, 1]],
		['America/New_York', [2026, 10, 1, 0, 59], [2026, 10, 1, 4, 59]],
		['America/New_York', [2026, 10, 1, 1, 0], [2026, 10, 1, 5, 0]],
		['America/New_York', [2026, 10, 1, 2, 0], [2026, 10, 1, 7, 0]],
		['Australia/Lord_Howe', [2026, 9, 4, 2, 10], [2026, 9, 3, 15, 30]],
		// A whole day that was skipped.
		['Pacific/Apia', [2011, 11, 30, 12, 0], [2011, 11, 30, 10, 0]],
	])('in %s shows %j first at %j', (zone, wall, instant) => {
		expect(wallClockToUtc(zone, Date.UTC(...wall))).toBe(Date.UTC(...instant));
	});

	it('has a day around every instant, as long as the clock makes it', () => {
		fc.assert(
			fc.property(anyZone, anyMinute, (zone, ms) => {
				const { from, to } = dayRangeIn(zone, ms);
				expect(from <= ms && ms < to).toBe(true);
				expect(to - from).toBeGreaterThanOrEqual(DAY - HOUR);
				expect(to - from).toBeLessThanOrEqual(DAY + HOUR);
				expect(dayRangeIn(zone, to).from).toBe(to);
			}),
		);
	});
});
