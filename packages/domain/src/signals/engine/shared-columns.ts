/** In `isIndex`: a row that counts as an index until its first volume. 1: permanently an index. 0: a ticker with volume. */
export const INDEX_UNTIL_VOLUME = 2;

export const EXPLAINED_BY_SPLIT = 1;
export const DISMISSED = 2;

/** Row state not specific to a timeframe. One value per row unless stated otherwise. Money and shares are on the current share basis. */
export function sharedColumns(rows: number, sessions: number) {
	return {
		isIndex: new Uint8Array(rows),
		/** ln of the last close, adjusted for dividends: of slots, and of slots or daily rows (the day's timeframe). NaN before the first trade. */
		close: nans(rows),
		dayClose: nans(rows),
		/** Last traded close in dollars: as printed, and adjusted for splits since. */
		printed: nans(rows),
		lastClose: nans(rows),
		/** Dividends since that close, dollars a share. */
		paid: new Float64Array(rows),
		/** Last close of the session before, adjusted for splits since; NaN if it had no trade. */
		closeBefore: nans(rows),
		quarantined: new Uint8Array(rows),
		/** 1: there is an undecided jump before the first session that the engine has read. */
		earlierJump: new Uint8Array(rows),

		/** The slot just applied: ln high, ln low, shares, contracts (NaN: not received). */
		traded: new Uint8Array(rows),
		high: nans(rows),
		low: nans(rows),
		amount: new Float64Array(rows),
		calls: nans(rows),
		puts: nans(rows),

		/** The session in progress: a slot had a row; something traded; shares and contracts so far. */
		seen: new Uint8Array(rows),
		sessionTraded: new Uint8Array(rows),
		dayAmount: new Float64Array(rows),
		dayContracts: new Float64Array(rows),
		/** The explanation of the jump from the last printed close to the session's first price: EXPLAINED_BY_SPLIT, DISMISSED. */
		explained: new Uint8Array(rows),
		/** 1: the session is complete and its vendor's daily row was used. */
		dailyOnly: new Uint8Array(rows),

		/** Rings of the last sessions since the first trade (row-major): shares, contracts (NaN: not received), dollars. */
		amounts: new Float64Array(rows * sessions),
		contracts: nans(rows * sessions),
		dollars: new Float64Array(rows * sessions),
		sessionCount: new Uint32Array(rows),
		/** Their medians before the current session; NaN with too few. `optionable` is the median of however many there are. */
		dailyAmount: nans(rows),
		dailyContracts: nans(rows),
		optionable: nans(rows),
		dailyDollars: nans(rows),

		/** Announced future splits: the factors for raw volumes (divisors for prices), and for contracts. */
		shareFactor: new Float64Array(rows).fill(1),
		contractFactor: new Float64Array(rows).fill(1),

		/** Option totals of the previous session used for the current 1d bar (see SessionMatrix.optionDay); NaN: none. */
		eodCalls: nans(rows),
		eodPuts: nans(rows),
		/** Their factors from splits of the current session. */
		eodFactor: new Float64Array(rows).fill(1),

		/** A feed reported a trading halt in the slot. `frozen`: words and z (row-major, 5 and 25 per row) of the last traded slot are kept. */
		stale: new Uint8Array(rows),
		frozen: new Uint8Array(rows),
		frozenWords: new Uint32Array(rows * 5),
		frozenZ: new Float32Array(rows * 25),
	};
}

export type SharedColumns = ReturnType<typeof sharedColumns>;

/** State as plain records of typed arrays with a fixed number of values per row, so that growing and copying rows is generic. */

type Column = Float32Array | Float64Array | Uint8Array | Uint16Array | Uint32Array | Int32Array;
export type Columnar = { [key: string]: Column | readonly Column[] | Columnar };

/** Copies all rows of `from` to the first rows of `to`. */
export function copyRows(from: Columnar, to: Columnar): void {
	visitPairs(from, to, (a, b) => b.set(a as never));
}

/** Iterates over matching arrays of two records of the same shape. */
function visitPairs(a: Columnar, b: Columnar, visit: (a: Column, b: Column) => void): void {
	for (const key of Object.keys(a)) {
		const left = a[key] as Columnar[string];
		const right = b[key] as Columnar[string];
		if (isColumn(left)) visit(left, right as Column);
		else visitPairs(left as Columnar, right as Columnar, visit);
	}
}

function isColumn(part: Columnar[string]): part is Column {
	return ArrayBuffer.isView(part);
}

/** Some rows of a record: starting at `first`, of `total`. */
interface RowsOf {
	readonly columns: Columnar;
	readonly total: number;
	readonly first: number;
}

/** Copies `count` rows. */
export function copyBlock(from: RowsOf, to: RowsOf, count: number): void {
	visitPairs(from.columns, to.columns, (a, b) => {
		const width = a.length / from.total;
		b.set(a.subarray(from.first * width, (from.first + count) * width) as never, to.first * width);
	});
}

/** The memory behind the columns. */
export function buffersOf(state: Columnar): ArrayBufferLike[] {
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

export function nans(length: number): Float64Array {
	return new Float64Array(length).fill(Number.NaN);
}
