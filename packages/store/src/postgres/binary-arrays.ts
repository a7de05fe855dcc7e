/**
 * Arrays in PostgreSQL's binary format, so that neither side formats or parses text for long ones. The driver passes buffers on unchanged; the
 * statement must specify their type.
 */

/** Type ids of PostgreSQL. */
const [INT4, TEXT] = [23, 25];
const HEADER_BYTES = 20;
/** Bytes of the length that precedes each item. */
const LENGTH_BYTES = 4;
const EMPTY_ARRAY_BYTES = 12;

/** Encodes an int4[]. */
export function encodeInt4Array(numbers: readonly number[]): Buffer {
	const array = allocateArray(INT4, numbers.length, 4 * numbers.length);
	writeInt4Items(numbers, array, HEADER_BYTES);
	return array;
}

function writeInt4Items(numbers: readonly number[], target: Buffer, from: number): void {
	let at = from;
	for (const number of numbers) {
		target.writeInt32BE(4, at);
		at = target.writeInt32BE(number, at + LENGTH_BYTES);
	}
}

/** Allocates an array of `count` items with `bytes` of content, none of them null, and writes its header. */
function allocateArray(type: number, count: number, bytes: number): Buffer {
	const array = Buffer.allocUnsafe(count === 0 ? EMPTY_ARRAY_BYTES : HEADER_BYTES + LENGTH_BYTES * count + bytes);
	// One dimension, or none if empty; no nulls; the type; the count; the lower bound, 1.
	array.writeInt32BE(count === 0 ? 0 : 1, 0);
	array.writeInt32BE(0, 4);
	array.writeInt32BE(type, 8);
	if (count === 0) return array;
	array.writeInt32BE(count, 12);
	array.writeInt32BE(1, 16);
	return array;
}

/** Encodes a text[]. */
export function encodeTextArray(texts: readonly string[]): Buffer {
	const array = allocateArray(
		TEXT,
		texts.length,
		texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
	);
	let at = HEADER_BYTES;
	for (const text of texts) {
		const length = array.write(text, at + LENGTH_BYTES);
		at = array.writeInt32BE(length, at) + length;
	}
	return array;
}

/** Encoded items by list. */
const encodedItems = new WeakMap<readonly number[], Buffer>();

/** Concatenates lists of numbers into one int4[], each list only once. `appendList` returns a list's slice (from 1, both inclusive). */
export function createArrayConcatenation() {
	const lists: Buffer[] = [];
	let count = 0;
	const bounds = new Map<readonly number[], readonly [from: number, to: number]>();
	return {
		appendList: (list: readonly number[]): readonly [from: number, to: number] => {
			const cached = bounds.get(list);
			if (cached) return cached;
			const from = count + 1;
			count += list.length;
			lists.push(itemsOf(list));
			const slice = [from, count] as const;
			bounds.set(list, slice);
			return slice;
		},
		array: (): Buffer => {
			const array = allocateArray(INT4, count, 4 * count);
			let at = HEADER_BYTES;
			for (const items of lists) at += items.copy(array, at);
			return array;
		},
	};
}

/** Returns the encoded items of a list. Each list is encoded only once and must never change. */
function itemsOf(list: readonly number[]): Buffer {
	const cached = encodedItems.get(list);
	if (cached) return cached;
	const items = Buffer.allocUnsafe((LENGTH_BYTES + 4) * list.length);
	writeInt4Items(list, items, 0);
	encodedItems.set(list, items);
	return items;
}
