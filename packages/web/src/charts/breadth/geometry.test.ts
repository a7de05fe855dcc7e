import { describe, expect, it } from 'vitest';
import { cellAfterKey, cellAt, type HeatRow, heatPaths, ROW_HEIGHT, rowTops, stepOf } from './geometry.ts';

function row(key: string, group: string, ...shares: (number | null)[]): HeatRow {
	return { key, group, name: key, usual: 0.03, shares };
}

describe('the heat of shares', () => {
	it('diverges in five steps to each side of the usual share, and is apart where either is unknown', () => {
		expect([0, 0.005, 0.015, 0.022, 0.026, 0.03, 0.034, 0.036, 0.045, 0.06, 0.08, 0.12].map((share) => stepOf(share, 0.03))).toEqual([
			-3, -3, -2, -1, 0, 0, 0, 1, 2, 3, 4, 5,
		]);
		expect([stepOf(null, 0.03), stepOf(0.03, null), stepOf(0, 0.041)]).toEqual([null, null, -4]);
	});

	it('puts groups apart, and joins neighbours of one shade', () => {
		const rows = [row('a', 'x', 0.038, 0.039, 0.03), row('b', 'x', null, null, 0), row('c', 'y', 0.03, 0.03, 0.03)];
		const { tops, height } = rowTops(rows);
		expect(tops).toEqual([0, ROW_HEIGHT, 2 * ROW_HEIGHT + 8]);
		expect(height).toBe(3 * ROW_HEIGHT + 8);
		expect(heatPaths(rows)).toEqual([
			[{ depth: 1, d: 'M0 0h2v13h-2z' }],
			[
				{ depth: -3, d: 'M2 14h1v13h-1z' },
				{ depth: null, d: 'M0 14h2v13h-2z' },
			],
			[],
		]);
	});

	it('knows the cell under a point, and none between groups or outside', () => {
		const rows = [row('a', 'x', 0, 0, 0, 0), row('b', 'y', 0, 0, 0, 0)];
		expect(cellAt(rows, { x: 150, y: 3, width: 200 })).toEqual({ row: 0, column: 3 });
		expect(cellAt(rows, { x: 0, y: ROW_HEIGHT + 9, width: 200 })).toEqual({ row: 1, column: 0 });
		expect(cellAt(rows, { x: 0, y: ROW_HEIGHT + 2, width: 200 })).toBeUndefined();
		expect(cellAt(rows, { x: 201, y: 3, width: 200 })).toBeUndefined();
	});

	it('is walked by arrows, which stop at its edges', () => {
		const from = { row: 1, column: 2 };
		expect(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'x'].map((key) => cellAfterKey(key, from, 2, 4))).toEqual([
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
