import { describe, expect, it } from 'vitest';
import { nyse } from '../time/calendar.ts';
import { isoSeconds } from '../time/format.ts';
import { utcMs } from '../time/units.ts';
import { nextSlotReport } from './list-mail.ts';

describe('the next report of a list by mail', () => {
	it('is of the same session until its time, then of the next trading day, and at an early close its last one', () => {
		const next = (slot: string, now: string) => isoSeconds(nextSlotReport(nyse, slot, utcMs(Date.parse(now))) ?? 0);
		expect(next('10:00', '2026-06-30T12:00:00Z')).toBe('2026-06-30T14:00:00Z');
		expect(next('10:00', '2026-06-30T13:59:59Z')).toBe('2026-06-30T14:00:00Z');
		expect(next('10:00', '2026-06-30T14:00:00Z')).toBe('2026-07-01T14:00:00Z');
		// Independence Day is observed on Friday, 3 July.
		expect(next('16:00', '2026-07-02T20:00:00Z')).toBe('2026-07-06T20:00:00Z');
		expect(next('16:00', '2026-11-27T15:00:00Z')).toBe('2026-11-27T18:00:00Z');
	});
});
