/** Texts of the curve of excess returns. */
export const curveWords = {
	curveTitle: 'Excess over time',
	curveHint:
		'Cumulative return above the peers, after costs, with an equal stake in every occurrence, each capped at ±30 %. In 19 of 20 records the band contains the expected sum; while it includes zero, chance could explain it.',
	curveLabel: (sum: string, low: string, high: string, from: string, to: string) =>
		`Sum of excess from ${from} to ${to}: ${sum}, 95 % band ${low} to ${high}.`,
	curveMean: (mean: string, low: string, high: string) => `Per occurrence ${mean}, 95 % interval ${low} to ${high}.`,
	curveFew: (effective: string, least: number) => `No curve yet: effective sample ${effective} of at least ${least}.`,
} as const;
