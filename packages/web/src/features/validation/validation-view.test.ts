import { describe, expect, it } from 'vitest';
import { formatBasisPoints, formatChance, formatRange, type Statistics } from '../../entities/record/statistics.ts';
import { formatShare } from '../../lib/format/numbers.ts';
import { countLosers, histogramColumns, shrinkRate } from './validation-view.ts';

function statistics(more: Partial<Statistics>): Statistics {
	return { n: 400, hits: 205, hit_rate: 0.5125, interval: [0.48, 0.54], base_rate: 0.5, ...more } as Statistics;
}

describe('the record of a validation', () => {
	it('never shows one ticker’s own rate bare', () => {
		expect(shrinkRate(statistics({ n: 10, hits: 9 }), statistics({ hit_rate: 0.515 }))).toBeCloseTo(0.55, 2);
		expect(shrinkRate(statistics({ n: 10, hits: 9 }), undefined)).toBeNull();
		expect(shrinkRate(statistics({ n: 10, hits: 9 }), statistics({ hit_rate: null }))).toBeNull();
	});

	it('is written with its units', () => {
		expect([formatChance(0.083), formatChance(0), formatChance(0.0004)]).toEqual(['8.3 %', 'less than 0.1 %', 'less than 0.1 %']);
		expect([formatShare(0.5118), formatShare(null), formatRange([0.498, 0.526])]).toEqual(['51.2 %', 'n/a', '49.8–52.6 %']);
		expect([formatBasisPoints(0.00094), formatBasisPoints(-0.0007), formatBasisPoints(0.00001), formatBasisPoints(null)]).toEqual([
			'+9 bp',
			'−7 bp',
			'0 bp',
			'n/a',
		]);
	});
});

describe('the columns of the histogram', () => {
	it('keep every occurrence and stand on one side of zero each', () => {
		const counts = Array.from({ length: 101 }, (_, i) => i % 7);
		const columns = histogramColumns({ from: -0.0405, width: 0.001, counts });
		expect(columns.length).toBeLessThanOrEqual(40);
		expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(counts.reduce((sum, count) => sum + count, 0));
		for (const { from, to, isGain } of columns) expect(isGain ? from >= 0 : to <= 1e-12).toBe(true);
		expect(Math.max(...columns.map(({ height }) => height))).toBe(1);
	});

	it('are as many as there are bins where these are few, the empty ones among them', () => {
		expect(histogramColumns({ from: -0.0015, width: 0.001, counts: [2, 0, 1] })).toEqual([
			{ from: -0.001, to: 0, count: 2, height: 1, isGain: false },
			{ from: 0, to: 0.001, count: 0, height: 0, isGain: true },
			{ from: 0.001, to: 0.002, count: 1, height: 0.5, isGain: true },
		]);
	});

	it('of nothing are none', () => {
		expect(histogramColumns({ from: 0, width: 0.001, counts: [] })).toEqual([]);
	});
});

describe('the occurrences', () => {
	it('with an excess below zero are counted from the histogram', () => {
		expect(countLosers({ from: -0.0025, width: 0.001, counts: [3, 2, 5, 1] })).toBe(5);
	});
});
