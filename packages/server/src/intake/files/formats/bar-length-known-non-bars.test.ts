import { expect, it } from 'vitest';
import { rejectKnownNonBars } from './bar-length.ts';

it.each(['ticker,date,type,value', 'Ticker;Date;Type;Value\r', '"ticker","date","type","value"'])(
	'%j is named as corporate actions',
	(header) => {
		expect(() => rejectKnownNonBars(header, 'actions.csv')).toThrow(/splits and dividends.*\/api\/corporate-actions/);
	},
);

it.each(['ticker,date,open,high,low,close,volume', 'ticker,date,type,value,close'])('%s may be bars', (header) => {
	expect(() => rejectKnownNonBars(header, 'bars.csv')).not.toThrow();
});
