/**
 * The first `wanted` of 0..count-1 in the order of `compare`, sorted. A heap of that size with its last element at the root, so that most elements
 * of a long list cost one comparison each.
 */
export function topRows(count: number, wanted: number, compare: (a: number, b: number) => number): Uint32Array {
	const size = Math.min(count, Math.max(0, wanted));
	const heap = new Uint32Array(size);
	if (size === 0) return heap;
	const sink = (from: number): void => {
		let at = from;
		const value = heap[at]!;
		for (;;) {
			let child = 2 * at + 1;
			if (child >= size) break;
			if (child + 1 < size && compare(heap[child + 1]!, heap[child]!) > 0) child++;
			if (compare(heap[child]!, value) <= 0) break;
			heap[at] = heap[child]!;
			at = child;
		}
		heap[at] = value;
	};
	for (let i = 0; i < size; i++) heap[i] = i;
	if (size < count) {
		for (let at = (size >> 1) - 1; at >= 0; at--) sink(at);
		for (let i = size; i < count; i++) {
			if (compare(i, heap[0]!) >= 0) continue;
			heap[0] = i;
			sink(0);
		}
	}
	return heap.sort(compare);
}
