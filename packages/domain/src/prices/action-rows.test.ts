import { describe, expect, it } from 'vitest';
import { nyse } from '../time/calendar.ts';
import { exchangeDate, type TickerId } from '../time/units.ts';
import { actionTableError, readActionRows } from './action-rows.ts';

const FACTS = {
	tickerNamed: (symbol: string) => ({ AAPL: 10, 'BRK.B': 20 })[symbol] as TickerId | undefined,
	isSession: (date: string) => nyse.sessionOn(exchangeDate(date)) !== undefined,
	today: exchangeDate('2026-06-30'),
	recordedValue: (id: number, date: string, type: string) => (id === 20 && date === '2010-01-21' && type === 'split' ? 50 : undefined),
};

function read(...lines: string[]) {
	return readActionRows(['ticker,date,type,value', ...lines].join('\n'), FACTS);
}

function reasonOf(line: string): string | null | undefined {
	return read(line)[0]?.reason;
}

describe('rows of corporate actions', () => {
	it('are read with their lines, whatever the order of the columns, the line ends and the spelling', () => {
		expect(
			readActionRows('\uFEFFType;Value;Ticker;Date\r\nSplit;4;aapl;2020-08-31\r\n\r\n"dividend";"0.82";"AAPL";2020-08-07\r\n', FACTS),
		).toEqual([
			{ line: 2, ticker: 'AAPL', tickerId: 10, date: '2020-08-31', type: 'split', value: 4, replaces: null, reason: null },
			{ line: 4, ticker: 'AAPL', tickerId: 10, date: '2020-08-07', type: 'dividend', value: 0.82, replaces: null, reason: null },
		]);
	});

	it('say which value they replace', () => {
		expect(read('BRK-B,2010-01-21,split,25')).toMatchObject([{ ticker: 'BRK.B', value: 25, replaces: 50, reason: null }]);
	});

	it.each([
		['NONE,2020-08-31,split,4', "There is no ticker 'NONE'."],
		[',2020-08-31,split,4', "There is no ticker ''."],
		['AAPL,31.8.2020,split,4', "'31.8.2020' isn't a date such as 2020-08-31."],
		['AAPL,2020-02-30,split,4', "'2020-02-30' isn't a date such as 2020-08-31."],
		['AAPL,2020-08-30,split,4', 'The exchange was closed on 2020-08-30.'],
		['AAPL,2026-07-01,split,4', "2026-07-01 is in the future: the market's date is 2026-06-30."],
		['AAPL,2020-08-31,merger,4', "The type must be split or dividend, not 'merger'."],
		['AAPL,2020-08-31,split,1', 'A ratio of 1 changes nothing.'],
		['AAPL,2020-08-31,split,0', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,-4', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,10001', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,1e-9', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,4:1', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,NaN', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,split,Infinity', 'The value of a split is its new shares per old share, from 0.0001 to 10000.'],
		['AAPL,2020-08-31,dividend,0', 'The value of a dividend is dollars per share, from 0.000001 to 100000.'],
		['AAPL,2020-08-31,dividend,0x10', 'The value of a dividend is dollars per share, from 0.000001 to 100000.'],
		['BRK.B,2010-01-21,split,50', 'Already recorded with this value.'],
		['AAPL,2020-08-31,split', 'The row has 3 fields, the header 4.'],
		['AAPL,2020-08-31,split,4,5', 'The row has 5 fields, the header 4.'],
	])('%s is refused: %s', (line, reason) => {
		expect(reasonOf(line)).toBe(reason);
	});

	it('count once: a later row of the same ticker, date and type is refused, also by another spelling', () => {
		expect(read('BRK.B,2020-08-31,split,4', 'BRK/B,2020-08-31,split,5', 'BRK.B,2020-08-31,dividend,1').map(({ reason }) => reason)).toEqual(
			[null, 'The same ticker, date and type as line 2.', null],
		);
	});

	it('have no value where it is too large to be a number', () => {
		expect(read('AAPL,2020-08-31,split,1e400')).toMatchObject([{ value: null, reason: expect.stringContaining('from 0.0001 to 10000') }]);
	});

	it('stand aside where they are refused: the row after a refused one is not its duplicate', () => {
		expect(read('AAPL,2020-08-31,split,0', 'AAPL,2020-08-31,split,4').map(({ reason }) => reason === null)).toEqual([false, true]);
	});
});

describe('a file of corporate actions', () => {
	it.each([
		['', 'The first line must name the columns ticker, date, type and value.'],
		['AAPL,2020-08-31,split,4', 'The first line must name the columns ticker, date, type and value.'],
		['ticker,date,type', 'The first line must name the columns ticker, date, type and value.'],
		['ticker,date,type,value,value', 'The first line must name the columns ticker, date, type and value.'],
		['ticker,date,type,value\n\n', 'There are no rows below the header.'],
		[`ticker,date,type,value${'\nA,B,C,D'.repeat(2_001)}`, 'At most 2000 rows; this file has 2001. Split it.'],
	])('%j is refused as a whole', (text, fault) => {
		expect(actionTableError(text)).toBe(fault);
	});

	it('with rows is read', () => {
		expect(actionTableError('ticker,date,type,value\nA,B,C,D')).toBeUndefined();
	});
});
