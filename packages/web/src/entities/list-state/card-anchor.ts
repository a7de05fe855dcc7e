/** Element id of a ticker's card. */
export const cardAnchor = (ticker: number): string => `card-${ticker}`;
