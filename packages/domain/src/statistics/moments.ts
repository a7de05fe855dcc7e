/** Computes the arithmetic mean; null without values. */
export function mean(values: readonly number[]): number | null {
	return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A smaller standard deviation, relative to the mean, is rounding noise. */
const NOISE_LIMIT = 1e-12;

/** Computes the sample variance; 0 if the values differ only by rounding; null for fewer than two values. */
export function sampleVariance(values: readonly number[]): number | null {
	const average = mean(values);
	if (average === null || values.length < 2) return null;
	const variance = values.reduce((sum, value) => sum + (value - average) ** 2, 0) / (values.length - 1);
	return Math.sqrt(variance) > NOISE_LIMIT * Math.abs(average) ? variance : 0;
}

/** Computes the t statistic of the mean against zero; null for fewer than two values and without variance. */
export function tStatistic(values: readonly number[]): number | null {
	const [average, variance] = [mean(values), sampleVariance(values)];
	return average !== null && variance ? average / Math.sqrt(variance / values.length) : null;
}

/** Computes the quantile p (0 to 1), interpolated linearly; null without values. */
export function quantile(values: readonly number[], p: number): number | null {
	const sorted = [...values].sort((a, b) => a - b);
	const position = p * (sorted.length - 1);
	const [below, above] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
	return below === undefined || above === undefined ? null : below + (above - below) * (position - Math.floor(position));
}

/** Limit of an excess return in means, so that a single outlier doesn't dominate. */
export const WINSOR_LIMIT = 0.3;

/** Clamps an excess return to [-limit, limit]. */
export function winsorise(value: number, limit = WINSOR_LIMIT): number {
	return Math.max(-limit, Math.min(limit, value));
}
