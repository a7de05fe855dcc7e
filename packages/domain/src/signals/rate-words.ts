/** Writes the rate, the highest possible rate and, for a rate in the upper half, the share of the report's tickers at or above it: '57 of 140, top 1 %'. */
export function formatRate(rate: number, { highest, share }: { highest: number; share: number }): string {
	const top = formatTopShare(share);
	return top ? `${rate} of ${highest}, top ${top}` : `${rate} of ${highest}`;
}

/**
 * Writes the share of the report's tickers with at least a given rate, rounded up to whole percent: '1 %'; '' above half. Floating-point noise, as in 0.07 ×
 * 100, isn't rounded up.
 */
export function formatTopShare(share: number): string {
	return share > 0.5 ? '' : `${Math.ceil(share * 100 - 1e-9)} %`;
}
