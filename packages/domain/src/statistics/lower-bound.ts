/** Finds the index of the first element of an ascending array that is at least `value`; the length if there is none. */
export function lowerBound(sorted: ArrayLike<number>, value: number): number {
	let [low, high] = [0, sorted.length];
	while (low < high) {
		const middle = (low + high) >>> 1;
		if (sorted[middle]! < value) low = middle + 1;
		else high = middle;
	}
	return low;
}
