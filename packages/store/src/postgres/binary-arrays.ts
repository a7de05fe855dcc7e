/**
 * Arrays as the server reads them in its binary format: of long ones neither side writes or parses text. The driver hands buffers on as they are; the
 * statement must say their type.
 */

/** Type numbers in PostgreSQL. */
const [INT4, TEXT] = [23, 25];
const HEAD = 20;
/** Each item stands behind its length. */
const LENGTH = 4;
const NO_ITEMS = 12;

/** An array of so many items, none of them null, whose first one goes behind its head. */
const begun = (type: number, count: number, bytes: number): Buffer => {
	const array = Buffer.allocUnsafe(count === 0 ? NO_ITEMS : HEAD + LENGTH * count + bytes);
	// One dimension, or none for an empty one; no nulls; the type; so many; counted from one.
	array.writeInt32BE(count === 0 ? 0 : 1, 0);
	array.writeInt32BE(0, 4);
	array.writeInt32BE(type, 8);
	if (count === 0) return array;
	array.writeInt32BE(count, 12);
	array.writeInt32BE(1, 16);
	return array;
};

const int4Items = (numbers: readonly number[], into: Buffer, from: number): void => {
	let at = from;
	for (const number of numbers) {
		into.writeInt32BE(4, at);
		at = into.writeInt32BE(number, at + LENGTH);
	}
};

/** An int4[]. */
export const int4Array = (numbers: readonly number[]): Buffer => {
	const array = begun(INT4, numbers.length, 4 * numbers.length);
	int4Items(numbers, array, HEAD);
	return array;
};

/** A text[]. */
export const textArray = (texts: readonly string[]): Buffer => {
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
};

const encoded = new WeakMap<readonly number[], Buffer>();
/** The items of a list, which stays as it is: encoded once, whatever it is written into. */
const itemsOf = (list: readonly number[]): Buffer => {
	const known = encoded.get(list);
	if (known) return known;
	const items = Buffer.allocUnsafe((LENGTH + 4) * list.length);
	int4Items(list, items, 0);
	encoded.set(list, items);
	return items;
};

/** Lists of numbers laid end to end as one int4[], each list once, to be cut out of it by its bounds (from one, both inside). */
export const createEndToEnd = () => {
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
};
