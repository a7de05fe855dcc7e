/**
 * One regular session of the whole market as a dense matrix: cell (slot, row) is index slot * rows + row. The unit of bars given to the engine. Row
 * r is the r-th ticker of the directory (ascending ticker_id).
 */
export interface SessionMatrix {
	/** Slots of the session: 26, or 14 on an early close. */
	slots: number;
	rows: number;
	/** NaN if the slot has no bar. Float32, as stored. */
	open: Float32Array;
	high: Float32Array;
	low: Float32Array;
	close: Float32Array;
	/** Shares; 0 if there is no bar. */
	volume: Float64Array;
	/** Option contracts; NaN if no option data was received (a gap), 0 if none traded. */
	calls: Float32Array;
	puts: Float32Array;
	/** 1 if a feed reported a trading halt at any time in the slot; null if no cell is 1. */
	halted: Uint8Array | null;
	/**
	 * Option totals of the previous session, on its own share basis, for feeds that report them only at the end of the day: they are used for the
	 * session's 1d bar from the open, unless its first slot has its own contracts. Index row; NaN if there are none.
	 */
	optionDay?: { calls: Float32Array; puts: Float32Array } | null | undefined;
	/** A vendor's daily bar for rows without any 15-minute bar in the session: index row; NaN close if there is none. */
	daily: { open: Float32Array; high: Float32Array; low: Float32Array; close: Float32Array; volume: Float64Array } | null;
}

export function sessionMatrix(slots: number, rows: number): SessionMatrix {
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
}
