import { SLOT_MS } from '../time/slots.ts';
import type { SessionMatrix } from './session-matrix.ts';

/**
 * A top table's data of each ticker over its interval: index r is row r of the directory. Prices in dollars, earlier sessions on the share basis of
 * the newest.
 */
export interface TopColumns {
	readonly rows: number;
	/** Last regular close before the interval; NaN if there is none, in which case the first open is used. */
	base: Float64Array;
	/** First open, highest, lowest and last price of the interval; NaN without trades. */
	open: Float64Array;
	high: Float64Array;
	low: Float64Array;
	last: Float64Array;
	/** Shares and dollars traded in the interval. */
	volume: Float64Array;
	dollars: Float64Array;
	/** Shares the ticker usually trades in the same slots; 0 or NaN if there is no comparison. */
	usual: Float64Array;
	/** End of its last traded bar, UTC ms; 0 without trades. */
	time: Float64Array;
}

export function topColumns(rows: number): TopColumns {
	return {
		rows,
		base: new Float64Array(rows).fill(Number.NaN),
		open: new Float64Array(rows).fill(Number.NaN),
		high: new Float64Array(rows).fill(Number.NaN),
		low: new Float64Array(rows).fill(Number.NaN),
		last: new Float64Array(rows).fill(Number.NaN),
		volume: new Float64Array(rows),
		dollars: new Float64Array(rows),
		usual: new Float64Array(rows),
		time: new Float64Array(rows),
	};
}

/** One bar: prices as printed; `price` and `volume` are its factors to the newest share basis. */
export interface TopBar {
	open: number;
	high: number;
	low: number;
	close: number;
	shares: number;
	/** UTC ms. */
	end: number;
}

/** Adds a traded bar of a row. Bars of a row must be added oldest first. `ratio` is new shares for one old since the bar. */
export function addTopBar(columns: TopColumns, row: number, bar: TopBar, ratio = 1): void {
	const { open, high, low } = columns;
	if (Number.isNaN(open[row]!)) {
		open[row] = bar.open / ratio;
		high[row] = bar.high / ratio;
		low[row] = bar.low / ratio;
	} else {
		high[row] = Math.max(high[row]!, bar.high / ratio);
		low[row] = Math.min(low[row]!, bar.low / ratio);
	}
	columns.last[row] = bar.close / ratio;
	columns.volume[row] = columns.volume[row]! + bar.shares * ratio;
	columns.dollars[row] = columns.dollars[row]! + bar.shares * bar.close;
	columns.time[row] = bar.end;
}

/** Adds slots from <= s < to of a session to all rows; a row without volume didn't trade. `ratios` has one split ratio per row. */
export function addTopSlots(
	columns: TopColumns,
	matrix: SessionMatrix,
	sessionOpen: number,
	from: number,
	to: number,
	ratios?: Float64Array,
): void {
	const bar: TopBar = { open: 0, high: 0, low: 0, close: 0, shares: 0, end: 0 };
	for (let slot = from; slot < to; slot++) {
		bar.end = sessionOpen + (slot + 1) * SLOT_MS;
		for (let row = 0; row < matrix.rows; row++) {
			const cell = slot * matrix.rows + row;
			bar.shares = matrix.volume[cell]!;
			bar.close = matrix.close[cell]!;
			if (bar.shares <= 0 || Number.isNaN(bar.close)) continue;
			bar.open = matrix.open[cell]!;
			bar.high = matrix.high[cell]!;
			bar.low = matrix.low[cell]!;
			addTopBar(columns, row, bar, ratios?.[row] ?? 1);
		}
	}
}
