import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { describeCard } from './plain-sentence.ts';

/** Depths on 15m, 30m, 1h, then 4h and 1d, which are not rated. */
function wheel(
	price: (number | null)[],
	otherSectors: Record<'sum' | 'volume' | 'calls', (number | null)[]>,
	side: 'short' | 'long' = 'short',
) {
	return createWheelModel(
		[
			sector('price', side, price),
			sector('call_with_put', null, otherSectors.sum),
			sector('volume', null, otherSectors.volume),
			sector('call_without_put', side, otherSectors.calls),
		],
		strategyNamed('first'),
	);
}

function sector(name: string, operation: 'short' | 'long' | null, intersections: (number | null)[]) {
	return {
		key: name,
		sector: name,
		operation,
		intersections,
	};
}

const QUIET = { sum: [0, 0, 0, 0, 0], volume: [0, 0, 0, 0, 0], calls: [0, 0, 0, 0, 0] };

describe('the plain sentence about a card', () => {
	it('names the rated stretch on which the price went furthest, the longest of equals', () => {
		expect(describeCard('DELAR', 'extreme_rise', wheel([0, 3, 1, 5, 5], QUIET))).toBe(
			'DELAR rose unusually far in 30 minutes: a candidate to fall back.',
		);
		expect(describeCard('DELAR', 'extreme_rise', wheel([2, 2, 2, 0, 0], QUIET))).toContain('in 1 hour');
		expect(describeCard('ILO', 'extreme_fall', wheel([4, null, 1, 0, 0], QUIET, 'long'))).toBe(
			'ILO fell unusually far in 15 minutes: a candidate to recover.',
		);
	});

	it('names what was heaviest beside the price on that stretch, where something was', () => {
		const rise = (otherSectors: Partial<typeof QUIET>) =>
			describeCard('DELAR', 'extreme_rise', wheel([1, 2, 4, 0, 0], { ...QUIET, ...otherSectors }));
		expect(rise({ calls: [0, 0, 4, 0, 0] })).toBe('DELAR rose unusually far in 1 hour on heavy calls: a candidate to fall back.');
		expect(rise({ volume: [5, 5, 3, 5, 5], sum: [0, 0, 4, 0, 0] })).toContain(' on heavy option trading:');
		expect(rise({ volume: [5, 5, 2, 5, 5] })).not.toContain(' on ');
		expect(describeCard('ILO', 'extreme_fall', wheel([0, 0, 3, 0, 0], { ...QUIET, calls: [0, 0, 3, 0, 0] }, 'long'))).toContain(
			' on heavy puts:',
		);
	});

	it('names no stretch where the price is on none of the rated rings', () => {
		expect(describeCard('DELAR', 'extreme_rise', wheel([null, 0, 0, 4, 4], QUIET))).toBe(
			'DELAR rose unusually far: a candidate to fall back.',
		);
	});
});
