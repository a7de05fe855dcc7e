import { describe, expect, it } from 'vitest';
import { formatSymbols } from './favorites.ts';

describe('the tickers of a toast', () => {
	const answers = [
		undefined,
		{ items: [{ ticker_id: 1, ticker: 'AMD' }] },
		[{ notice: { entered: [{ ticker_id: 2, ticker: 'NVDA' }], left: [] } }],
		{ ticker_id: 3, ticker: 'ORCL' },
	];

	it('are named where they are few and known', () => {
		expect(formatSymbols(answers, [2])).toBe('NVDA');
		expect(formatSymbols(answers, [3, 1, 2])).toBe('ORCL, AMD, NVDA');
	});

	it('are counted where one is unknown, and where they are many', () => {
		expect(formatSymbols(answers, [1, 9])).toBeUndefined();
		expect(formatSymbols(answers, [1, 2, 3, 1])).toBeUndefined();
	});
});
