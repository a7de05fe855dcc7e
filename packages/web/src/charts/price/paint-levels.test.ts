import { describe, expect, it } from 'vitest';
import { endsOf, gripAt, positionOfTime } from './paint.ts';

const TIMES = [100, 200, 400];
const PANE = { width: 300, at: (place: number) => place * 100, y: (price: number) => 1_000 - price };

function drawn(level: Parameters<typeof endsOf>[0]['level']) {
	return { level, label: '' };
}

describe('the place of an instant on the time axis', () => {
	it('is between bars in proportion, and beyond them by a usual step', () => {
		expect([100, 150, 200, 300, 400].map((time) => positionOfTime(TIMES, time))).toEqual([0, 0.5, 1, 1.5, 2]);
		expect([positionOfTime(TIMES, -50), positionOfTime(TIMES, 700)]).toEqual([-1, 4]);
		expect([positionOfTime([], 5), positionOfTime([7], 7)]).toEqual([undefined, 0]);
	});
});

describe('a level in the chart', () => {
	it('crosses the pane at its price, or goes through two points and on to the right edge', () => {
		expect(endsOf(drawn({ kind: 'line', price: 400 }), TIMES, PANE)).toEqual([
			{ x: 0, y: 600 },
			{ x: 300, y: 600 },
		]);
		const trend = drawn({ kind: 'trend', from: { time: 100, price: 100 }, to: { time: 200, price: 110 } });
		expect(endsOf(trend, TIMES, PANE)).toEqual([
			{ x: 0, y: 900 },
			{ x: 300, y: 870 },
		]);
	});

	it('is held at its line if it has a grip; of two the nearer one', () => {
		const line = (price: number, grip?: number) => ({ ...drawn({ kind: 'line', price }), grip });
		const levels = [line(500, 1), line(503, 2), line(600)];
		expect([496, 501, 502, 507, 508].map((y) => gripAt(levels, y, (price) => price))).toEqual([1, 1, 2, 2, undefined]);
		expect(gripAt(levels, 600, (price) => price)).toBeUndefined();
		expect(gripAt(levels, 500, () => null)).toBeUndefined();
	});

	it('is not drawn where its ends fall together, or have no place', () => {
		const upright = drawn({ kind: 'trend', from: { time: 100, price: 1 }, to: { time: 100, price: 2 } });
		expect(endsOf(upright, TIMES, PANE)).toBeUndefined();
		expect(endsOf(drawn({ kind: 'line', price: 4 }), TIMES, { ...PANE, y: () => null })).toBeUndefined();
	});
});
