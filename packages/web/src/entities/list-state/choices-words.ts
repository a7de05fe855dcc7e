/** Ticker types of a list, where they are chosen and in chips. */
export const tickerTypeWords = { stocks: 'Stocks', etf: 'ETFs', indexes: 'Indexes', all: 'All types' } as const;

/** Choices by public filings. */
export const informationWords = { with: 'With a filing', without: 'No filing', known: 'Filings known' } as const;
