/**
 * One regular session of the whole market as a dense matrix: cell (slot, row) is index slot * rows + row.
 * The unit in which bars flow to the engine. Row r is the r-th ticker of the directory (ascending ticker_id).
 */
export interface SessionMatrix {
	/** Slots of the session: 26, or 14 on an early close. */
	slots: number;
	rows: number;
	/** NaN where the slot has no bar. Float32, as stored. */
	open: Float32Array;
	high: Float32Array;
	low: Float32Array;
	close: Float32Array;
	/** Shares; 0 where there is no bar. */
	volume: Float64Array;
	/** Option contracts; NaN where no option data was received (a gap), 0 where none traded. */
	calls: Float32Array;
	puts: Float32Array;
	/** 1 where a feed said that trading stood still at any time of the slot; null when no cell is. */
	halted: Uint8Array | null;
	/**
	 * Option totals of the session before, on its own share basis, where a feed knows them only at the end of the day: they stand for the session's 1d bar from the
	 * open on, unless its first slot has contracts of its own. Index row; NaN where there are none.
	 */
	optionDay?: { calls: Float32Array; puts: Float32Array } | null | undefined;
	/** A vendor's daily bar of rows without any 15-minute bar in the session: index row; NaN close where there is none. */
	daily: { open: Float32Array; high: Float32Array; low: Float32Array; close: Float32Array; volume: Float64Array } | null;
}

export const sessionMatrix = (slots: number, rows: number): SessionMatrix => {
	const cells = slots * rows;
	return {
		slots,
		rows,
		open: new Float32Array(cells).fill(Number.NaN),
		high: new Float32Array(cells).fill(Number.NaN),
		low: new Float32Array(cells).fill(Number.NaN),
		close: new Float32Array(cells).fill(Number.NaN),
		volume: new Float64Array(cells),
		calls: new Float32Array(cells).fill(Number.NaN),
		puts: new Float32Array(cells).fill(Number.NaN),
		halted: null,
		daily: null,
	};
};
