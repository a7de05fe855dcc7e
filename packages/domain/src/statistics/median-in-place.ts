import { halfway } from './median.ts';

/**
 * Median of the first `count` values, which are reordered; for an even count, the mean of the two middle ones; NaN without values. Values must not
 * be NaN. For repeated use on many thousand values: nothing is copied or sorted.
 */
export function medianInPlace(values: Float64Array, count: number): number {
	if (count === 0) return Number.NaN;
	const upper = select(values, count, count >> 1);
	if (count % 2 === 1) return upper;
	let lower = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < count >> 1; i++) if (values[i]! > lower) lower = values[i]!;
	return halfway(lower, upper);
}

/** Moves the value of rank `rank` (from 0) to its place, smaller ones before it and larger ones after it. */
function select(values: Float64Array, count: number, rank: number): number {
	let [from, to] = [0, count - 1];
	while (from < to) {
		const pivot = values[(from + to) >> 1]!;
		let [low, high] = [from, to];
		while (low <= high) {
			while (values[low]! < pivot) low++;
			while (values[high]! > pivot) high--;
			if (low > high) break;
			const value = values[low]!;
			values[low++] = values[high]!;
			values[high--] = value;
		}
		if (rank <= high) to = high;
		else if (rank >= low) from = low;
		else break;
	}
	return values[rank]!;
}
