/** Returns the midpoint of two numbers, without overflow. `lower` must not be above `upper`. */
export function halfway(lower: number, upper: number): number {
	return lower + (upper / 2 - lower / 2);
}

/** Returns the median; for an even count, the mean of the two middle values; null without values. Values must not be NaN. */
export function median(values: ArrayLike<number>): number | null {
	const sorted = Float64Array.from(values).sort();
	const upper = sorted[sorted.length >> 1];
	if (upper === undefined) return null;
	if (sorted.length % 2 === 1) return upper;
	const lower = sorted[(sorted.length >> 1) - 1]!;
	return halfway(lower, upper);
}

/** Returns the median of |value - centre|, not scaled to a standard deviation; null without values. */
export function medianDeviation(values: ArrayLike<number>, centre: number): number | null {
	return median(Float64Array.from(values, (value) => Math.abs(value - centre)));
}

/**
 * Returns the median of the first `count` values, and reorders them. For an even count, the mean of the two middle values; NaN without values. Values must
 * not be NaN. Fast for many thousands of values, because nothing is copied or sorted.
 */
export function medianInPlace(values: Float64Array, count: number): number {
	if (count === 0) return Number.NaN;
	const upper = selectRank(values, count, count >> 1);
	if (count % 2 === 1) return upper;
	let lower = Number.NEGATIVE_INFINITY;
	for (let i = 0; i < count >> 1; i++) if (values[i]! > lower) lower = values[i]!;
	return halfway(lower, upper);
}

/** Selects by partitioning: moves the value with rank `rank` (from 0) to that index, smaller values before it and larger ones after it. */
function selectRank(values: Float64Array, count: number, rank: number): number {
	let [start, end] = [0, count - 1];
	while (start < end) {
		const pivot = values[(start + end) >> 1]!;
		let [low, high] = [start, end];
		while (low <= high) {
			while (values[low]! < pivot) low++;
			while (values[high]! > pivot) high--;
			if (low > high) break;
			const value = values[low]!;
			values[low++] = values[high]!;
			values[high--] = value;
		}
		if (rank <= high) end = high;
		else if (rank >= low) start = low;
		else break;
	}
	return values[rank]!;
}

/** Median of the newest values. The values are kept sorted, so that a push needs only a search and a move within the window. */
interface RollingMedian {
	push(value: number): void;
	/** Number of values in the window. */
	size(): number;
	/** Returns the median; for an even number of values, the mean of the two middle values. NaN without values. */
	median(): number;
	clear(): void;
}

/** `capacity`: maximum number of values in the window. */
export function createRollingMedian(capacity: number): RollingMedian {
	const ring = new Float64Array(capacity);
	const sorted = new Float64Array(capacity);
	let size = 0;
	let next = 0;
	const lowerBound = (value: number): number => {
		let [low, high] = [0, size];
		while (low < high) {
			const middle = (low + high) >>> 1;
			if (sorted[middle]! < value) low = middle + 1;
			else high = middle;
		}
		return low;
	};
	return {
		push: (value) => {
			if (size === capacity) {
				const evictedIndex = lowerBound(ring[next]!);
				sorted.copyWithin(evictedIndex, evictedIndex + 1, size);
				size--;
			}
			const at = lowerBound(value);
			sorted.copyWithin(at + 1, at, size);
			sorted[at] = value;
			ring[next] = value;
			next = (next + 1) % capacity;
			size++;
		},
		size: () => size,
		median: () => {
			if (size === 0) return Number.NaN;
			const upper = sorted[size >> 1]!;
			if (size % 2 === 1) return upper;
			const lower = sorted[(size >> 1) - 1]!;
			return halfway(lower, upper);
		},
		clear: () => {
			size = 0;
			next = 0;
		},
	};
}
