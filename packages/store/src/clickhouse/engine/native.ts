import { StoreError } from '../../faults/store-error.ts';

/** ClickHouse's columnar wire format (Native) for fixed-width columns: each has a name, a type and the bytes of a typed array. */
const ARRAYS = {
	UInt8: Uint8Array,
	UInt16: Uint16Array,
	UInt32: Uint32Array,
	UInt64: BigUint64Array,
	Int32: Int32Array,
	Float32: Float32Array,
	Float64: Float64Array,
	/** Days since 1970-01-01. */
	Date: Uint16Array,
	/** Seconds since 1970-01-01T00:00:00Z. */
	DateTime: Uint32Array,
} as const;

interface ArrayTypes {
	UInt8: Uint8Array;
	UInt16: Uint16Array;
	UInt32: Uint32Array;
	UInt64: BigUint64Array;
	Int32: Int32Array;
	Float32: Float32Array;
	Float64: Float64Array;
	Date: Uint16Array;
	DateTime: Uint32Array;
}

export type NativeType = keyof ArrayTypes;
/** Column names and types, in the order of the query or the INSERT. */
export type Columns = Readonly<Record<string, NativeType>>;
/** One typed array per column. */
export type ColumnsOf<C extends Columns> = { [name in keyof C]: ArrayTypes[C[name]] };
export type Rows<C extends Columns> = { count: number; columns: ColumnsOf<C> };

/** Creates arrays for `count` rows. */
export function createColumnArrays<C extends Columns>(spec: C, count: number): ColumnsOf<C> {
	return Object.fromEntries(Object.entries(spec).map(([name, type]) => [name, new ARRAYS[type](count)])) as ColumnsOf<C>;
}

/** Encodes rows [from, to) as one block. The parts share the arrays' memory: don't change the arrays before the parts are written. */
export function encodeBlock<C extends Columns>(spec: C, columns: ColumnsOf<C>, from: number, to: number): Uint8Array[] {
	const names = Object.entries(spec);
	const parts: Uint8Array[] = [Buffer.concat([encodeVarint(names.length), encodeVarint(to - from)])];
	for (const [name, type] of names) {
		const values = (columns[name] as Uint8Array).subarray(from, to);
		if (values.length !== to - from) throw new StoreError('bad_block', `column ${name} is shorter than the block`);
		parts.push(Buffer.concat([encodeText(name), encodeText(type)]), new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
	}
	return parts;
}

/**
 * Decodes all blocks of a result into one array per column. `into` provides the arrays; default: new ones.
 * Throws StoreError bad_block if the columns are not the expected ones.
 */
export function decodeBlocks<C extends Columns>(
	spec: C,
	bytes: Uint8Array,
	into: (count: number) => ColumnsOf<C> = (count) => createColumnArrays(spec, count),
): Rows<C> {
	const blocks = findBlocks(spec, bytes);
	const count = blocks.reduce((sum, block) => sum + block.rows, 0);
	const columns = into(count);
	Object.entries(spec).forEach(([name, type], index) => {
		const { buffer, byteOffset } = columns[name] as Uint8Array;
		const width = ARRAYS[type].BYTES_PER_ELEMENT;
		let at = byteOffset;
		for (const { rows, offsets } of blocks) {
			const start = offsets[index]!;
			// Copied as bytes: a column can start anywhere in the result, but an array only at a multiple of its width.
			new Uint8Array(buffer, at, rows * width).set(bytes.subarray(start, start + rows * width));
			at += rows * width;
		}
	});
	return { count, columns };
}

/**
 * Reads again if the response was malformed. The embedded engine did that once when a file was damaged: a query got a
 * block with another query's columns. The second response, or its error, is the query's own.
 */
export async function retryMalformed<T>(read: () => Promise<T>): Promise<T> {
	try {
		return await read();
	} catch (error) {
		if (!(error instanceof StoreError && error.code === 'bad_block')) throw error;
		return read();
	}
}

interface BlockLayout {
	rows: number;
	/** Byte offset of each column's values. */
	offsets: number[];
}

function findBlocks(spec: Columns, bytes: Uint8Array): BlockLayout[] {
	const reader = new Reader(bytes);
	const expected = Object.entries(spec);
	const blocks: BlockLayout[] = [];
	while (!reader.atEnd) {
		const columnCount = reader.readVarint();
		const block: BlockLayout = { rows: reader.readVarint(), offsets: [] };
		if (columnCount !== expected.length) throw new StoreError('bad_block', `${columnCount} columns instead of ${expected.length}`);
		for (const [name, type] of expected) {
			const column = `${reader.readText()} ${reader.readText().replace(/\(.*\)$/, '')}`;
			if (column !== `${name} ${type}`) throw new StoreError('bad_block', `column ${column} instead of ${name} ${type}`);
			block.offsets.push(reader.skip(block.rows * ARRAYS[type].BYTES_PER_ELEMENT));
		}
		blocks.push(block);
	}
	return blocks;
}

class Reader {
	readonly #bytes: Uint8Array;
	#at = 0;

	constructor(bytes: Uint8Array) {
		this.#bytes = bytes;
	}

	get atEnd(): boolean {
		return this.#at >= this.#bytes.length;
	}

	/** Skips `length` bytes and returns their offset. */
	skip(length: number): number {
		const start = this.#at;
		this.#at += length;
		if (this.#at > this.#bytes.length) throw new StoreError('bad_block', 'the response ends in the middle of a column');
		return start;
	}

	readVarint(): number {
		let value = 0;
		for (let scale = 1; ; scale *= 128) {
			const byte = this.#bytes[this.skip(1)]!;
			value += (byte & 127) * scale;
			if (byte < 128) return value;
		}
	}

	readText(): string {
		const length = this.readVarint();
		const start = this.skip(length);
		return Buffer.from(this.#bytes.buffer, this.#bytes.byteOffset + start, length).toString('utf8');
	}
}

function encodeVarint(value: number): Uint8Array {
	const bytes: number[] = [];
	let remaining = value;
	for (; remaining >= 128; remaining = Math.floor(remaining / 128)) bytes.push((remaining % 128) | 128);
	bytes.push(remaining);
	return Uint8Array.from(bytes);
}

function encodeText(value: string): Uint8Array {
	return Buffer.concat([encodeVarint(Buffer.byteLength(value)), Buffer.from(value)]);
}
