import { describe, expect, it } from 'vitest';
import { afterSplits, HIGHEST_PRICE, type Level } from './level.ts';

describe('levels after a split', () => {
	const trend: Level = { kind: 'trend', from: { time: 100, price: 90 }, to: { time: 200, price: 120.5 } };

	it('stand where they stood among bars whose prices are divided, to a hundredth of a cent', () => {
		expect(afterSplits({ kind: 'line', price: 63.5 }, 3)).toEqual({ kind: 'line', price: 21.1667 });
		expect(afterSplits(trend, 2)).toEqual({ kind: 'trend', from: { time: 100, price: 45 }, to: { time: 200, price: 60.25 } });
		expect(afterSplits(trend, 0.1)).toMatchObject({ from: { price: 900 }, to: { price: 1205 } });
	});

	it('stay as they are without one', () => {
		expect(afterSplits(trend, 1)).toBe(trend);
	});

	it('remain prices that a level may have', () => {
		expect(afterSplits({ kind: 'line', price: 0.0001 }, 50)).toEqual({ kind: 'line', price: 0.0001 });
		expect(afterSplits({ kind: 'line', price: HIGHEST_PRICE }, 0.01)).toEqual({ kind: 'line', price: HIGHEST_PRICE });
	});
});
