import { describe, expect, it } from 'vitest';
import { strategyNamed } from '../../time/timeframe.ts';
import { createWheelModel, keepSlices, type SectorDepths } from './model.ts';

function sector(name: string, operation: 'short' | 'long' | null, ...intersections: (number | null)[]): SectorDepths {
	return {
		sector: name,
		operation,
		intersections,
	};
}

const rise = [
	sector('call_without_put', 'short', 5, 4, 3, 2, 1),
	sector('volume', null, 1, 1, 2, 0, 0),
	sector('price', 'short', 3, 4, 4, 2, 1),
	sector('call_with_put', null, 2, 2, 1, 0, null),
];

describe('wheelModel', () => {
	it('puts slices in the order of the specification, whatever order the answer has', () => {
		const wheel = createWheelModel(rise, strategyNamed('first'), 'short');
		expect(wheel.slices.map((s) => s.key)).toEqual(['price_short', 'call_with_put', 'volume', 'call_without_put_short']);
		expect(wheel.slices.map((s) => s.tone)).toEqual(['short', 'sum', 'volume', 'short']);
	});

	it('draws rings by length, shortest inside, though depths come slots first', () => {
		const wheel = createWheelModel([sector('price', 'long', 1, 2, 3, 4)], strategyNamed('third'));
		expect(wheel.rings).toEqual([
			{ timeframe: 1, label: '30m', isRated: false },
			{ timeframe: 2, label: '1h', isRated: true },
			{ timeframe: 3, label: '4h', isRated: true },
			{ timeframe: 4, label: '1d', isRated: true },
		]);
		expect(wheel.slices[0]?.depths).toEqual([4, 1, 2, 3]);
	});

	it('keeps to the three rated rings where the answer carries no more', () => {
		const wheel = createWheelModel([sector('price', 'short', 1, 2, 3)], strategyNamed('second'));
		expect(wheel.rings.map((r) => r.label)).toEqual(['15m', '1h', '4h']);
		expect(wheel.rings.every((r) => r.isRated)).toBe(true);
	});

	it('keeps null apart from 0', () => {
		const sum = createWheelModel(rise, strategyNamed('first')).slices[1];
		expect(sum?.depths).toEqual([2, 2, 1, 0, null]);
	});

	it('draws six slices and can drop some of them', () => {
		const all = [...rise, sector('price', 'long', 0, 0, 0, 0, 0), sector('call_without_put', 'long', 0, 0, 0, 0, 0)];
		const wheel = createWheelModel(all, strategyNamed('first'), 'long');
		expect(wheel.slices.map((s) => s.tone)).toEqual(['long', 'long', 'sum', 'volume', 'long', 'long']);
		expect(keepSlices(wheel, (s) => s.operation !== 'long').slices).toHaveLength(4);
	});

	it('has the colour of a candidate only where the list has one and the price has moved', () => {
		const tones = (price: SectorDepths, candidate: 'short' | 'long' | null) =>
			createWheelModel([price, sector('call_without_put', 'short', 5, 5, 5)], strategyNamed('first'), candidate).slices.map(
				({ tone }) => tone,
			);
		const lit = sector('price', 'short', 0, 0, 1);
		expect(tones(lit, 'short')).toEqual(['short', 'short']);
		expect(tones(lit, 'long')).toEqual(['long', 'long']);
		expect(tones(lit, null)).toEqual(['either', 'either']);
		expect(tones(sector('price', 'short', 0, null, 0), 'short')).toEqual(['either', 'either']);
		expect(tones({ ...lit, measure: 'squeeze' }, 'short')).toEqual(['either', 'either']);
	});

	it('marks a squeeze and leaves unknown sectors out', () => {
		const wheel = createWheelModel(
			[{ ...sector('price', 'short', 1, 1, 1), measure: 'squeeze' }, sector('moon', null, 5, 5, 5)],
			strategyNamed('first'),
		);
		expect(wheel.slices).toHaveLength(1);
		expect(wheel.slices[0]?.squeeze).toBe(true);
	});

	it('puts a sector whose direction it does not know in the first place of that name', () => {
		const wheel = createWheelModel(
			[sector('volume', null, 1), sector('price', null, 2), sector('volume', 'long', 3)],
			strategyNamed('first'),
		);
		expect(wheel.slices.map(({ key, tone, operation, squeeze, depths }) => [key, tone, operation, squeeze, depths])).toEqual([
			['price_short', 'either', null, false, [2]],
			['volume', 'volume', null, false, [1]],
			['volume', 'volume', 'long', false, [3]],
		]);
	});

	it('draws as many rings as the longest sector has, the others not measurable there', () => {
		const wheel = createWheelModel([sector('price', 'short', 1, 2), sector('volume', null, 3, 4, 5, 0)], strategyNamed('first'));
		expect(wheel.rings.map(({ label }) => label)).toEqual(['15m', '30m', '1h', '4h']);
		expect(wheel.slices.map(({ depths }) => depths)).toEqual([
			[1, 2, null, null],
			[3, 4, 5, 0],
		]);
	});

	it('survives an answer without sectors', () => {
		expect(createWheelModel([], strategyNamed('first'))).toEqual({ rings: [], slices: [] });
	});
});
