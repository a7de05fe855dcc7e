import { describe, expect, it } from 'vitest';
import { type LayoutOptions, recogniseBarLayout } from './layout.ts';

function layoutOf(header: string, row: string, name: string, options?: LayoutOptions) {
	return recogniseBarLayout(header, [Buffer.from(row)], name, options);
}

describe('recognise', () => {
	it('knows the semicolon minutes by their columns', () => {
		const layout = layoutOf('date;timestamp;close;high;low;open;price;volume', 'x;1704205800000;4;5;3;3;4;10', 'AZO/2024.csv.gz');
		expect(layout).toMatchObject({
			format: 'minute-semicolon',
			time: 1,
			open: 5,
			close: 2,
			volume: 7,
			timeKind: 'epoch',
			interval: 1,
			shiftMs: 0,
			direction: 1,
		});
	});

	it('knows Alpha Vantage by header and name, and its bars by the name', () => {
		const header = 'datetime,open,high,low,close,volume';
		expect(layoutOf(header, '2019-02-15 16:00:00,1,1,1,1,1', 'SPY_15min.csv')).toMatchObject({
			format: 'alpha-vantage',
			interval: 15,
			stamp: 'end',
			zone: 'new-york',
		});
		expect(layoutOf(header, '2019-02-15,1,1,1,1,1', 'SPY_daily.csv')).toMatchObject({ interval: 'day' });
		expect(() => layoutOf(header, '2019-02-15 16:00:00,1,1,1,1,1', 'SPY_60min.csv')).toThrow(/bars are of 60 minutes/);
		expect(layoutOf(header, '2019-02-15 16:00:00,1,1,1,1,1', 'SPY.csv').format).toBe('ohlcv');
	});

	it('finds the columns of any table by name, whatever order and separator', () => {
		expect(layoutOf('Time\tOpen\tHigh\tLow\tClose\tVolume', '2017-02-01 14:30:00\t1\t1\t1\t1\t1', 'X.csv')).toMatchObject({
			separator: 9,
			time: 0,
			volume: 5,
		});
		expect(layoutOf('"Date","Time","Open","High","Low","Last","Vol"', '2024-01-02,09:30,1,1,1,1,1', 'X.csv')).toMatchObject({
			time: 0,
			clock: 1,
			close: 5,
		});
		expect(layoutOf('symbol,date,open,high,low,close,volume,adj_close', 'A,2015-07-01,1,1,1,1,1,1', 'X.csv')).toMatchObject({
			symbol: 0,
			interval: null,
		});
		expect(layoutOf('timestamp,open,high,low,close', '1704205800,1,1,1,1', 'X.csv')).toMatchObject({ timeKind: 'epoch', volume: -1 });
		expect(layoutOf('time_utc,open,high,low,close,volume', '2024-01-02 14:30,1,1,1,1,1', 'X.csv').zone).toBe('utc');
	});

	it('takes the order that most of the first rows have', () => {
		const rows = ['09:33', '09:32', '09:34', '09:31', '09:30'].map((t) => Buffer.from(`2024-01-02 ${t},1,1,1,1,1`));
		const header = 'time,open,high,low,close,volume';
		expect(recogniseBarLayout(header, rows, 'X.csv').direction).toBe(-1);
		expect(recogniseBarLayout(header, rows.toReversed(), 'X.csv').direction).toBe(1);
	});

	it('refuses what is no table of bars', () => {
		expect(() => layoutOf('Apache License', '', 'LICENSE.txt')).toThrow(/doesn't name the columns/);
		expect(() => layoutOf('symbol,date,old,new,x,y', '', 'splits.csv')).toThrow(/open, high, low, close/);
	});
});
