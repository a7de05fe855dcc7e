import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatEt, formatUtcClock, isoSeconds, parseIso } from './format.ts';

describe('formatEt', () => {
	const at = (iso: string): number => Date.parse(iso);
	it.each([
		['2026-06-30T15:45:00Z', '11:45 AM', '06/30/2026 11:45 AM', '06/30/2026'],
		['2026-01-05T17:00:00Z', '12:00 PM', '01/05/2026 12:00 PM', '01/05/2026'],
		['2026-01-06T04:59:00Z', '11:59 PM', '01/05/2026 11:59 PM', '01/05/2026'],
		['2026-01-06T05:07:00Z', '12:07 AM', '01/06/2026 12:07 AM', '01/06/2026'],
	])('writes MM/DD/YYYY h:mm A in New York: %s', (iso, time, datetime, date) => {
		expect(formatEt(at(iso), 'time')).toBe(time);
		expect(formatEt(at(iso), 'datetime')).toBe(datetime);
		expect(formatEt(at(iso), 'date')).toBe(date);
	});
});

describe('instants on the wire', () => {
	it('are written to the second', () => {
		expect(isoSeconds(Date.UTC(2026, 5, 30, 15, 45))).toBe('2026-06-30T15:45:00Z');
		expect(isoSeconds(Date.UTC(2026, 5, 30, 15, 45, 0, 999))).toBe('2026-06-30T15:45:00Z');
		expect(formatUtcClock(Date.UTC(2026, 5, 30, 15, 45))).toBe('15:45:00');
	});

	it('come back whole', () => {
		fc.assert(
			fc.property(fc.integer({ min: 0, max: 4_000_000_000 }), (s) => {
				expect(parseIso(isoSeconds(s * 1000))).toBe(s * 1000);
			}),
		);
		expect(parseIso('2026-06-30T15:45:00.000Z')).toBe(Date.UTC(2026, 5, 30, 15, 45));
	});

	it('are refused when they are none', () => {
		for (const text of [
			'2026-02-30T00:00:00Z',
			'2026-06-30T15:45:00',
			'2026-06-30T24:00:00Z',
			'2026-06-30T15:45Z',
			'2026-06-30',
			'latest',
			'',
		]) {
			expect(parseIso(text)).toBeUndefined();
		}
	});
});
