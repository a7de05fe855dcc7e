/** '57 of 140, top 1 %': the rate, the highest possible one and, if it is in the upper half, its place among the report's tickers. */
export function rateText(rate: number, { highest, share }: { highest: number; share: number }): string {
	const top = topText(share);
	return top ? `${rate} of ${highest}, top ${top}` : `${rate} of ${highest}`;
}

/**
 * '1 %': the share of the report's tickers with at least a rate, rounded up to whole percent; '' above half. Floating-point noise, as in 0.07 × 100,
 * isn't rounded up.
 */
export function topText(share: number): string {
	return share > 0.5 ? '' : `${Math.ceil(share * 100 - 1e-9)} %`;
}
