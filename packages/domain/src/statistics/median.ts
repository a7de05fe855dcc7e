/** Midpoint of two numbers, safe from overflow of their sum or distance. `lower` must not be above `upper`. */
export function halfway(lower: number, upper: number): number {
	return lower + (upper / 2 - lower / 2);
}

/** Median; for an even count, the mean of the two middle values; null without values. Values must not be NaN. */
export function median(values: ArrayLike<number>): number | null {
	const sorted = Float64Array.from(values).sort();
	const upper = sorted[sorted.length >> 1];
	if (upper === undefined) return null;
	if (sorted.length % 2 === 1) return upper;
	const lower = sorted[(sorted.length >> 1) - 1]!;
	return halfway(lower, upper);
}

/** Median of |value - centre|, not yet scaled to a standard deviation. */
export function medianDeviation(values: ArrayLike<number>, centre: number): number | null {
	return median(Float64Array.from(values, (value) => Math.abs(value - centre)));
}
