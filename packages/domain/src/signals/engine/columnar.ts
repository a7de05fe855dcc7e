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
export interface RowsOf {
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
