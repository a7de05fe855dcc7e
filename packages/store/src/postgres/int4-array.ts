/** Type number of int4 in PostgreSQL. */
const INT4 = 23;
const HEAD = 20;
/** Each number stands behind its length. */
const ITEM = 8;

/** An int4[] as the server reads it in its binary format: of long arrays it parses nothing. The driver hands buffers on as they are. */
export const int4Array = (numbers: readonly number[]): Buffer => {
	const bytes = Buffer.allocUnsafe(HEAD + ITEM * numbers.length);
	// One dimension, or none for an empty one; no nulls; the type; so many; counted from one.
	bytes.writeInt32BE(numbers.length === 0 ? 0 : 1, 0);
	bytes.writeInt32BE(0, 4);
	bytes.writeInt32BE(INT4, 8);
	bytes.writeInt32BE(numbers.length, 12);
	bytes.writeInt32BE(1, 16);
	for (let i = 0, at = HEAD; i < numbers.length; i++, at += ITEM) {
		bytes.writeInt32BE(4, at);
		bytes.writeInt32BE(numbers[i] as number, at + 4);
	}
	return numbers.length === 0 ? bytes.subarray(0, 12) : bytes;
};

/** Lists of numbers laid end to end as one int4[], each list once, to be cut out of it by its bounds (from one, both inside). */
export const createEndToEnd = () => {
	const numbers: number[] = [];
	const bounds = new Map<readonly number[], readonly [from: number, to: number]>();
	return {
		boundsOf: (list: readonly number[]): readonly [from: number, to: number] => {
			const known = bounds.get(list);
			if (known) return known;
			const from = numbers.length + 1;
			for (const number of list) numbers.push(number);
			const found = [from, numbers.length] as const;
			bounds.set(list, found);
			return found;
		},
		array: (): Buffer => int4Array(numbers),
	};
};
