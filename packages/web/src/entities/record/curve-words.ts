/** Texts of the curve of excess. */
export const curveWords = {
	curveTitle: 'Excess over time',
	curveHint:
		'Equal stakes in every occurrence, after costs and beyond the peers, added up by exit; each within ±30 %. The band holds the sum’s expectation in 19 of 20 records: while it includes zero, chance is enough.',
	curveLabel: (sum: string, low: string, high: string, from: string, to: string) =>
		`Sum of excess from ${from} to ${to}: ${sum}, 95 % band ${low} to ${high}.`,
	curveMean: (mean: string, low: string, high: string) => `Per occurrence ${mean}, 95 % interval ${low} to ${high}.`,
	curveFew: (effective: string, least: number) => `No curve yet: the effective sample is ${effective}, a curve needs ${least}.`,
} as const;
