import { describe, expect, it } from 'vitest';
import { PANE_HEIGHTS, readHeights, readIndicators } from './indicators.ts';

describe('what a browser keeps of the chart', () => {
	it('is read as far as it is known', () => {
		expect(readIndicators(['mentions', 'volume', 'macd'])).toEqual(['volume', 'mentions']);
		expect(readIndicators([])).toEqual([]);
		expect(readIndicators('volume')).toBeUndefined();
	});

	it('gives each pane a height that makes sense', () => {
		expect(readHeights({ price: 3, volume: -1, options: 'tall', extra: 9 })).toEqual({ ...PANE_HEIGHTS, price: 3 });
		expect(readHeights(null)).toBeUndefined();
		expect(readHeights(7)).toBeUndefined();
	});
});
