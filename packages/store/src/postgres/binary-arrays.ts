/**
 * Arrays in PostgreSQL's binary format, so that neither side formats or parses text for long ones. The driver passes buffers on unchanged; the
 * statement must specify their type.
 */

/** Type ids of PostgreSQL. */
const [INT4, TEXT] = [23, 25];
const HEAD = 20;
/** Bytes of the length that precedes each item. */
const LENGTH = 4;
const NO_ITEMS = 12;

/** An int4[]. */
export function int4Array(numbers: readonly number[]): Buffer {
	const array = begun(INT4, numbers.length, 4 * numbers.length);
	int4Items(numbers, array, HEAD);
	return array;
}

function int4Items(numbers: readonly number[], into: Buffer, from: number): void {
	let at = from;
	for (const number of numbers) {
		into.writeInt32BE(4, at);
		at = into.writeInt32BE(number, at + LENGTH);
	}
}

/** Allocates an array of `count` items with `bytes` of content, none of them null, and writes its header. */
function begun(type: number, count: number, bytes: number): Buffer {
	const array = Buffer.allocUnsafe(count === 0 ? NO_ITEMS : HEAD + LENGTH * count + bytes);
	// One dimension, or none if empty; no nulls; the type; the count; the lower bound, 1.
	array.writeInt32BE(count === 0 ? 0 : 1, 0);
	array.writeInt32BE(0, 4);
	array.writeInt32BE(type, 8);
	if (count === 0) return array;
	array.writeInt32BE(count, 12);
	array.writeInt32BE(1, 16);
	return array;
}

/** A text[]. */
export function textArray(texts: readonly string[]): Buffer {
	const array = begun(
		TEXT,
		texts.length,
		texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
	);
	let at = HEAD;
	for (const text of texts) {
		const length = array.write(text, at + LENGTH);
		at = array.writeInt32BE(length, at) + length;
	}
	return array;
}

/** Encoded items by list. */
const encoded = new WeakMap<readonly number[], Buffer>();

/** Concatenates lists of numbers into one int4[], each list only once. `boundsOf` returns a list's slice (from 1, both inclusive). */
export function createEndToEnd() {
	const lists: Buffer[] = [];
	let count = 0;
	const bounds = new Map<readonly number[], readonly [from: number, to: number]>();
	return {
		boundsOf: (list: readonly number[]): readonly [from: number, to: number] => {
			const known = bounds.get(list);
			if (known) return known;
			const from = count + 1;
			count += list.length;
			lists.push(itemsOf(list));
			const found = [from, count] as const;
			bounds.set(list, found);
			return found;
		},
		array: (): Buffer => {
			const array = begun(INT4, count, 4 * count);
			let at = HEAD;
			for (const items of lists) at += items.copy(array, at);
			return array;
		},
	};
}

/** The encoded items of a list, which must never change: each list is encoded only once. */
function itemsOf(list: readonly number[]): Buffer {
	const known = encoded.get(list);
	if (known) return known;
	const items = Buffer.allocUnsafe((LENGTH + 4) * list.length);
	int4Items(list, items, 0);
	encoded.set(list, items);
	return items;
}
