/** Bars of the rate above a heat strip of depths, one unit wide per report. Pure. */

/** Bars of the rate from the bottom of a box of `height`, which the highest one fills; `chosen` selects the bars to draw. */
export function ratePath(rates: readonly number[], height: number, chosen: readonly boolean[]): string {
	const highest = Math.max(1, ...rates);
	return rates
		.map((rate, i) => {
			const tall = Math.round((rate / highest) * height * 100) / 100;
			return chosen[i] && tall > 0 ? `M${i} ${height}h0.8v${-tall}h-0.8z` : '';
		})
		.join('');
}
