import { halfway } from './median.ts';

/** Median of the last `capacity` values, kept sorted: a push costs a search and a move within the window. */
export interface RollingMedian {
	push(value: number): void;
	/** Number of values. */
	size(): number;
	/** NaN without values; for an even count, the mean of the two middle ones. */
	median(): number;
	clear(): void;
}

export function rollingMedian(capacity: number): RollingMedian {
	const ring = new Float64Array(capacity);
	const sorted = new Float64Array(capacity);
	let size = 0;
	let next = 0;
	/** Index of the first value that is not below. */
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
				const leaves = lowerBound(ring[next]!);
				sorted.copyWithin(leaves, leaves + 1, size);
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
