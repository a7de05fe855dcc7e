/** Returns the element id of a ticker's card. */
export function cardAnchor(ticker: number): string {
	return `card-${ticker}`;
}
