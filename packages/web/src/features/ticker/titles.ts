import { NO_SUCH_TICKER } from '@sw/domain/access/allowance';

interface TickerHeadWords {
	ticker: string;
	name: string;
	rate: number;
	/** What it is taken for: 'candidate to fall'. */
	candidate: string;
	/** Of its report: '12:00 ET', '06/30/2026'. */
	clock: string;
	day: string;
}

/** Title and description of a ticker: what a route needs before its page is loaded. */
export const tickerTitles = {
	title: (ticker: string, name: string) => `${ticker} · ${name}`,
	description: ({ ticker, name, rate, candidate, clock, day }: TickerHeadWords) =>
		`${ticker}, ${name}: ${candidate}, rate ${rate}. How extreme its price, volume and option flow are in the ${clock} report of ${day}.`,
} as const;

/** The same of one that does not come. */
export const missingTitles = {
	unknown: NO_SUCH_TICKER,
	unknownNext: 'Nothing in this market is called like that. Look for it by symbol or name.',
} as const;
