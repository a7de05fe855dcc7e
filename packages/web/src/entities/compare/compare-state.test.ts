import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { compareLink } from './compare-link.ts';
import { readCompareState } from './compare-state.ts';

function read(query: string) {
	return readCompareState(parseSearch(query));
}

describe('the address of a comparison', () => {
	it('is read back as it was written', () => {
		const state = {
			tickers: ['AAPL', 'BRK.B', '1'],
			timeframes: ['one_hour', 'day'],
			range: '3m',
			report: '2026-06-30T15:45:00Z',
		} as const;
		const query = stringifySearch(compareLink(state.tickers, state).search);
		expect(query).toBe('?tickers=AAPL,BRK.B,1&timeframe=one_hour,day&range=3m&report=2026-06-30T15%3A45%3A00Z');
		expect(read(query)).toEqual({ state, refused: [] });
		expect(stringifySearch(compareLink(['A'], {}).search)).toBe('?tickers=A');
	});

	it('names tickers in capitals and once, and begins with daily bars', () => {
		expect(read('?tickers=aapl,IBM, ibm,')).toEqual({
			state: { tickers: ['AAPL', 'IBM'], timeframes: ['day'], range: undefined, report: undefined },
			refused: [],
		});
		expect(read('').state.tickers).toEqual([]);
	});

	it('names what it leaves out: a seventh ticker, what is no symbol, and unknown values', () => {
		const { state, refused } = read('?tickers=A,B,C,D,E,F,G,<x>&timeframe=week&range=9y');
		expect(state).toEqual({ tickers: ['A', 'B', 'C', 'D', 'E', 'F'], timeframes: ['day'], range: undefined, report: undefined });
		expect(refused.map(({ key, value }) => [key, value])).toEqual([
			['tickers', 'G,<X>'],
			['timeframe', 'week'],
			['range', '9y'],
		]);
		expect(compareLink(['A', 'B', 'C', 'D', 'E', 'F', 'G']).search).toEqual({ tickers: 'A,B,C,D,E,F' });
	});
});
