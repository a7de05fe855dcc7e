/** The name of a ticker's card in its page. */
export const cardAnchor = (ticker: number): string => `card-${ticker}`;
