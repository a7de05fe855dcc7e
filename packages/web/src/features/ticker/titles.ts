import { NO_SUCH_TICKER } from '@sw/domain/access/allowance';

/** Title and description of a ticker that does not come: what a route needs before its page is loaded. */
export const missingTitles = {
	unknown: NO_SUCH_TICKER,
	unknownNext: 'No ticker has this symbol. Search by symbol or name.',
} as const;
