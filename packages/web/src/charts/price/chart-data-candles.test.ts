import { describe, expect, it } from 'vitest';
import type { Bars } from '../../lib/api/types.ts';
import { barsSummary } from './chart-data.ts';
import { barOfReport, candlesOf } from './chart-layers.ts';

const bars: Bars = {
	timeframe: 'one_hour',
	time: ['2026-11-20T14:30:00Z', '2026-11-20T15:30:00Z'],
	open: [10, 11],
	high: [12, 13],
	low: [9, 10.5],
	close: [11, 12],
	volume: [100, 200],
	gaps: [],
	sessions: [],
	later_splits: 1,
};

describe('candles', () => {
	it('stand at the UTC second of their bar start', () => {
		expect(candlesOf(bars)).toEqual([
			{ time: 1_795_185_000, open: 10, high: 12, low: 9, close: 11 },
			{ time: 1_795_188_600, open: 11, high: 13, low: 10.5, close: 12 },
		]);
	});

	it('mark the bar in which the report stands: a report names the end of its slot', () => {
		const candles = candlesOf(bars);
		expect(barOfReport(candles, Date.parse('2026-11-20T15:30:00Z'))).toBe(1_795_185_000);
		expect(barOfReport(candles, Date.parse('2026-11-20T15:45:00Z'))).toBe(1_795_188_600);
		expect(barOfReport(candles, Date.parse('2026-11-20T14:30:00Z'))).toBeUndefined();
	});

	it('sum up their range, and nothing without bars', () => {
		expect(barsSummary(bars)).toEqual({ first: 11, last: 12, low: 9, high: 13 });
		expect(barsSummary({ ...bars, close: [] })).toBeUndefined();
	});
});
