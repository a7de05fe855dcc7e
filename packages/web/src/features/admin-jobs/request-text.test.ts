import { expect, it } from 'vitest';
import { requestText } from './request-text.ts';

it.each([
	[{}, ''],
	[{ fetch: true }, ''],
	[{ from: '2026-06-01', to: '2026-06-03' }, '06/01/2026 to 06/03/2026'],
	[{ from: '2026-06-01' }, 'from 06/01/2026'],
	[{ to: '2026-06-03' }, 'to 06/03/2026'],
	[{ date: '2026-06-30T15:45:00Z' }, '06/30/2026 11:45 AM ET'],
	[{ apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }], revoke: [], dismiss: [] }, 'apply ticker id 10, 08/31/2020, ratio 4'],
	[{ from: '2026-06-01', to: '2026-06-02', tickers: [7, 8] }, '06/01/2026 to 06/02/2026, tickers 7; 8'],
	[{ from: '2026-06-01', to: '2026-06-02', tickers: [1, 2, 3, 4, 5, 6, 7] }, '06/01/2026 to 06/02/2026, tickers 1; 2; 3; 4; 5; and 2 more'],
	[{ id: 5, run: 2 }, 'id 5, run 2'],
	[{ id: 5, report: Date.UTC(2026, 5, 30, 15, 45) }, 'id 5, report 06/30/2026 11:45 AM ET'],
])('says what %j asks for', (request, text) => {
	expect(requestText(request)).toBe(text);
});
