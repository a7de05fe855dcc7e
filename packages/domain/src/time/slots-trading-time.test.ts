import { describe, expect, it } from 'vitest';
import { nyse } from './calendar.ts';
import { createTradingTime } from './slots.ts';

const at = createTradingTime(nyse);
const between = (from: string, to: string): number => at(Date.parse(to)) - at(Date.parse(from));

describe('trading time', () => {
	it('counts the minutes of sessions, and none over nights, weekends and holidays', () => {
		expect(between('2026-06-29T09:30-04:00', '2026-06-29T16:00-04:00')).toBe(390);
		expect(between('2026-06-29T15:45-04:00', '2026-06-30T09:45-04:00')).toBe(30);
		// Friday to Monday, and over 07/03, on which the holiday was observed.
		expect(between('2026-06-26T16:00-04:00', '2026-06-29T09:30-04:00')).toBe(0);
		expect(between('2026-07-02T15:00-04:00', '2026-07-06T10:00-04:00')).toBe(90);
		// An early close at 13:00, and the clocks' change.
		expect(between('2026-11-27T09:30-05:00', '2026-11-30T09:30-05:00')).toBe(210);
		expect(between('2026-03-06T09:30-05:00', '2026-03-09T09:30-04:00')).toBe(390);
	});

	it('is 0 before the calendar', () => expect(at(Date.parse('1990-01-01T00:00Z'))).toBe(0));
});
