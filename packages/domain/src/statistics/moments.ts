/** Arithmetic mean; null without values. */
export function mean(values: readonly number[]): number | null {
	return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** A smaller spread relative to the mean is rounding noise. */
const ROUNDING = 1e-12;

/** Sample variance, 0 if the values differ by rounding only; null for fewer than two. */
export function sampleVariance(values: readonly number[]): number | null {
	const centre = mean(values);
	if (centre === null || values.length < 2) return null;
	const variance = values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / (values.length - 1);
	return Math.sqrt(variance) > ROUNDING * Math.abs(centre) ? variance : 0;
}

/** t of a mean against zero; null for fewer than two values or without spread. */
export function tStatistic(values: readonly number[]): number | null {
	const [centre, variance] = [mean(values), sampleVariance(values)];
	return centre !== null && variance ? centre / Math.sqrt(variance / values.length) : null;
}

/** Value at share p of the sorted values, interpolated linearly; null without values. */
export function quantile(values: readonly number[], p: number): number | null {
	const sorted = [...values].sort((a, b) => a - b);
	const at = p * (sorted.length - 1);
	const [below, above] = [sorted[Math.floor(at)], sorted[Math.ceil(at)]];
	return below === undefined || above === undefined ? null : below + (above - below) * (at - Math.floor(at));
}

/** Clamp of an excess in means: a single outlier must not dominate. */
export const WINSOR_LIMIT = 0.3;

/** Clamped to +-limit: used for averages of excess returns. */
export function winsorised(value: number, limit = WINSOR_LIMIT): number {
	return Math.max(-limit, Math.min(limit, value));
}
