import { describe, expect, it } from 'vitest';
import { type HeatRow, heatPaths, placeAt, ROW_HEIGHT, rowTops, stepOf, walkHeat } from './geometry.ts';

function row(key: string, group: string, ...shares: (number | null)[]): HeatRow {
	return { key, group, name: key, tone: 'short', shares };
}

describe('the heat of shares', () => {
	it('is shaded in five steps, none for no ticker, and apart where nothing was measured', () => {
		expect([null, 0, 0.001, 0.01, 0.0101, 0.02, 0.05, 0.07, 0.1, 0.11, 1].map(stepOf)).toEqual([null, 0, 1, 1, 2, 2, 3, 4, 4, 5, 5]);
	});

	it('puts groups apart, and joins neighbours of one shade', () => {
		const rows = [row('a', 'x', 0.03, 0.04, 0), row('b', 'x', null, null, 0.2), row('c', 'y', 0, 0, 0)];
		const { tops, height } = rowTops(rows);
		expect(tops).toEqual([0, ROW_HEIGHT, 2 * ROW_HEIGHT + 8]);
		expect(height).toBe(3 * ROW_HEIGHT + 8);
		expect(heatPaths(rows)).toEqual([
			[{ depth: 3, d: 'M0 0h2v13h-2z' }],
			[
				{ depth: null, d: 'M0 14h2v13h-2z' },
				{ depth: 5, d: 'M2 14h1v13h-1z' },
			],
			[],
		]);
	});

	it('knows the cell under a point, and none between groups or outside', () => {
		const rows = [row('a', 'x', 0, 0, 0, 0), row('b', 'y', 0, 0, 0, 0)];
		expect(placeAt(rows, { x: 150, y: 3, width: 200 })).toEqual({ row: 0, column: 3 });
		expect(placeAt(rows, { x: 0, y: ROW_HEIGHT + 9, width: 200 })).toEqual({ row: 1, column: 0 });
		expect(placeAt(rows, { x: 0, y: ROW_HEIGHT + 2, width: 200 })).toBeUndefined();
		expect(placeAt(rows, { x: 201, y: 3, width: 200 })).toBeUndefined();
	});

	it('is walked by arrows, which stop at its edges', () => {
		const from = { row: 1, column: 2 };
		expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => walkHeat(key, from, 2, 4))).toEqual([
			{ row: 1, column: 1 },
			{ row: 1, column: 3 },
			{ row: 0, column: 2 },
			{ row: 1, column: 2 },
			{ row: 1, column: 0 },
			{ row: 1, column: 3 },
			undefined,
		]);
	});
});
