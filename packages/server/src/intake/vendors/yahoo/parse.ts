/** Yahoo's answers as what is meant by them. Pure; every fault is a VendorError that names the call and the field. */
import { type ExchangeDate, SECOND } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { z } from 'zod';
import { decode, parseJson } from '../../outbound/decode.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import { inOrder, type VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorDividend, VendorSplit, VendorTicker } from '../vendor-market.ts';
import { chartWire, optionsWire, type quote, quotesWire, screenerWire } from './wire.ts';

export const YAHOO = 'yahoo';

export interface Chart {
	symbol: string;
	/** As stated: adjusted for splits, most of the time. */
	bars: VendorBar[];
	splits: VendorSplit[];
	dividends: VendorDividend[];
}

const failed = (call: string, error: { code: string; description?: string | null | undefined } | null | undefined): void => {
	if (error) throw new VendorError(YAHOO, call, 'refused', `${error.code}: ${error.description ?? ''}`);
};

const PRICES = ['open', 'high', 'low', 'close', 'volume'] as const;

/** Undefined when the symbol has no data in the span. Rows with a null in them are rows without a trade. */
export const parseChart = (text: string): Chart | undefined => {
	const { chart } = decode(YAHOO, 'chart', chartWire, parseJson(YAHOO, 'chart', text));
	failed('chart', chart.error);
	const result = chart.result?.[0];
	if (!result) return undefined;
	const { symbol } = result.meta;
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
	return {
		symbol,
		bars: inOrder(bars),
		splits: Object.values(result.events?.splits ?? {})
			.map((s) => ({ symbol, date: newYorkDate(s.date * SECOND), ratio: s.numerator / s.denominator }))
			.sort((a, b) => (a.date < b.date ? -1 : 1)),
		dividends: Object.values(result.events?.dividends ?? {})
			.map((d) => ({ symbol, exDate: newYorkDate(d.date * SECOND), amount: d.amount }))
			.sort((a, b) => (a.exDate < b.exDate ? -1 : 1)),
	};
};

export interface Expiration {
	/** UTC seconds of all expirations, the one in hand among them. */
	all: number[];
	/** Contracts traded on the day, of the expirations in hand. */
	volumes: OptionVolumes;
}

/** A contract's volume is of its last day with a trade: what did not trade on `date` counts for nothing. Undefined for a symbol without options. */
export const parseOptions = (text: string, date: ExchangeDate): Expiration | undefined => {
	const { optionChain } = decode(YAHOO, 'options', optionsWire, parseJson(YAHOO, 'options', text));
	failed('options', optionChain.error);
	const result = optionChain.result?.[0];
	if (!result || result.expirationDates.length === 0) return undefined;
	const traded = (contracts: (typeof result.options)[number]['calls']): number =>
		contracts.reduce(
			(sum, { volume, lastTradeDate }) => sum + (lastTradeDate && newYorkDate(lastTradeDate * SECOND) === date ? (volume ?? 0) : 0),
			0,
		);
	const volumes = { calls: 0, puts: 0 };
	for (const { calls, puts } of result.options) {
		volumes.calls += traded(calls);
		volumes.puts += traded(puts);
	}
	return { all: result.expirationDates, volumes };
};

const TYPES = { EQUITY: 'stocks', ETF: 'etf', INDEX: 'index' } as const;

export interface Ranked extends VendorTicker {
	/** Dollars traded today. */
	dollars: number;
}

/** Tickers of New York in dollars; funds, currencies and foreign listings are left out. */
const tickersOf = (quotes: readonly z.infer<typeof quote>[]): Ranked[] =>
	quotes.flatMap((q) => {
		const type = TYPES[q.quoteType as keyof typeof TYPES];
		if (!type || (q.currency && q.currency !== 'USD') || q.exchangeTimezoneName !== 'America/New_York') return [];
		const price = q.regularMarketPrice ?? 0;
		const shares = q.sharesOutstanding ?? (q.marketCap && price > 0 ? Math.round(q.marketCap / price) : null);
		return [
			{
				symbol: q.symbol,
				name: q.longName ?? q.shortName ?? q.symbol,
				type,
				industry: null,
				shares: type === 'stocks' ? shares : null,
				listed: null,
				dollars: price * (q.regularMarketVolume ?? 0),
			},
		];
	});

export const parseQuotes = (text: string): Ranked[] => {
	const { quoteResponse } = decode(YAHOO, 'quote', quotesWire, parseJson(YAHOO, 'quote', text));
	failed('quote', quoteResponse.error);
	return tickersOf(quoteResponse.result ?? []);
};

export const parseScreener = (text: string): Ranked[] => {
	const { finance } = decode(YAHOO, 'screener', screenerWire, parseJson(YAHOO, 'screener', text));
	failed('screener', finance.error);
	return tickersOf(finance.result?.[0]?.quotes ?? []);
};
