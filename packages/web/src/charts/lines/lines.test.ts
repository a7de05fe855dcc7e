import { describe, expect, it } from 'vitest';
import { changeWithin, fullSpan, LINE_STYLES, styleOf } from './lines.ts';

const points = [10, 12, 9, 15].map((value, i) => ({ time: 100 * i, value }));

describe('lines since the start of what is visible', () => {
	it('change from the first visible point to the last', () => {
		expect(changeWithin(points, { from: 0, to: 300 })).toBeCloseTo(0.5);
		expect(changeWithin(points, { from: 100, to: 250 })).toBeCloseTo(9 / 12 - 1);
		expect(changeWithin(points, { from: 100, to: 100 })).toBe(0);
	});

	it('have no change where nothing is visible, or at a price of 0', () => {
		expect(changeWithin(points, { from: 301, to: 400 })).toBeUndefined();
		expect(changeWithin(points, { from: 110, to: 190 })).toBeUndefined();
		expect(changeWithin([], { from: 0, to: 1 })).toBeUndefined();
		expect(changeWithin([{ time: 0, value: 0 }], { from: 0, to: 1 })).toBeUndefined();
	});

	it('span from the earliest first to the latest last point', () => {
		const line = (from: number, to: number) => ({ name: 'A', index: 0, points: points.slice(from, to) });
		expect(fullSpan([line(1, 3), line(0, 2), line(0, 0)])).toEqual({ from: 0, to: 200 });
		expect(fullSpan([line(0, 0)])).toBeUndefined();
	});

	it('differ by colour, and by pattern or width', () => {
		expect(new Set(LINE_STYLES.map(({ token }) => token)).size).toBe(6);
		expect(new Set(LINE_STYLES.map(({ dash, width }) => `${dash} ${width}`)).size).toBe(6);
		expect(styleOf(7)).toBe(LINE_STYLES[1]);
	});
});
