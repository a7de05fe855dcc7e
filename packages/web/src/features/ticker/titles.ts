import { NO_SUCH_TICKER } from '@sw/domain/access/allowance';

/** Title and description of a ticker: what a route needs before its page is loaded. */
export const tickerTitles = {
	title: (ticker: string, name: string) => `${ticker} · ${name}`,
	description: (ticker: string, name: string, rate: number, candidate: string) =>
		`${ticker} (${name}): ${candidate} with rate ${rate}. Signal wheel, hourly prices and every term of the rate.`,
} as const;

/** The same of one that does not come. */
export const missingTitles = {
	unknown: NO_SUCH_TICKER,
	unknownNext: 'Nothing in this market is called like that. Look for it by symbol or name.',
} as const;
