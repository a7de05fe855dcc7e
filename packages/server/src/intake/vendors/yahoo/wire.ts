/** The fields used from Yahoo's answers: v8 chart, v7 options and quote, v1 screener. Yahoo neither documents nor guarantees them. */
import { z } from 'zod';
import { amount, rate, seconds, ticker } from '../../outbound/decode.ts';

const failure = z.object({ code: z.string(), description: z.string().nullish() }).nullish();
const column = z.array(z.number().nullable()).nullish();

/** A split or dividend; `date` is the open of its day. A 4:1 split has numerator 4 and denominator 1. */
export const split = z.object({ date: seconds, numerator: rate, denominator: rate });
export const dividend = z.object({ date: seconds, amount: rate });

export const chartWire = z.object({
	chart: z.object({
		result: z
			.array(
				z.object({
					meta: z.object({ symbol: ticker, currency: z.string().nullish(), dataGranularity: z.string(), exchangeTimezoneName: z.string() }),
					timestamp: z.array(seconds).nullish(),
					events: z
						.object({ splits: z.record(z.string(), z.unknown()).nullish(), dividends: z.record(z.string(), z.unknown()).nullish() })
						.nullish(),
					indicators: z.object({
						quote: z.array(z.object({ open: column, high: column, low: column, close: column, volume: column })).nullish(),
					}),
				}),
			)
			.nullable(),
		error: failure,
	}),
});

const contract = z.object({ contractSymbol: ticker, volume: amount.nullish(), lastTradeDate: seconds.nullish() });

export const optionsWire = z.object({
	optionChain: z.object({
		result: z
			.array(
				z.object({
					underlyingSymbol: ticker.nullish(),
					expirationDates: z.array(seconds),
					options: z.array(z.object({ expirationDate: seconds, calls: z.array(contract), puts: z.array(contract) })),
				}),
			)
			.nullable(),
		error: failure,
	}),
});

export const quote = z.object({
	symbol: ticker,
	quoteType: z.string(),
	shortName: z.string().nullish(),
	longName: z.string().nullish(),
	currency: z.string().nullish(),
	exchange: z.string().nullish(),
	exchangeTimezoneName: z.string().nullish(),
	regularMarketPrice: z.number().nullish(),
	regularMarketVolume: z.number().nullish(),
	marketCap: z.number().nullish(),
	sharesOutstanding: z.number().nullish(),
});

export const quotesWire = z.object({ quoteResponse: z.object({ result: z.array(z.unknown()).nullable(), error: failure }) });

export const screenerWire = z.object({
	finance: z.object({ result: z.array(z.object({ quotes: z.array(z.unknown()) })).nullable(), error: failure }),
});
