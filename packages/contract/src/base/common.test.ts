import { describe, expect, it } from 'vitest';
import { calendarDate, dateOrInstant, instant, lenientDate } from './common.ts';

describe('instants in requests', () => {
	it.each([
		'2026-03-04T14:45:00Z',
		'2026-03-04T14:45:00.000Z',
		'2026-03-04T14:45:00.000000000Z',
		'2026-03-04T14:45Z',
		'2026-03-04t14:45:00z',
		'2026-03-04 14:45:00Z',
		'2026-03-04T16:45:00+02:00',
		'2026-03-04T16:45:00 02:00',
		'2026-03-04T09:45:00-05:00',
		'2026-03-05T00:15:00+09:30',
		'2026-03-04T14:45:00+00:00',
		'2026-03-04T14:45:00-00:00',
	])('%s is read with its offset', (text) => {
		expect(instant.parse(text)).toBe(Date.UTC(2026, 2, 4, 14, 45));
		expect(Date.parse(dateOrInstant.parse(text))).toBe(Date.UTC(2026, 2, 4, 14, 45));
	});

	it.each(['2026-03-04T14:45:00', '2026-03-04T14:45:00+0200', '2026-03-04', '2026-02-30T00:00:00Z', '2026-03-04T25:00:00Z', 'now', ''])(
		'%s is refused',
		(text) => expect(instant.safeParse(text).success).toBe(false),
	);
});

describe('dates in requests', () => {
	it.each([
		'2026-12-25',
		'2026-12-25T00:00:00Z',
		'2026-12-25T00:00Z',
		'2026-12-25t00:00:00.000z',
		'2026-12-25T00:00:00+00:00',
		'2026-12-25T00:00:00 00:00',
	])('%s is Christmas Day', (text) => {
		expect([lenientDate.parse(text), calendarDate.parse(text)]).toEqual(['2026-12-25', '2026-12-25']);
	});

	it('keep other instants where they are taken, and midnight where the time of day counts', () => {
		expect(lenientDate.parse('2026-12-25T16:00:00-05:00')).toBe('2026-12-25T16:00:00-05:00');
		expect(dateOrInstant.parse('2026-12-25T00:00:00Z')).toBe('2026-12-25T00:00:00Z');
		for (const text of ['2026-12-25T16:00:00Z', '2026-02-30T00:00:00Z', '2026-12-25T00:00:00'])
			expect(calendarDate.safeParse(text).success).toBe(false);
	});
});
