/** Values by bar: bar b has the values [offsets[b], offsets[b + 1]). */
interface BarValues {
	readonly values: Float64Array;
	readonly offsets: Uint32Array;
}

/** Returns the values of bars [from, to), ascending; valid until the next call. Neither bound may decrease. */
type SortedWindow = (from: number, to: number) => Float64Array;

/** Starts on other values, with an empty window. */
export type SlidingOrder = (values: BarValues) => SortedWindow;

/**
 * Keeps the values of a window that slides over bars in order. Only values that leave or enter are sorted: if two windows share nine tenths, this takes a
 * seventh of the time of sorting both. Buffers are reused, because collecting the garbage of new arrays took longer than the sorting.
 */
export function createSlidingOrder(): SlidingOrder {
	const buffers = { kept: new Float64Array(), next: new Float64Array(), leaving: new Float64Array(), coming: new Float64Array() };
	const bufferOf = (name: keyof typeof buffers, length: number): Float64Array => {
		if (buffers[name].length < length) buffers[name] = new Float64Array(length * 1.2);
		return buffers[name].subarray(0, length);
	};
	return ({ values, offsets }) => {
		const order = (name: 'leaving' | 'coming', from: number, to: number): Float64Array => {
			const part = values.subarray(offsets[from]!, offsets[Math.max(from, to)]!);
			const sorted = bufferOf(name, part.length);
			sorted.set(part);
			return sorted.sort();
		};
		let [begin, end] = [0, 0];
		let kept = bufferOf('kept', 0);
		return (from, to) => {
			const [leaving, coming] = [order('leaving', begin, Math.min(from, end)), order('coming', Math.max(from, end), to)];
			kept = replaceSorted(kept, leaving, coming, bufferOf('next', kept.length - leaving.length + coming.length));
			[buffers.kept, buffers.next] = [buffers.next, buffers.kept];
			[begin, end] = [from, Math.max(from, to)];
			return kept;
		};
	};
}

/** Writes to `into` the values without `leaving` and with `coming`. All arrays are ascending, and `into` has the resulting length. */
function replaceSorted(values: Float64Array, leaving: Float64Array, coming: Float64Array, into: Float64Array): Float64Array {
	let [at, left, come] = [0, 0, 0];
	for (let i = 0; i < values.length; i++) {
		const value = values[i]!;
		if (value === leaving[left]) {
			left++;
			continue;
		}
		while (coming[come]! < value) into[at++] = coming[come++]!;
		into[at++] = value;
	}
	into.set(coming.subarray(come), at);
	return into;
}
