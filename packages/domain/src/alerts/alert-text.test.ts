import { describe, expect, it } from 'vitest';
import { formCode } from '../filings/information-codes.ts';
import { createReportTable } from '../signals/report-table.ts';
import type { ReportTime, TickerId } from '../time/units.ts';
import { formatAlertBody, formatAlertSubject } from './alert-text.ts';
import type { AlertCondition, TickerAlert } from './ticker-alert.ts';

const REPORT = Date.UTC(2026, 10, 24, 15) as ReportTime;
const LIST = { tab: 'free', strategy: 'third' } as const;

/** `information`: the row's byte; 5 is no filing in both look-backs, 9 is one since the previous close or before. */
function textOf(condition: AlertCondition, information: number, row = 1): string {
	const table = createReportTable(REPORT, 'reverse', 1);
	table.tickerId[0] = row;
	table.information[0] = information;
	table.filingForm[0] = formCode('10-Q');
	table.filingAccepted[0] = REPORT / 1_000 - 60;
	return formatAlertBody({ alert: { note: '', condition, watchlistName: null } as TickerAlert, tickerId: 1 as TickerId }, REPORT, table);
}

describe('the message of an alert', () => {
	it.each<[AlertCondition, string]>([
		[{ kind: 'price', level: 5, side: 'above' }, 'Moved, no filing since the previous close. '],
		[{ kind: 'volume', timeframe: 'day', value: 3 }, 'Moved, no filing in the last five sessions. '],
		[{ kind: 'volume', timeframe: 'one_hour', value: 3 }, 'Moved, no filing since the previous close. '],
		[{ kind: 'enters', ...LIST }, 'Moved, no filing in the last five sessions. '],
		[{ kind: 'leaves', ...LIST }, 'No filing in the last five sessions. '],
		[{ kind: 'mentions', value: 3 }, 'No filing since the previous close. '],
	])('of %j says that there is no filing over what it looks at', (condition, text) => {
		expect(textOf(condition, 5)).toBe(`${text}Report of 11/24/2026 10:00 AM ET.`);
	});

	it.each<[AlertCondition, string]>([
		[{ kind: 'price', level: 75.5, side: 'above' }, 'AAPL rose to $75.50'],
		[{ kind: 'price', level: 1234.5678, side: 'below' }, 'AAPL fell to $1,234.5678'],
		[{ kind: 'mentions', value: 3, falls: true }, 'AAPL: mentions fell below 3 in 24 h'],
		[{ kind: 'volume', timeframe: 'day', value: 3 }, 'AAPL: volume reached 3 typical moves on 1d'],
		[{ kind: 'mention_spike', value: 2.5 }, 'AAPL: mentions reached 2.5 times the usual'],
		[{ kind: 'trend', from: { time: 1, price: 2 }, to: { time: 3, price: 4 }, side: 'below' }, 'AAPL fell to your trend line'],
		[{ kind: 'filing' }, 'AAPL: new filing'],
		[{ kind: 'enters', ...LIST }, 'AAPL entered Free, 1h·4h·1d'],
		[{ kind: 'enters', ...LIST, filter: { id: 3, name: 'Deep' } }, 'AAPL entered your filter Deep'],
		[{ kind: 'leaves', ...LIST, filter: { id: 3, name: 'Deep' } }, 'AAPL left your filter Deep'],
	])('of %j says what changed', (condition, text) => expect(formatAlertSubject('AAPL', condition)).toBe(text));

	it('names the watchlist', () => {
		const alert = { note: 'Look', condition: { kind: 'leaves', ...LIST }, watchlistName: 'Oil' } as TickerAlert;
		expect(formatAlertBody({ alert, tickerId: 1 as TickerId }, REPORT)).toBe(
			'Look\n\nOn your watchlist Oil. Report of 11/24/2026 10:00 AM ET.',
		);
	});

	it('names the filing within the look-back, and says nothing of what is not known or of a ticker that is not in the report', () => {
		const [price, day] = [
			{ kind: 'price', level: 5, side: 'above' },
			{ kind: 'volume', timeframe: 'day', value: 3 },
		] as const;
		expect(textOf(day, 9)).toBe('Filing: 10-Q: quarterly report, 11/24/2026 9:59 AM ET. Report of 11/24/2026 10:00 AM ET.');
		expect(textOf(price, 9)).toMatch(/^Moved, no filing/);
		expect([textOf(price, 0), textOf(price, 5, 2)]).toEqual(Array(2).fill('Report of 11/24/2026 10:00 AM ET.'));
	});
});
