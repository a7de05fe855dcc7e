import { describe, expect, it } from 'vitest';
import { etClock, etClockOn, etDateTime, formatAge, monthDayYear, msOf } from './times.ts';

describe('times on screen', () => {
	it('are New York times, in winter and in summer', () => {
		expect(etClock(msOf('2026-11-20T16:45:00Z'))).toBe('11:45 ET');
		expect(etClock(msOf('2026-06-30T15:45:00Z'))).toBe('11:45 ET');
		expect(etClock(msOf('2026-11-20T05:05:00Z'))).toBe('00:05 ET');
		expect(etDateTime(msOf('2026-11-20T16:45:00Z'))).toBe('11/20/2026 11:45 AM ET');
	});

	it('name the day of a clock where it is another one than that of the market', () => {
		const at = msOf('2026-06-30T15:45:00Z');
		expect([etClockOn(at, at), etClockOn(at, undefined)]).toEqual(['11:45 ET', '11:45 ET']);
		expect(etClockOn(at, msOf('2026-07-01T13:30:00Z'))).toBe('06/30/2026 11:45 ET');
		expect(monthDayYear('2026-06-30')).toBe('06/30/2026');
	});

	it('say ages against the clock they are given', () => {
		const now = msOf('2026-11-20T16:45:00Z');
		expect(formatAge(now, now)).toBe('just now');
		expect(formatAge(now - 59_999, now)).toBe('just now');
		expect(formatAge(now - 120_000, now)).toBe('2 min ago');
		expect(formatAge(now - 3 * 3_600_000, now)).toBe('3 h ago');
		expect(formatAge(now - 49 * 3_600_000, now)).toBe('2 d ago');
	});
});
