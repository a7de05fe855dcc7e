import { NO_SUCH_TICKER } from '@sw/domain/access/allowance';

/** Title and description of a ticker that does not come: what a route needs before its page is loaded. */
export const missingTitles = {
	unknown: NO_SUCH_TICKER,
	unknownNext: 'Nothing in this market is called like that. Look for it by symbol or name.',
} as const;
