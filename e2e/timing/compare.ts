/** The two-sided Mann-Whitney test, by its normal approximation: good from about twenty values per side. */
export interface Comparison {
	medianA: number;
	medianB: number;
	/** Standard normal; large if one side is slower. */
	z: number;
	/** Probability of a difference at least this large by chance. */
	p: number;
}

export function compare(a: readonly number[], b: readonly number[]): Comparison {
	const ranked = [...a.map((value) => ({ value, first: true })), ...b.map((value) => ({ value, first: false }))].sort(
		(x, y) => x.value - y.value,
	);
	let rankSum = 0;
	for (const [index, { first }] of ranked.entries()) if (first) rankSum += index + 1;
	const u = rankSum - (a.length * (a.length + 1)) / 2;
	const mean = (a.length * b.length) / 2;
	const deviation = Math.sqrt((a.length * b.length * (a.length + b.length + 1)) / 12);
	const z = (u - mean) / deviation;
	const sorted = (list: readonly number[]): number[] => [...list].sort((x, y) => x - y);
	return { medianA: median(sorted(a)), medianB: median(sorted(b)), z, p: 1 - erf(Math.abs(z) / Math.SQRT2) };
}

/** Abramowitz and Stegun 7.1.26, absolute error below 1.5e-7. */
function erf(x: number): number {
	const t = 1 / (1 + 0.3275911 * Math.abs(x));
	const y = 1 - ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t * Math.exp(-x * x);
	return x < 0 ? -y : y;
}

function median(sorted: readonly number[]): number {
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1
		? (sorted[middle] ?? Number.NaN)
		: ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2;
}
