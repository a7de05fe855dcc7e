import { describe, expect, it } from 'vitest';
import { formatWeights, formatWindow, type Weights, type Windows } from './why-view.ts';

describe('the numbers behind a rate', () => {
	it('name the weight of each slot of the strategy and where rings light', () => {
		const weights = { version: 1, slots: [1, 2, 4], sectors: [], rings: [1.5, 2, 2.5, 3, 4], tab_quorum: 2 } as Weights;
		expect(formatWeights(weights, { strategy: 'second' })).toBe(
			'Weights: 15m × 1, 1h × 2, 4h × 4. Depth 1 to 5 from 1.5, 2, 2.5, 3, 4 typical moves.',
		);
	});

	it('name the history that a timeframe is measured against', () => {
		const windows = { items: [{ timeframe: 'one_hour', label: '1h', sessions: 10 }] } as unknown as Windows;
		expect(formatWindow(windows, { timeframe: 'one_hour' })).toBe('Typical 1h moves are measured over the last 10 sessions.');
		expect(formatWindow(windows, { timeframe: 'day' })).toBeUndefined();
	});
});
