import { describe, expect, it } from 'vitest';
import { nyse } from '../time/calendar.ts';
import { exchangeDate } from '../time/units.ts';
import { POST, PRE, REGULAR } from './blocks.ts';
import type { TopInterval } from './top-lists.ts';
import { monthsBefore, topSpan } from './tops.ts';

function at(iso: string): number {
	return Date.parse(iso);
}

function span(interval: TopInterval, iso: string): string {
	const found = topSpan(nyse, interval, at(iso));
	return found ? `${new Date(found.from).toISOString().slice(0, 16)} ${new Date(found.to).toISOString().slice(0, 16)}` : 'none';
}

describe('the bars of a top table', () => {
	it('are the last elapsed slots, over the night if need be', () => {
		expect(span('hour', '2025-07-01T15:07Z')).toBe('2025-07-01T14:00 2025-07-01T15:00');
		expect(span('hour', '2025-07-01T13:45Z')).toBe('2025-06-30T19:15 2025-07-01T13:45');
		expect(span('4h', '2025-07-01T20:30Z')).toBe('2025-07-01T16:00 2025-07-01T20:00');
		expect(span('4h', '2025-12-01T14:45Z')).toBe('2025-11-26T20:45 2025-12-01T14:45');
	});

	it('are the session of the last elapsed slot', () => {
		expect(span('day', '2025-07-05T12:00Z')).toBe('2025-07-03T13:30 2025-07-03T17:00');
		expect(span('day', '2025-07-07T13:40Z')).toBe('2025-07-03T13:30 2025-07-03T17:00');
		expect(span('day', '2025-07-07T13:45Z')).toBe('2025-07-07T13:30 2025-07-07T13:45');
	});

	it('reach back by calendar', () => {
		expect(span('week', '2025-07-01T15:00Z')).toBe('2025-06-25T13:30 2025-07-01T15:00');
		expect(span('month', '2025-07-01T15:00Z')).toBe('2025-06-02T13:30 2025-07-01T15:00');
		expect(span('6m', '2025-07-01T15:00Z')).toBe('2025-01-02T14:30 2025-07-01T15:00');
		expect(span('ytd', '2025-07-01T15:00Z')).toBe('2025-01-02T14:30 2025-07-01T15:00');
		expect(span('ytd', '2025-01-02T14:30Z')).toBe('2024-01-02T14:30 2024-12-31T21:00');
		expect(span('52w', '2025-07-01T15:00Z')).toBe('2024-06-28T13:30 2025-07-01T15:00');
		expect(nyse.sessionsBetween(exchangeDate('2024-06-28'), exchangeDate('2025-07-01'))).toHaveLength(252);
		expect(span('52w', '1998-03-02T15:00Z')).toBe('1998-01-02T14:30 1998-03-02T15:00');
	});

	it('lie before the open and after the close', () => {
		expect(span('premarket', '2025-07-01T08:14Z')).toBe('2025-06-30T08:00 2025-06-30T13:30');
		expect(span('premarket', '2025-07-01T08:15Z')).toBe('2025-07-01T08:00 2025-07-01T08:15');
		expect(span('premarket', '2025-07-01T15:00Z')).toBe('2025-07-01T08:00 2025-07-01T13:30');
		expect(span('after_hours', '2025-07-01T15:00Z')).toBe('2025-06-30T20:00 2025-07-01T00:00');
		expect(span('after_hours', '2025-07-01T21:00Z')).toBe('2025-07-01T20:00 2025-07-01T21:00');
		expect(span('after_hours', '2025-07-05T21:00Z')).toBe('2025-07-03T17:00 2025-07-03T21:00');
	});

	it('are none before the first session', () => {
		for (const interval of ['hour', '4h', 'day', 'week', 'month', '6m', 'ytd', '52w', 'premarket', 'after_hours'] as const)
			expect(span(interval, '1997-06-02T15:00Z')).toBe('none');
		expect(span('after_hours', '1998-01-02T15:00Z')).toBe('none');
		expect(span('hour', '1998-01-02T14:45Z')).toBe('1998-01-02T14:30 1998-01-02T14:45');
	});

	it('say which part of the day they are of', () => {
		const parts = (['premarket', 'day', 'after_hours'] as const).map((i) => topSpan(nyse, i, at('2025-07-01T15:00Z'))?.session);
		expect(parts).toEqual([PRE, REGULAR, POST]);
		expect(span('day', '1998-01-02T14:31Z')).toBe('none');
	});

	it('begin where so many quarter-hours of sessions ended, over as many nights as that takes', () => {
		expect(span('4h', '2025-07-01T17:30Z')).toBe('2025-07-01T13:30 2025-07-01T17:30');
		expect(span('4h', '2025-07-01T17:15Z')).toBe('2025-06-30T19:45 2025-07-01T17:15');
		expect(span('hour', '2025-07-01T14:30Z')).toBe('2025-07-01T13:30 2025-07-01T14:30');
		expect(span('hour', '2025-07-01T14:15Z')).toBe('2025-06-30T19:45 2025-07-01T14:15');
		// The previous session was short: 14 quarter-hours.
		expect(span('4h', '2025-12-01T14:30Z')).toBe('2025-11-26T20:30 2025-11-28T18:00');
		expect(span('4h', '1998-01-02T15:00Z')).toBe('1998-01-02T14:30 1998-01-02T15:00');
	});

	it('outside of regular hours begin with their first quarter-hour, and end with their part', () => {
		expect(span('after_hours', '2025-07-01T20:14Z')).toBe('2025-06-30T20:00 2025-07-01T00:00');
		expect(span('after_hours', '2025-07-01T20:15Z')).toBe('2025-07-01T20:00 2025-07-01T20:15');
		expect(span('after_hours', '2025-07-02T07:00Z')).toBe('2025-07-01T20:00 2025-07-02T00:00');
		expect(span('premarket', '2025-07-01T13:30Z')).toBe('2025-07-01T08:00 2025-07-01T13:30');
		expect(span('premarket', '2025-07-01T23:00Z')).toBe('2025-07-01T08:00 2025-07-01T13:30');
		expect(span('premarket', '2025-07-05T12:00Z')).toBe('2025-07-03T08:00 2025-07-03T13:30');
		expect(span('premarket', '1998-01-02T09:14Z')).toBe('none');
		expect(span('premarket', '1998-01-02T09:15Z')).toBe('1998-01-02T09:00 1998-01-02T09:15');
	});

	it('cut a month to its last day', () => {
		expect(monthsBefore(exchangeDate('2025-03-31'), 1)).toBe('2025-02-28');
		expect(monthsBefore(exchangeDate('2016-03-31'), 1)).toBe('2016-02-29');
		expect(monthsBefore(exchangeDate('2025-01-15'), 6)).toBe('2024-07-15');
		expect(monthsBefore(exchangeDate('2025-12-31'), 6)).toBe('2025-06-30');
		expect(monthsBefore(exchangeDate('2025-07-31'), 12)).toBe('2024-07-31');
		expect(monthsBefore(exchangeDate('2025-01-31'), 1)).toBe('2024-12-31');
		expect(monthsBefore(exchangeDate('2025-12-01'), 0)).toBe('2025-12-01');
	});
});
