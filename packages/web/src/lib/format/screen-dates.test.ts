import { expect, it } from 'vitest';
import { formatDatesIn } from './screen-dates.ts';

it.each([
	['2026-06-30', '06/30/2026'],
	['The exchange was closed on 2026-06-28: it was a Sunday.', 'The exchange was closed on 06/28/2026: it was a Sunday.'],
	['No report is scheduled at 2026-06-24T20:00:00Z.', 'No report is scheduled at 06/24/2026 4:00 PM ET.'],
	['15-minute bars of 9 days from 2026-06-01 to 2026-06-12, batch 7', '15-minute bars of 9 days from 06/01/2026 to 06/12/2026, batch 7'],
	["Write the year first, '2024-12-31'.", "Write the year first, '2024-12-31'."],
	['bars-2026-06-01.csv, days/2026-06-02.csv.gz and 2026-06-03.csv', 'bars-2026-06-01.csv, days/2026-06-02.csv.gz and 2026-06-03.csv'],
])('dates are written alike in the server’s text %j', (text, shown) => {
	expect(formatDatesIn(text)).toBe(shown);
});
