/** Geometry of a heat map of shares (fractions of all tickers) over reports. Each slice and timeframe has a row; each report has a column, one unit wide. */
import { depthPaths, type ShadePath } from '../runs/geometry.ts';

export interface HeatRow {
	key: string;
	/** Rows of one group are adjacent. */
	group: string;
	name: string;
	/** The usual share of this row, to compare `shares` with; null if unknown. */
	usual: number | null;
	/** Fractions, one for each report; null: not measured. */
	shares: readonly (number | null)[];
}

/** Distances from the usual share at which a deeper shade begins, as fractions. */
export const STEPS = [0.005, 0.01, 0.02, 0.04, 0.08] as const;

/** Returns the depth of a shade: positive above the usual share, negative below it, 0 close to it. Null if either share is unknown. */
export function stepOf(share: number | null, usual: number | null): number | null {
	if (share === null || usual === null) return null;
	const steps = STEPS.filter((threshold) => Math.abs(share - usual) > threshold).length;
	return share < usual && steps > 0 ? -steps : steps;
}

export const ROW_HEIGHT = 14;
const GROUP_GAP = 8;

/** Returns the top of each row and the total height, in pixels. */
export function rowTops(rows: readonly HeatRow[]): { tops: number[]; height: number } {
	let top = 0;
	const tops = rows.map((row, i) => {
		if (i > 0 && rows[i - 1]?.group !== row.group) top += GROUP_GAP;
		const offset = top;
		top += ROW_HEIGHT;
		return offset;
	});
	return { tops, height: top };
}

/** Returns one path per row and shade. */
export function heatPaths(rows: readonly HeatRow[]): ShadePath[][] {
	const { tops } = rowTops(rows);
	return rows.map((row, i) =>
		depthPaths(
			row.shares.map((share) => stepOf(share, row.usual)),
			tops[i]!,
			ROW_HEIGHT - 1,
		),
	);
}

export interface HeatCell {
	row: number;
	column: number;
}

/** Returns the cell at a point of the map, in pixels from the top left; undefined between rows or outside. `width`: width of the map. */
export function cellAt(rows: readonly HeatRow[], { x, y, width }: { x: number; y: number; width: number }): HeatCell | undefined {
	const columns = rows[0]?.shares.length ?? 0;
	const row = rowTops(rows).tops.findIndex((top) => y >= top && y < top + ROW_HEIGHT);
	const column = Math.floor((x / width) * columns);
	return row < 0 || column < 0 || column >= columns ? undefined : { row, column };
}

/** Returns the cell that an arrow key, Home or End moves to; undefined for other keys. */
export function cellAfterKey(key: string, { row, column }: HeatCell, rows: number, columns: number): HeatCell | undefined {
	const clamp = (at: number, count: number): number => Math.max(0, Math.min(count - 1, at));
	switch (key) {
		case 'ArrowLeft':
			return { row, column: clamp(column - 1, columns) };
		case 'ArrowRight':
			return { row, column: clamp(column + 1, columns) };
		case 'ArrowUp':
			return { row: clamp(row - 1, rows), column };
		case 'ArrowDown':
			return { row: clamp(row + 1, rows), column };
		case 'Home':
			return { row, column: 0 };
		case 'End':
			return { row, column: columns - 1 };
		default:
			return undefined;
	}
}
