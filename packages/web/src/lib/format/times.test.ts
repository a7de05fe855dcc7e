import { describe, expect, it } from 'vitest';
import { screenDates } from './screen-dates.ts';
import { ageText, etClock, etClockOn, etDateTime, monthDayYear, msOf } from './times.ts';

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

	it.each([
		['2026-06-30', '06/30/2026'],
		['The exchange was closed on 2026-06-28: it was a Sunday.', 'The exchange was closed on 06/28/2026: it was a Sunday.'],
		['No report is scheduled at 2026-06-24T20:00:00Z.', 'No report is scheduled at 06/24/2026 4:00 PM ET.'],
		['15-minute bars of 9 days from 2026-06-01 to 2026-06-12, batch 7', '15-minute bars of 9 days from 06/01/2026 to 06/12/2026, batch 7'],
		["Write the year first, '2024-12-31'.", "Write the year first, '2024-12-31'."],
		['bars-2026-06-01.csv, days/2026-06-02.csv.gz and 2026-06-03.csv', 'bars-2026-06-01.csv, days/2026-06-02.csv.gz and 2026-06-03.csv'],
	])('are written alike in the server’s text %j', (text, shown) => {
		expect(screenDates(text)).toBe(shown);
	});

	it('say ages against the clock they are given', () => {
		const now = msOf('2026-11-20T16:45:00Z');
		expect(ageText(now, now)).toBe('just now');
		expect(ageText(now - 59_999, now)).toBe('just now');
		expect(ageText(now - 120_000, now)).toBe('2 min ago');
		expect(ageText(now - 3 * 3_600_000, now)).toBe('3 h ago');
		expect(ageText(now - 49 * 3_600_000, now)).toBe('2 d ago');
	});
});
