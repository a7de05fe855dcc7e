import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { comparison } from '../testing/comparison.ts';
import { createBackTerms, createBackView, formatTick } from './back-view.ts';

const WEIGHTS = [1, 2, 4];

function wheelOf(price: readonly (number | null)[], volume: readonly (number | null)[]) {
	return createWheelModel(
		[
			{ sector: 'price', operation: 'short', intersections: price },
			{ sector: 'volume', operation: null, intersections: volume },
		],
		strategyNamed('third'),
	);
}

function linesOf(...question: Parameters<typeof createBackTerms>) {
	return createBackTerms(...question).map(({ term, product, points }) => [term, product, points]);
}

describe('why a card is here', () => {
	it('is given by the two largest terms and the rest, which add up to the rate', () => {
		// 1h, 4h and 1d are rated; 30m is inside them and isn't.
		const lines = linesOf(wheelOf([3, 4, 5, 5], [1, 0, 2, 5]), 40, WEIGHTS);
		expect(lines).toEqual([
			['Rose 1d', '5 × 4', 20],
			['Rose 4h', '4 × 2', 8],
			['3 other terms', undefined, 12],
		]);
		expect(lines.reduce((sum, [, , points]) => sum + Number(points), 0)).toBe(40);
	});

	it('names three terms where there are no more, and what is not measurable is none', () => {
		expect(linesOf(wheelOf([1, null, 1], [0, 2, null]), 9, WEIGHTS)).toEqual([
			['Rose 1d', '1 × 4', 4],
			['Volume busy 4h', '2 × 2', 4],
			['Rose 1h', '1 × 1', 1],
		]);
		expect(createBackTerms(wheelOf([0, null, 0], [0, 0, 0]), 0, WEIGHTS)).toEqual([]);
	});

	it('has bars beside the largest of the three', () => {
		expect(createBackTerms(wheelOf([1, 1, 1], [1, 1, 1]), 14, WEIGHTS).map(({ share }) => share)).toEqual([4 / 6, 4 / 6, 1]);
	});
});

describe('the comparison of a card', () => {
	it('says in one sentence what its chart shows', () => {
		const { change, middle, notes, chart } = createBackView(comparison());
		expect([change, middle.name, middle.change]).toEqual(['+5.60%', 'median of $10B–$200B', '−0.90%']);
		expect(notes).toEqual(['report 11:45 ET', 'n 1,432', 'simulated']);
		expect(chart?.label).toBe(
			'DELAR +5.60% since the open on 06/24/2026, in the 11:45 ET report. The median of $10B–$200B, the median of 1,432 tickers: −0.90%.',
		);
		expect(chart?.sessions.map(({ slots, label }) => [slots, label])).toEqual([
			[26, '06/24'],
			[26, '06/25'],
			[26, '06/26'],
			[26, '06/29'],
			[26, '06/30'],
		]);
	});

	it('says where the whole market is used instead, and where there is no middle', () => {
		expect(createBackView(comparison({ peers: { tickers: 12, of: 'market' } })).middle.name).toBe('median of all tickers');
		const alone = createBackView(comparison({ middle: [], peers: null, missing: ['middle'] }));
		expect([alone.middle.change, alone.middle.missing]).toEqual(['n/a', 'The median ticker is available for the latest sessions only.']);
		expect(alone.chart?.label).toMatch(/latest sessions only\.$/);
	});

	it('says of a ticker that has not traded for a while when it did', () => {
		expect(createBackView(comparison({ traded: '2026-06-29T19:00:00Z' })).notes).toContain('last trade 06/29/2026 15:00 ET');
		expect(createBackView(comparison({ traded: '2026-06-30T15:30:00Z' })).notes).not.toContain('last trade 06/30/2026 11:30 ET');
	});

	it('has no chart where the bars of the ticker are missing', () => {
		const { chart, change } = createBackView(
			comparison({ change: [], middle: [], traded: null, peers: null, missing: ['bars', 'middle'] }),
		);
		expect([chart, change]).toEqual([undefined, 'n/a']);
	});

	it('writes the ticks of its scale with a sign', () => {
		expect([formatTick(0.06, 0), formatTick(-0.005, 1), formatTick(-1e-12, 1)]).toEqual(['+6%', '−0.5%', '0.0%']);
	});
});
