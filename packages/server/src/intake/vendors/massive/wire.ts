/** What of Massive's (formerly Polygon.io's) answers is used: https://massive.com/docs/rest. Members that are not named here may change as they like. */
import { z } from 'zod';
import { amount, date, instant, milliseconds, nanoseconds, price, rate, ticker } from '../../outbound/decode.ts';

const page = { next_url: z.string().nullish() };

export const bar = z.object({ t: milliseconds, o: price, h: price, l: price, c: price, v: amount });

/** An answer without its list says that it has none, or is no answer. */
const counted = z
	.object({ results: z.array(z.unknown()).nullish(), resultsCount: z.number().nullish(), ticker: ticker.nullish(), ...page })
	.refine(({ results, resultsCount }) => results || resultsCount === 0, { path: ['results'], error: 'Its list is missing.' });

/** GET /v2/aggs/ticker/{T}/range/{n}/{unit}/{from}/{to}; no `results` when there are none. */
export const barsWire = counted;

/** GET /v2/aggs/grouped/locale/us/market/stocks/{date} */
export const groupedWire = counted;
export const groupedBar = bar.extend({ T: ticker });

/** GET /v3/snapshot/options/{underlying}; times in nanoseconds. A contract that never traded has an empty day. */
export const chainWire = z.object({
	results: z.array(
		z.object({
			day: z.object({ volume: amount.nullish(), last_updated: z.union([z.literal(0), nanoseconds]).nullish() }).nullish(),
			details: z.object({ contract_type: z.string(), ticker }),
		}),
	),
	...page,
});

/** GET /stocks/v1/splits, and of older plans /v3/reference/splits */
export const split = z.object({ ticker, execution_date: date, split_from: rate, split_to: rate });
export const listWire = z.object({ results: z.array(z.unknown()), ...page });

/** GET /stocks/v1/dividends, and of older plans /v3/reference/dividends */
export const dividend = z.object({ ticker, ex_dividend_date: date, cash_amount: rate });

/** GET /v3/reference/tickers; with `active=false` those that have ended, many without a type. */
export const listed = z.object({
	ticker,
	name: z.string().nullish(),
	type: z.string().nullish(),
	active: z.boolean().nullish(),
	composite_figi: z.string().nullish(),
	delisted_utc: z.string().nullish(),
	primary_exchange: z.string().nullish(),
});

/** GET /v3/reference/tickers/{T} */
export const detailsWire = z.object({
	results: z.object({
		ticker,
		sic_description: z.string().nullish(),
		share_class_shares_outstanding: amount.nullish(),
		weighted_shares_outstanding: amount.nullish(),
		list_date: date.nullish().catch(null),
	}),
});

/** GET /v1/marketstatus/upcoming */
export const holidaysWire = z.array(z.object({ exchange: z.string(), date, status: z.string(), close: instant.nullish() }));
