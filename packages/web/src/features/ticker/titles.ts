import { NO_SUCH_TICKER } from '@sw/domain/access/allowance';

/** Title and description of a ticker that isn't shown, needed by a route before its page loads. */
export const missingTitles = {
	unknown: NO_SUCH_TICKER,
	unknownNext: 'No ticker has this symbol. Search by symbol or name.',
} as const;
