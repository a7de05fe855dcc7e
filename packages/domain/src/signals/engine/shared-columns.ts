/** A value of `isIndex`: the row counts as an index until its first volume. Other values: 1 is permanently an index, 0 a ticker with volume. */
export const INDEX_UNTIL_VOLUME = 2;

/** Bits of `explained`. */
export const EXPLAINED_BY_SPLIT = 1;
export const DISMISSED = 2;

/** Row state that all timeframes share. One value per row unless stated otherwise; prices and shares are on the current share basis. */
export function createSharedColumns(rows: number, sessions: number) {
	return {
		isIndex: new Uint8Array(rows),
		/** ln of the last close, adjusted for dividends; NaN before the first trade. `dayClose`, used by 1d, includes vendors' daily rows. */
		close: createNaNColumn(rows),
		dayClose: createNaNColumn(rows),
		/** Last traded close in dollars: as printed (`printedClose`), and adjusted for later splits (`lastClose`). */
		printedClose: createNaNColumn(rows),
		lastClose: createNaNColumn(rows),
		/** Dividends since the last traded close, in dollars per share. */
		dividendsSinceTrade: new Float64Array(rows),
		/** Last close of the previous session, adjusted for later splits; NaN if that session had no trade. */
		previousClose: createNaNColumn(rows),
		quarantined: new Uint8Array(rows),
		/** 1: there was an undecided jump before the first session read by the engine. */
		earlierJump: new Uint8Array(rows),

		/** The last applied slot: ln high, ln low, shares, contracts (NaN: not received). */
		traded: new Uint8Array(rows),
		high: createNaNColumn(rows),
		low: createNaNColumn(rows),
		amount: new Float64Array(rows),
		calls: createNaNColumn(rows),
		puts: createNaNColumn(rows),

		/** The session in progress: whether a slot had a row (`seen`), whether anything traded, and shares and contracts so far. */
		seen: new Uint8Array(rows),
		sessionTraded: new Uint8Array(rows),
		dayAmount: new Float64Array(rows),
		dayContracts: new Float64Array(rows),
		/** Why a jump from the last printed close to the session's first price doesn't cause quarantine: bits EXPLAINED_BY_SPLIT and DISMISSED. */
		explained: new Uint8Array(rows),
		/** 1: the session is complete, and its data is the vendor's daily row. */
		dailyOnly: new Uint8Array(rows),

		/** Row-major ring buffers of the newest sessions since the first trade: shares, contracts (NaN: not received), dollars. */
		amounts: new Float64Array(rows * sessions),
		contracts: createNaNColumn(rows * sessions),
		dollars: new Float64Array(rows * sessions),
		sessionCount: new Uint32Array(rows),
		/** Medians of these ring buffers before the current session; NaN with too few sessions. `medianContracts` is the median over any number of sessions. */
		dailyAmount: createNaNColumn(rows),
		dailyContracts: createNaNColumn(rows),
		medianContracts: createNaNColumn(rows),
		dailyDollars: createNaNColumn(rows),

		/**
		 * Product of the announced splits that haven't taken effect. `shareFactor` multiplies raw volumes and divides prices; `contractFactor` multiplies
		 * contracts.
		 */
		shareFactor: new Float64Array(rows).fill(1),
		contractFactor: new Float64Array(rows).fill(1),

		/** Option totals of the previous session, as used by the current 1d bar (see SessionMatrix.optionDay); NaN: none. */
		eodCalls: createNaNColumn(rows),
		eodPuts: createNaNColumn(rows),
		/** Factor by which splits of the current session multiply these totals. */
		eodFactor: new Float64Array(rows).fill(1),

		/** 1: a feed reported a trading halt in the slot. */
		stale: new Uint8Array(rows),
		/** 1: `frozenWords` and `frozenZ` (row-major, 5 and 25 per row) contain the cells of the last traded slot. */
		frozen: new Uint8Array(rows),
		frozenWords: new Uint32Array(rows * 5),
		frozenZ: new Float32Array(rows * 25),
	};
}

export type SharedColumns = ReturnType<typeof createSharedColumns>;

type Column = Float32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array | Int32Array;
/** State as nested records of typed arrays. Each array has a fixed number of values per row, so that rows can be added and copied generically. */
export type Columnar = { [key: string]: Column | readonly Column[] | Columnar };

/** Copies all rows of `source` to the first rows of `target`. */
export function copyRows(source: Columnar, target: Columnar): void {
	visitPairs(source, target, (a, b) => b.set(a as never));
}

/** Calls `visit` with each pair of corresponding arrays in two records of the same shape. */
function visitPairs(a: Columnar, b: Columnar, visit: (a: Column, b: Column) => void): void {
	for (const key of Object.keys(a)) {
		const left = a[key] as Columnar[string];
		const right = b[key] as Columnar[string];
		if (isColumn(left)) visit(left, right as Column);
		else visitPairs(left as Columnar, right as Columnar, visit);
	}
}

function isColumn(value: Columnar[string]): value is Column {
	return ArrayBuffer.isView(value);
}

/** Rows of a record, starting at `firstRow`. */
interface RowRange {
	readonly columns: Columnar;
	/** Number of rows in the record. */
	readonly totalRows: number;
	readonly firstRow: number;
}

/** Copies `count` rows to another record. */
export function copyBlock(source: RowRange, target: RowRange, count: number): void {
	visitPairs(source.columns, target.columns, (a, b) => {
		const width = a.length / source.totalRows;
		b.set(a.subarray(source.firstRow * width, (source.firstRow + count) * width) as never, target.firstRow * width);
	});
}

/** Collects the distinct buffers of the columns. */
export function collectBuffers(state: Columnar): ArrayBufferLike[] {
	const buffers = new Set<ArrayBufferLike>();
	visitPairs(state, state, (a) => buffers.add(a.buffer));
	return [...buffers];
}

export function byteLength(state: Columnar): number {
	let bytes = 0;
	visitPairs(state, state, (a) => {
		bytes += a.byteLength;
	});
	return bytes;
}

export function createNaNColumn(length: number): Float64Array {
	return new Float64Array(length).fill(Number.NaN);
}
