/**
 * What of Alpaca's answers is used. Market data API v2 and v1beta1, trading API v2: https://docs.alpaca.markets/reference.
 * Members that are not named here may change as they like.
 */
import { z } from 'zod';
import { amount, date, instant, price, rate, ticker } from '../../outbound/decode.ts';

const page = { next_page_token: z.string().nullish() };

export const bar = z.object({ t: instant, o: price, h: price, l: price, c: price, v: amount });

/** GET /v2/stocks/bars; `bars` is null when there are none. */
export const barsWire = z.object({ bars: z.record(ticker, z.array(z.unknown())).nullable(), ...page });

/** GET /v1beta1/options/snapshots/{underlying}; a contract that has not traded has no daily bar. */
export const chainWire = z.object({
	snapshots: z.record(ticker, z.object({ dailyBar: z.object({ t: instant, v: amount }).nullish() })),
	...page,
});

export const split = z.object({ symbol: ticker, ex_date: date, new_rate: rate, old_rate: rate });
export const dividend = z.object({ symbol: ticker, ex_date: date, rate });

export const nameChange = z.object({ old_symbol: ticker, new_symbol: ticker, process_date: date });

/** GET /v1/corporate-actions */
export const actionsWire = z.object({
	corporate_actions: z.object({
		forward_splits: z.array(z.unknown()).nullish(),
		reverse_splits: z.array(z.unknown()).nullish(),
		name_changes: z.array(z.unknown()).nullish(),
		cash_dividends: z.array(z.unknown()).nullish(),
	}),
	...page,
});

/** GET /v2/assets */
export const assetsWire = z.array(z.unknown());
export const asset = z.object({
	symbol: ticker,
	name: z.string().nullish(),
	exchange: z.string(),
	tradable: z.boolean(),
	status: z.string(),
	attributes: z.array(z.string()).nullish(),
});

/** GET /v2/calendar: New York times, early closes included. */
export const calendarWire = z.array(z.object({ date, open: z.string().regex(/^\d\d:\d\d$/), close: z.string().regex(/^\d\d:\d\d$/) }));
