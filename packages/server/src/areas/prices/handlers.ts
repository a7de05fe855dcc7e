import type { publicPrices } from '@sw/contract/prices/prices';
import { mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { createPublicTables, type PublicTableParts } from './public-table.ts';
import { createSparklines } from './sparklines.ts';
import { createTopTables } from './top-tables.ts';
import { createTopTickers } from './top-tickers.ts';

export function priceHandlers(parts: PublicTableParts) {
	const tables = createTopTables(parts);
	const sparklines = createSparklines(parts, tables.table);
	const page = createPublicTables(parts, tables);
	const tickers = createTopTickers(parts);
	return {
		landingTable: ({ query }) => tables.answer(query),
		landingPage: ({ query }) => page(query),
		landingCharts: ({ query }) => sparklines(query),
		topTickers: ({ query, caller: { account } }) =>
			mapMaybePromise(tickers(query.ids, account?.licence ?? null, query.until), (beside) =>
				// Answers that depend on a licence are private; those for visitors may be cached for all of them.
				account ? respond(200, beside, { headers: { 'cache-control': 'private, no-store' } }) : beside,
			),
		tickerBySymbol: ({ params: { listing } }) =>
			respond(302, undefined, {
				headers: { location: pageOf(listing, parts.directory.bySymbol(listing.trim())?.id), 'cache-control': 'no-store' },
			}),
	} satisfies Handlers<typeof publicPrices>;
}

/** A ticker's page. The page of an unknown symbol says so; one of digits alone would be taken for an id. */
function pageOf(symbol: string, id: number | undefined): string {
	return `/ticker/${id ?? (/^\d+$/.test(symbol) ? 0 : encodeURIComponent(symbol))}`;
}
