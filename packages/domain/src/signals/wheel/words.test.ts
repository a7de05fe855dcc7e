import { wheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { cellSentence, depthText, shortName, sliceMark, sliceName, wheelSentence, wheelTitle } from './words.ts';

const wheel = wheelModel(
	[
		{ sector: 'price', operation: 'short', intersections: [3, 4, 4, 2, 1] },
		{ sector: 'call_with_put', operation: null, intersections: [2, 2, 3, 1, 1] },
		{ sector: 'volume', operation: null, intersections: [1, 1, 4, 1, 1] },
		{ sector: 'call_without_put', operation: 'short', intersections: [5, 5, null, 5, 5] },
	],
	strategyNamed('first'),
);
const title = { ticker: 'AVLN', candidate: 'candidate to fall', rate: 96 } as const;

describe('the words of a wheel', () => {
	it('say a card in one sentence', () => {
		expect(wheelTitle(title)).toBe('AVLN, candidate to fall, rate 96');
		expect(wheelSentence(title, wheel, '1h')).toBe(
			'AVLN, candidate to fall, rate 96: price depth 4 of 5 on 1h, calls + puts 3, volume 4, calls − puts not measurable.',
		);
	});

	it('fall back to the innermost ring where the active timeframe is not drawn', () => {
		expect(wheelSentence(title, wheel, '1w')).toContain('price depth 3 of 5 on 15m');
	});

	it('say a cell, and what cannot be measured', () => {
		const [price, , , diff] = wheel.slices;
		if (!price || !diff) throw new Error('four slices');
		expect(cellSentence(price, '1h', 4)).toBe('Price, short side, on 1h: depth 4 of 5');
		expect(cellSentence(diff, '1h', null)).toBe('Calls − puts, short side, on 1h: not measurable');
	});

	it('name slices shortly on cards, with their direction in the large wheel', () => {
		expect(wheel.slices.map(shortName)).toEqual(['Price', 'C+P', 'Vol', 'C−P']);
		expect(wheel.slices.map(sliceName)).toEqual(['Price ↓', 'Calls + puts', 'Volume', 'Calls − puts ↓']);
		expect(wheel.slices.map(sliceMark)).toEqual(['Price ↓', 'C+P', 'Volume', 'C−P ↓']);
	});

	it('call the price of a coiled spring a squeeze', () => {
		const [price, ...others] = wheel.slices;
		if (!price) throw new Error('four slices');
		const tight = { ...price, squeeze: true };
		expect([shortName(tight), sliceName(tight), sliceMark(tight)]).toEqual(['Squeeze', 'Squeeze ↓', 'Squeeze ↓']);
		expect(cellSentence(tight, '4h', 5)).toBe('Squeeze, short side, on 4h: depth 5 of 5');
		expect(wheelSentence(title, { ...wheel, slices: [tight, ...others] }, '30m')).toBe(
			'AVLN, candidate to fall, rate 96: squeeze depth 4 of 5 on 30m, calls + puts 2, volume 1, calls − puts 5.',
		);
	});

	it('point up where a ticker may rise, and nowhere where a sector has no side', () => {
		const [price, sum] = wheelModel(
			[
				{ sector: 'price', operation: 'long', intersections: [1, 0, null] },
				{ sector: 'call_with_put', operation: null, intersections: [0, 1, 2] },
			],
			strategyNamed('second'),
		).slices;
		if (!price || !sum) throw new Error('two slices');
		expect([sliceName(price), sliceMark(price), shortName(price)]).toEqual(['Price ↑', 'Price ↑', 'Price']);
		expect(cellSentence(price, '15m', 1)).toBe('Price, long side, on 15m: depth 1 of 5');
		expect(cellSentence(sum, '1h', 0)).toBe('Calls + puts, on 1h: depth 0 of 5');
	});

	it('say the first slice with its rings also where it is not measurable, and a wheel without rings at all', () => {
		const slices = wheel.slices.map((slice) => ({ ...slice, depths: [null, 2, 2, 2, 2] }));
		expect(wheelSentence(title, { ...wheel, slices }, '15m')).toBe(
			'AVLN, candidate to fall, rate 96: price not measurable, calls + puts not measurable, volume not measurable, calls − puts not measurable.',
		);
		expect(wheelSentence(title, { slices: [], rings: [] }, '15m')).toBe('AVLN, candidate to fall, rate 96: .');
	});

	it('write a depth as its number, and what has none as such', () => {
		expect([0, 3, 5, null].map(depthText)).toEqual(['0', '3', '5', 'n/a']);
	});
});
