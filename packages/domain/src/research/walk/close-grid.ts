import type { SessionAdjustments } from '../../signals/engine/engine-session.ts';
import { barCount, barRange, clockVariance } from '../../time/bars.ts';
import type { TimeframeIndex } from '../../time/timeframe.ts';
import type { UtcMs } from '../../time/units.ts';
import type { WalkMatrix } from './forward-walk.ts';

/** Closes of one timeframe over many sessions: bar b of row r is at b * rows + r. */
export interface CloseGrid {
	readonly timeframe: TimeframeIndex;
	readonly rows: number;
	/** Number of bars. */
	bars: number;
	/** ln of the close, split- and dividend-adjusted onto the basis of the first session; NaN if the bar didn't trade. */
	x: Float64Array;
	/** Closes as printed, dollars. */
	close: Float64Array;
	/** Clock variance of each bar. */
	q: Float64Array;
	/** End of each bar; for the last one, the end of its elapsed slots. */
	end: Float64Array;
	/** All slots of the last bar have elapsed. */
	closed: boolean;
}

/** Collects sessions in order and builds the closes of several timeframes. */
export function createCloseGrids(rows: number, timeframes: readonly TimeframeIndex[], clock: readonly number[]) {
	const grids = timeframes.map(
		(timeframe): CloseGrid => ({
			timeframe,
			rows,
			bars: 0,
			x: new Float64Array(0),
			close: new Float64Array(0),
			q: new Float64Array(0),
			end: new Float64Array(0),
			closed: true,
		}),
	);
	/** ln of the factor applied to closes from now on; the last printed close of each row. */
	const shift = new Float64Array(rows);
	const last = new Float64Array(rows).fill(Number.NaN);

	const append = (grid: CloseGrid, matrix: WalkMatrix, elapsed: number, open: UtcMs): void => {
		for (let bar = 0; bar < barCount(grid.timeframe, matrix.slots); bar++) {
			const { from, to } = barRange(grid.timeframe, matrix.slots, bar);
			if (from >= elapsed) return;
			const until = Math.min(to, elapsed);
			const at = grid.bars++;
			grid.x = grown(grid.x, grid.bars * rows);
			grid.close = grown(grid.close, grid.bars * rows);
			grid.q = grown(grid.q, grid.bars);
			grid.end = grown(grid.end, grid.bars);
			grid.q[at] = clockVariance(clock, from, until);
			grid.end[at] = open + until * 900_000;
			grid.closed = until === to;
			for (let row = 0; row < rows; row++) {
				let price = Number.NaN;
				for (let slot = from; slot < until; slot++) {
					const cell = slot * rows + row;
					if (matrix.volume[cell]! > 0 && matrix.close[cell]! > 0) price = matrix.close[cell]!;
				}
				grid.close[at * rows + row] = price;
				grid.x[at * rows + row] = Math.log(price) + shift[row]!;
			}
		}
	};

	return {
		grids: grids as readonly CloseGrid[],
		/** The first `elapsed` slots of a session that opened at `open`. */
		addSession: (matrix: WalkMatrix, open: UtcMs, elapsed: number, { splits = [], dividends = [] }: SessionAdjustments): void => {
			for (const { row, ratio } of splits) {
				shift[row] = shift[row]! + Math.log(ratio);
				last[row] = last[row]! / ratio;
			}
			for (const { row, amount } of dividends) {
				const factor = 1 - amount / last[row]!;
				if (factor > 0) shift[row] = shift[row]! - Math.log(factor);
			}
			for (const grid of grids) append(grid, matrix, elapsed, open);
			for (let slot = 0; slot < elapsed; slot++) {
				for (let row = 0; row < rows; row++) {
					const cell = slot * rows + row;
					if (matrix.volume[cell]! > 0 && matrix.close[cell]! > 0) last[row] = matrix.close[cell]!;
				}
			}
		},
	};
}

function grown(column: Float64Array, length: number): Float64Array {
	if (column.length >= length) return column;
	const larger = new Float64Array(Math.max(length, column.length * 2));
	larger.set(column);
	return larger;
}
