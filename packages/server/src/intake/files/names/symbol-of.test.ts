import { describe, expect, it } from 'vitest';
import { findNamePart, parseChartInterval, symbolOfVendorName, underlyingOf } from './symbol-of.ts';

describe('names of charting programs', () => {
	it.each([
		['BATS_AAPL, 15.csv', 'AAPL', 15],
		['NASDAQ_MSFT, 1D (2).csv', 'MSFT', 'day'],
		['NYSE_BRK.B, 60.csv', 'BRK.B', 60],
		['NYSE_DLY_BRK.B, 15.csv', 'BRK.B', 15],
		['CBOE_DLY_VIX, 1D.csv', 'VIX', 'day'],
		['AMEX_SPY, 5_1a2b3.csv', 'SPY', 5],
		['AAPL15.csv', 'AAPL', 15],
		['#IBM1440.csv', 'IBM', 'day'],
		['AAPL.NAS_M15_202401020930_202412311655.csv', 'AAPL', 15],
		['AAPL_H4.csv', 'AAPL', 240],
		['VIX9D.csv', undefined, undefined],
		['AAPL.csv', undefined, undefined],
	])('%s is of %s, %s', (name, symbol, interval) => {
		expect(symbolOfVendorName(name)).toBe(symbol);
		expect(parseChartInterval(name.replace(/\.csv$/, ''))).toBe(interval);
	});

	it.each(['NASDAQ_AAPL, 1W', 'NASDAQ_AAPL, 1M', 'AAPL10080', 'AAPL43200', 'AAPL_W1', 'AAPL_MN1'])(
		'%s is refused as weekly or monthly',
		(stem) => expect(() => parseChartInterval(stem)).toThrow(/weekly|monthly/),
	);
});

it.each([
	['CBOE_DLY_VIX.csv', 'VIX'],
	['NYSE_DLY_BRK.B daily.csv', 'BRK.B'],
	['NASDAQ_AAPL.csv', 'AAPL'],
])('the name %s has the symbol %s', (name, symbol) => expect(findNamePart(name)).toBe(symbol));

describe('underlyingOf', () => {
	it.each([
		['BRKB', 'BRK.B'],
		['BFB', 'BF.B'],
		['SPXW', 'SPX'],
		['AAPL', 'AAPL'],
	])('%s is of %s', (root, symbol) => expect(underlyingOf(root)).toBe(symbol));
});
