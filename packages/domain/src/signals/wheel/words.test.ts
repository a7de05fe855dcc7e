import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { cellSentence, depthText, shortName, sliceName, wheelSentence, wheelTitle } from './words.ts';

const wheel = createWheelModel(
	[
		{ sector: 'price', operation: 'short', intersections: [3, 4, 4, 2, 1] },
		{ sector: 'call_with_put', operation: null, intersections: [2, 2, 3, 1, 1] },
		{ sector: 'volume', operation: null, intersections: [1, 1, 4, 1, 1] },
		{ sector: 'call_without_put', operation: 'short', intersections: [5, 5, null, 5, 5] },
	],
	strategyNamed('first'),
);
const title = { ticker: 'AVLN', candidate: 'candidate to fall back', rate: 96 } as const;

describe('the words of a wheel', () => {
	it('name its strongest cells in one sentence, on whichever timeframe they are', () => {
		expect(wheelTitle(title)).toBe('AVLN, candidate to fall back, rate 96');
		expect(wheelSentence(title, wheel)).toBe(
			'AVLN, candidate to fall back, rate 96: Call-heavy on 15m, 30m, 4h, 1d: depth 5 of 5; Rose on 30m, 1h: 4; Volume busy on 1h: 4.',
		);
	});

	it('name what fell in the same way', () => {
		const fell = createWheelModel([{ sector: 'price', operation: 'long', intersections: [0, 1, 3] }], strategyNamed('second'));
		expect(wheelSentence(title, fell)).toContain('rate 96: Fell on 4h: depth 3 of 5.');
	});

	it('say when nothing is lit, and when nothing can be measured', () => {
		const all = (depth: number | null) => ({ ...wheel, slices: wheel.slices.map((slice) => ({ ...slice, depths: [depth, depth] })) });
		expect(wheelSentence(title, all(0))).toBe('AVLN, candidate to fall back, rate 96: nothing unusual.');
		expect(wheelSentence(title, all(null))).toBe('AVLN, candidate to fall back, rate 96: not measurable.');
		expect(wheelSentence(title, { slices: [], rings: [] })).toContain(': not measurable.');
	});

	it('say a cell, and what cannot be measured', () => {
		const [price, , , diff] = wheel.slices;
		if (!price || !diff) throw new Error('four slices');
		expect(cellSentence(price, '1h', 4)).toBe('Rose on 1h: depth 4 of 5');
		expect(cellSentence(diff, '1h', null)).toBe('Call-heavy on 1h: not measurable');
	});

	it('name slices by what happened, shortly next to a wheel', () => {
		expect(wheel.slices.map(shortName)).toEqual(['Rose', 'Opt', 'Volume', 'Calls']);
		expect(wheel.slices.map(sliceName)).toEqual(['Rose', 'Options busy', 'Volume busy', 'Call-heavy']);
	});

	it('call the price of a coiled spring quiet', () => {
		const [price] = wheel.slices;
		if (!price) throw new Error('four slices');
		const tight = { ...price, squeeze: true };
		expect([shortName(tight), sliceName(tight)]).toEqual(['Quiet', 'Quiet']);
		expect(cellSentence(tight, '4h', 5)).toBe('Quiet on 4h: depth 5 of 5');
		expect(wheelSentence(title, { ...wheel, slices: [tight] })).toContain('rate 96: Quiet on 30m, 1h: depth 4 of 5.');
	});

	it('write a depth as its number, and what has none as such', () => {
		expect([0, 3, 5, null].map(depthText)).toEqual(['0', '3', '5', 'n/a']);
	});
});
