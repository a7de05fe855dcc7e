/** Parses Yahoo's responses. Throws VendorError, which names the call and the wrong field. */
import { exchangeName } from '@sw/domain/prices/exchange';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import { type ExchangeDate, SECOND } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import {
	decode,
	filterValidItems,
	type OnInvalidItems,
	parseJson,
	quantity,
	ratioOrCash,
	seconds,
	ticker,
	WHOLE_BODY,
} from '../../outbound/decode.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import { sortValidBars, type VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorDividend, VendorSplit, VendorTicker } from '../vendor-adapter.ts';

export const YAHOO = 'yahoo';

export interface Chart {
	symbol: string;
	/** As stated by Yahoo: usually adjusted for splits, see toRawPrices. */
	bars: VendorBar[];
	splits: VendorSplit[];
	dividends: VendorDividend[];
}

type YahooError = { code: string; description?: string | null | undefined } | null | undefined;

const PRICES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Parses a chart; undefined if the symbol has no data in the span. Rows with null prices had no trade and are dropped. */
export function parseChart(text: string, onInvalidItems?: OnInvalidItems): Chart | undefined {
	const { chart } = decode(YAHOO, 'chart', chartWire, parseJson(YAHOO, 'chart', text));
	const [result] = extractList('chart', chart);
	if (!result) return undefined;
	const symbol = normalizeSymbol(result.meta.symbol) ?? result.meta.symbol;
	const times = result.timestamp ?? [];
	const quotes = result.indicators.quote?.[0];
	for (const name of PRICES) {
		const length = quotes?.[name]?.length ?? 0;
		if (times.length > 0 && length !== times.length)
			throw new VendorError(YAHOO, 'chart', 'shape', `It has ${length} values for ${times.length} times.`, { field: `chart.result.0.indicators.quote.0.${name}` }); // biome-ignore format: one step
	}
	const bars = times.flatMap((time, i): VendorBar[] => {
		const [open, high, low, close, volume] = PRICES.map((name) => quotes?.[name]?.[i] ?? null);
		if (open == null || high == null || low == null || close == null || close > 1e9) return [];
		return [{ ms: time * SECOND, open, high, low, close, volume: volume ?? 0 }];
	});
	const parseEvents = <T>(name: 'splits' | 'dividends', schema: z.ZodType<T>): T[] =>
		filterValidItems(
			{ vendor: YAHOO, call: 'chart', field: `events.${name}` },
			schema,
			Object.values(result.events?.[name] ?? {}),
			onInvalidItems,
		);
	return {
		symbol,
		bars: sortValidBars(bars),
		splits: parseEvents('splits', splitWire)
			.map((s) => ({ symbol, date: newYorkDate(s.date * SECOND), ratio: s.numerator / s.denominator }))
			.sort((a, b) => (a.date < b.date ? -1 : 1)),
		dividends: parseEvents('dividends', dividendWire)
			.map((d) => ({ symbol, exDate: newYorkDate(d.date * SECOND), amount: d.amount }))
			.sort((a, b) => (a.exDate < b.exDate ? -1 : 1)),
	};
}

/** Returns the list in a response. Throws VendorError with the reason if Yahoo states an error instead. */
function extractList<T>(call: string, { result, error }: { result: T[] | null; error?: YahooError }): T[] {
	if (error) throw new VendorError(YAHOO, call, 'refused', `${error.code}: ${error.description ?? ''}`);
	if (!result) throw new VendorError(YAHOO, call, 'shape', 'It contains neither a list nor an error.', { field: WHOLE_BODY });
	return result;
}

export interface OptionsResponse {
	/** UTC seconds of all expirations, including those in this response. */
	expirations: number[];
	/** Contracts traded on the day, of the expirations in this response. */
	volumes: OptionVolumes;
}

/** Sums the contracts traded on `date`. Contracts that last traded on another day are ignored. Undefined for a symbol without options. */
export function parseOptions(text: string, date: ExchangeDate): OptionsResponse | undefined {
	const { optionChain } = decode(YAHOO, 'options', optionsWire, parseJson(YAHOO, 'options', text));
	const [result] = extractList('options', optionChain);
	if (!result || result.expirationDates.length === 0) return undefined;
	const sumTraded = (contracts: (typeof result.options)[number]['calls']): number =>
		contracts.reduce(
			(sum, { volume, lastTradeDate }) => sum + (lastTradeDate && newYorkDate(lastTradeDate * SECOND) === date ? (volume ?? 0) : 0),
			0,
		);
	const volumes = { calls: 0, puts: 0 };
	for (const { calls, puts } of result.options) {
		volumes.calls += sumTraded(calls);
		volumes.puts += sumTraded(puts);
	}
	return { expirations: result.expirationDates, volumes };
}

const TYPES = { EQUITY: 'stocks', ETF: 'etf', INDEX: 'index' } as const;

export interface RankedTicker extends VendorTicker {
	/** Dollars traded today. */
	dollarVolume: number;
}

/** Minimum relative difference between the stated shares and market cap / price from which market cap / price is used. */
const SHARES_TOLERANCE = 0.1;

export function parseQuotes(text: string, onInvalidItems?: OnInvalidItems): RankedTicker[] {
	const { quoteResponse } = decode(YAHOO, 'quote', quotesWire, parseJson(YAHOO, 'quote', text));
	return toTickers('quote', extractList('quote', quoteResponse), onInvalidItems);
}

/** Converts quotes to US tickers in dollars. Mutual funds, currencies and foreign listings are left out. */
function toTickers(call: string, quotes: readonly unknown[], onInvalidItems: OnInvalidItems | undefined): RankedTicker[] {
	return filterValidItems({ vendor: YAHOO, call, field: 'result' }, quoteWire, quotes, onInvalidItems).flatMap((q) => {
		const type = TYPES[q.quoteType as keyof typeof TYPES];
		if (!type || (q.currency && q.currency !== 'USD') || q.exchangeTimezoneName !== 'America/New_York') return [];
		const price = q.regularMarketPrice ?? 0;
		const shares = sharesOf(q);
		return [
			{
				symbol: normalizeSymbol(q.symbol) ?? q.symbol,
				name: q.longName ?? q.shortName ?? q.symbol,
				type,
				industry: null,
				shares: type === 'stocks' ? shares : null,
				listed: null,
				exchange: exchangeName(q.exchange),
				dollarVolume: price * (q.regularMarketVolume ?? 0),
			},
		];
	});
}

/**
 * Returns a company's share count. With several share classes, Yahoo states the shares of one class (GOOG: 5.50 billion) but the market cap of all (12.13
 * billion such shares). Then market cap / price is returned, because the product computes market caps from share counts.
 */
function sharesOf({ sharesOutstanding, marketCap, regularMarketPrice }: z.infer<typeof quoteWire>): number | null {
	const sharesByCap =
		marketCap && marketCap > 0 && regularMarketPrice && regularMarketPrice > 0 ? Math.round(marketCap / regularMarketPrice) : null;
	if (!sharesOutstanding || sharesOutstanding <= 0) return sharesByCap;
	return sharesByCap !== null && Math.abs(sharesOutstanding / sharesByCap - 1) > SHARES_TOLERANCE ? sharesByCap : sharesOutstanding;
}

export function parseScreener(text: string, onInvalidItems?: OnInvalidItems): RankedTicker[] {
	const { finance } = decode(YAHOO, 'screener', screenerWire, parseJson(YAHOO, 'screener', text));
	return toTickers('screener', extractList('screener', finance)[0]?.quotes ?? [], onInvalidItems);
}

// Schemas of the fields used from Yahoo's v8 chart, v7 options and quote, and v1 screener. Yahoo neither documents nor guarantees them.
const yahooError = z.object({ code: z.string(), description: z.string().nullish() }).nullish();
const column = z.array(z.number().nullable()).nullish();

/** A split or dividend; `date` is the open of its day. A 4:1 split has numerator 4 and denominator 1. */
const splitWire = z.object({ date: seconds, numerator: ratioOrCash, denominator: ratioOrCash });
const dividendWire = z.object({ date: seconds, amount: ratioOrCash });

const chartWire = z.object({
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
		error: yahooError,
	}),
});

const contractWire = z.object({ contractSymbol: ticker, volume: quantity.nullish(), lastTradeDate: seconds.nullish() });

const optionsWire = z.object({
	optionChain: z.object({
		result: z
			.array(
				z.object({
					underlyingSymbol: ticker.nullish(),
					expirationDates: z.array(seconds),
					options: z.array(z.object({ expirationDate: seconds, calls: z.array(contractWire), puts: z.array(contractWire) })),
				}),
			)
			.nullable(),
		error: yahooError,
	}),
});

const quoteWire = z.object({
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

const quotesWire = z.object({ quoteResponse: z.object({ result: z.array(z.unknown()).nullable(), error: yahooError }) });

const screenerWire = z.object({
	finance: z.object({ result: z.array(z.object({ quotes: z.array(z.unknown()) })).nullable(), error: yahooError }),
});

/** Largest deviation of a price jump from a split ratio, as a fraction of the ratio's logarithm, at which the split explains the jump. */
const JUMP_TOLERANCE = 0.35;

/**
 * Restores the prices as they were traded. In most charts, but not in all, Yahoo divides earlier prices by later splits: if the price jumps at a split, the
 * bars are unadjusted already. `effectiveAt` returns the first instant (UTC ms) of prices on the new basis.
 */
export function toRawPrices(
	bars: readonly VendorBar[],
	splits: readonly VendorSplit[],
	effectiveAt: (split: VendorSplit) => number,
): VendorBar[] {
	let rawBars = [...bars];
	for (const split of splits) {
		const effectiveMs = effectiveAt(split);
		if (split.ratio === 1 || hasJump(bars, effectiveMs, split.ratio) === true) continue;
		rawBars = rawBars.map((bar) =>
			bar.ms >= effectiveMs
				? bar
				: {
						ms: bar.ms,
						open: bar.open * split.ratio,
						high: bar.high * split.ratio,
						low: bar.low * split.ratio,
						close: bar.close * split.ratio,
						volume: bar.volume / split.ratio,
					},
		);
	}
	return rawBars;
}

/** Whether prices jump at the split, which shows that they are unadjusted. Undefined without a bar on each side. */
function hasJump(bars: readonly VendorBar[], effectiveMs: number, ratio: number): boolean | undefined {
	const after = bars.find((bar) => bar.ms >= effectiveMs);
	const before = bars.findLast((bar) => bar.ms < effectiveMs);
	if (!after || !before) return undefined;
	const jump = Math.log(before.close / after.open);
	return Math.abs(jump - Math.log(ratio)) < Math.abs(Math.log(ratio)) * JUMP_TOLERANCE;
}
