/**
 * One regular session of the whole market as a dense matrix; the engine reads bars session by session. Cell (slot, row) is at index slot * rows + row; rows
 * are the tickers of the directory, ascending by id.
 */
export interface SessionMatrix {
	/** Number of slots in the session: 26, or 14 with an early close. */
	slots: number;
	rows: number;
	/** Dollars; NaN if the slot has no bar. Float32, as stored. */
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
	 * Option totals of the previous session by row, on the previous session's share basis, for feeds that report totals only at the end of the day. NaN if
	 * there are none. These totals are used for this session's 1d bar from the open, unless the first slot has option contracts.
	 */
	optionDay?: { calls: Float32Array; puts: Float32Array } | null | undefined;
	/** Vendors' daily bars by row, for rows without any 15-minute bar in the session; the close is NaN if there is no daily bar. */
	daily: { open: Float32Array; high: Float32Array; low: Float32Array; close: Float32Array; volume: Float64Array } | null;
}

export function createSessionMatrix(slots: number, rows: number): SessionMatrix {
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
