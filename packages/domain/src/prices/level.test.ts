import { describe, expect, it } from 'vitest';
import {
	adjustForSplits,
	createTrendLine,
	type Level,
	MAX_LEVEL_PRICE,
	MAX_LEVELS_PER_TICKER,
	MAX_TICKERS_WITH_LEVELS,
	TOO_MANY_LEVELS,
	TOO_MANY_TICKERS,
} from './level.ts';

describe('levels after a split', () => {
	const trend: Level = { kind: 'trend', from: { time: 100, price: 90 }, to: { time: 200, price: 120.5 } };

	it('stay at their place among bars whose prices are divided, to a hundredth of a cent', () => {
		expect(adjustForSplits({ kind: 'line', price: 63.5 }, 3)).toEqual({ kind: 'line', price: 21.1667 });
		expect(adjustForSplits(trend, 2)).toEqual({ kind: 'trend', from: { time: 100, price: 45 }, to: { time: 200, price: 60.25 } });
		expect(adjustForSplits(trend, 0.1)).toMatchObject({ from: { price: 900 }, to: { price: 1205 } });
	});

	it('stay as they are without one', () => {
		expect(adjustForSplits(trend, 1)).toBe(trend);
	});

	it('remain prices that a level may have', () => {
		expect(adjustForSplits({ kind: 'line', price: 0.0001 }, 50)).toEqual({ kind: 'line', price: 0.0001 });
		expect(adjustForSplits({ kind: 'line', price: MAX_LEVEL_PRICE }, 0.01)).toEqual({ kind: 'line', price: MAX_LEVEL_PRICE });
		expect(MAX_LEVEL_PRICE).toBe(10_000_000);
	});
});

describe('a trend line', () => {
	const [early, late] = [
		{ time: 100, price: 90 },
		{ time: 101, price: 80 },
	];

	it('goes from its earlier point to its later one, in whichever order they were drawn', () => {
		expect(createTrendLine(early, late)).toEqual({ kind: 'trend', from: early, to: late });
		expect(createTrendLine(late, early)).toEqual({ kind: 'trend', from: early, to: late });
	});

	it('is none through two prices of one time', () => {
		expect(createTrendLine(early, { ...late, time: early.time })).toBeUndefined();
	});
});

it('twenty levels are kept of a ticker, of two hundred tickers, and it is said which to delete', () => {
	expect([MAX_LEVELS_PER_TICKER, MAX_TICKERS_WITH_LEVELS]).toEqual([20, 200]);
	expect(TOO_MANY_LEVELS).toBe('A ticker can have 20 levels. Delete one first.');
	expect(TOO_MANY_TICKERS).toBe('You can have levels on 200 tickers. Delete those of another ticker first.');
});
