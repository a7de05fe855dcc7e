import { expect, it } from 'vitest';
import { DEFAULT_STATE, withChoice } from '../../entities/list-state/state.ts';
import { listTickerType } from './ticker-type.ts';

it('a list has stocks by default, and one of favourites or frozen tickers every type', () => {
	expect(listTickerType(DEFAULT_STATE)).toBe('stocks');
	expect(listTickerType(withChoice(DEFAULT_STATE, { favorite: true }))).toBe('all');
	expect(listTickerType(withChoice(DEFAULT_STATE, { dislike: true }))).toBe('all');
	expect(listTickerType({ ...withChoice(DEFAULT_STATE, { favorite: true }), tickerType: 'stocks' })).toBe('stocks');
	expect(listTickerType({ ...DEFAULT_STATE, tickerType: 'etf' })).toBe('etf');
});
