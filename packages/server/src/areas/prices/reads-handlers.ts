import type { priceReads } from '@sw/contract/prices/price-reads';
import type { Handlers } from '../handlers.ts';
import { requireAccount } from '../require-account.ts';
import { createAnalysis } from './analysis.ts';
import { createCharts } from './charts.ts';
import { createExchange } from './exchange.ts';
import type { PriceReadParts } from './ports.ts';
import { createTickers } from './tickers.ts';

/** Market data for signed-in users. */
export function priceReadHandlers(parts: PriceReadParts) {
	const tickers = createTickers(parts);
	const charts = createCharts(parts);
	const exchange = createExchange(parts.calendar);
	const analysis = createAnalysis(parts);
	return {
		tickers: ({ query }) => tickers.search(query),
		ticker: ({ params }) => tickers.one(params.id),
		industries: () => tickers.industries(),
		charts: ({ query, ...call }) => charts(requireAccount(call), query),
		topsRealTime: ({ query }) => analysis.realTime(query.categories),
		exchangeInfo: ({ query }) => exchange.info(query.time),
		holidays: ({ query }) => exchange.holidays(query.from, query.to),
		holiday: ({ params }) => exchange.holiday(params.date),
		analysis: ({ query: { time, cap, ...query } }) => analysis.table({ ...query, date: time, dateField: 'time', marketcap: [cap] }),
		analysisAll: ({ query }) => analysis.all(query),
	} satisfies Handlers<typeof priceReads>;
}
