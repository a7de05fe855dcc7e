/** Parses Massive's responses. Throws VendorError, which names the call and the wrong field. */
import { exchangeName } from '@sw/domain/prices/exchange';
import { type ExchangeDate, exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { z } from 'zod';
import {
	date,
	decode,
	filterValidItems,
	instant,
	milliseconds,
	nanoseconds,
	type OnInvalidItems,
	parseJson,
	price,
	quantity,
	ratioOrCash,
	ticker,
} from '../../outbound/decode.ts';
import { sortValidBars, type VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorDividend, VendorSplit, VendorTicker } from '../vendor-adapter.ts';

export const MASSIVE = 'massive';

/** A page, and the URL of the next one; undefined on the last. */
export interface Page<T> {
	value: T;
	next: string | undefined;
}

type WireBar = z.infer<typeof barWire>;

export function parseBars(text: string, onInvalidItems?: OnInvalidItems): Page<VendorBar[]> {
	const { results, next_url } = parseResponse('bars', barsWire, text);
	return {
		value: sortValidBars(filterValidResults('bars', barWire, results, onInvalidItems).map(toVendorBar)),
		next: next_url ?? undefined,
	};
}

function toVendorBar({ t, o, h, l, c, v }: WireBar): VendorBar {
	return { ms: t, open: o, high: h, low: l, close: c, volume: v };
}

/** Returns the valid items of a response's `results`. */
function filterValidResults<T>(
	call: string,
	schema: z.ZodType<T>,
	results: readonly unknown[] | null | undefined,
	onInvalidItems?: OnInvalidItems,
): T[] {
	return filterValidItems({ vendor: MASSIVE, call, field: 'results' }, schema, results ?? [], onInvalidItems);
}

function parseResponse<T>(call: string, schema: z.ZodType<T>, text: string): T {
	return decode(MASSIVE, call, schema, parseJson(MASSIVE, call, text));
}

/** Parses daily bars of the whole market, by symbol. */
export function parseGrouped(text: string, onInvalidItems?: OnInvalidItems): Map<string, VendorBar> {
	const { results } = parseResponse('grouped daily bars', groupedWire, text);
	return new Map(
		filterValidResults('grouped daily bars', groupedBarWire, results, onInvalidItems).map((item) => [item.T, toVendorBar(item)]),
	);
}

const NANOSECONDS_PER_MS = 1e6;

/** Sums the contracts traded on `date` in a page of a chain. Contracts that last traded on another day are ignored. */
export function parseChain(text: string, date: ExchangeDate): Page<OptionVolumes> {
	const { results, next_url } = parseResponse('option chain', chainWire, text);
	const value = { calls: 0, puts: 0 };
	for (const { day, details } of results) {
		if (!day?.volume || !day.last_updated || newYorkDate(day.last_updated / NANOSECONDS_PER_MS) !== date) continue;
		if (details.contract_type === 'call') value.calls += day.volume;
		else if (details.contract_type === 'put') value.puts += day.volume;
	}
	return { value, next: next_url ?? undefined };
}

export function parseSplits(text: string, onInvalidItems?: OnInvalidItems): Page<VendorSplit[]> {
	const { results, next_url } = parseResponse('splits', listWire, text);
	return {
		value: filterValidResults('splits', splitWire, results, onInvalidItems).map((s) => ({
			symbol: s.ticker,
			date: exchangeDate(s.execution_date),
			ratio: s.split_to / s.split_from,
		})),
		next: next_url ?? undefined,
	};
}

export function parseDividends(text: string, onInvalidItems?: OnInvalidItems): Page<VendorDividend[]> {
	const { results, next_url } = parseResponse('dividends', listWire, text);
	return {
		value: filterValidResults('dividends', dividendWire, results, onInvalidItems).map((d) => ({
			symbol: d.ticker,
			exDate: exchangeDate(d.ex_dividend_date),
			amount: d.cash_amount,
		})),
		next: next_url ?? undefined,
	};
}

/** Followed types: common stocks, depositary receipts and funds, without units, warrants and rights. */
const FOLLOWED_TYPES: Readonly<Record<string, VendorTicker['type']>> = { CS: 'stocks', ADRC: 'stocks', ETF: 'etf', ETV: 'etf', ETN: 'etf' };

/** A listed symbol: a company's current one, or one that ended by delisting or a change of symbol. */
export interface Listing {
	ticker: VendorTicker;
	/** Identifies the company across symbols; null if unknown. */
	figi: string | null;
	/** Null while it is listed. */
	delisted: ExchangeDate | null;
}

export function parseTickers(text: string, onInvalidItems?: OnInvalidItems): Page<Listing[]> {
	const { results, next_url } = parseResponse('tickers', listWire, text);
	const value = filterValidResults('tickers', listedTickerWire, results, onInvalidItems).flatMap((item): Listing[] => {
		const isActive = item.active !== false;
		// Many ended tickers have no type; leaving them out would bias past sessions by what is only known today.
		const type = FOLLOWED_TYPES[item.type ?? ''] ?? (isActive || item.type ? undefined : 'stocks');
		const endDate = isActive ? null : item.delisted_utc?.slice(0, 10);
		if (!type || endDate === undefined || (endDate !== null && !date.safeParse(endDate).success)) return [];
		const exchange = exchangeName(item.primary_exchange);
		const ticker = { symbol: item.ticker, name: item.name || item.ticker, type, industry: null, shares: null, listed: null, exchange };
		return [{ ticker, figi: item.composite_figi || null, delisted: endDate === null ? null : exchangeDate(endDate) }];
	});
	return { value, next: next_url ?? undefined };
}

/** Parses details that the list of tickers doesn't have. */
export function parseDetails(text: string): Pick<VendorTicker, 'industry' | 'shares' | 'listed'> {
	const { results } = parseResponse('ticker details', detailsWire, text);
	const shares = results.share_class_shares_outstanding || results.weighted_shares_outstanding || null;
	const industry = results.sic_description ? toSentenceCase(results.sic_description) : null;
	return { industry, shares, listed: results.list_date ? exchangeDate(results.list_date) : null };
}

/** Converts 'ELECTRONIC COMPUTERS' to 'Electronic computers'. */
function toSentenceCase(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1).toLowerCase();
}

/** Parses the coming closures of the New York Stock Exchange; `close` (UTC ms) is null for a whole day. */
export function parseHolidays(text: string): { date: ExchangeDate; close: number | null }[] {
	return parseResponse('holidays', holidaysWire, text)
		.filter(({ exchange }) => exchange === 'NYSE')
		.map(({ date, close }) => ({ date: exchangeDate(date), close: close ?? null }));
}

// Schemas of the fields used from Massive's (formerly Polygon.io's) responses: https://massive.com/docs/rest. All other fields are ignored.
const pageFields = { next_url: z.string().nullish() };

const barWire = z.object({ t: milliseconds, o: price, h: price, l: price, c: price, v: quantity });

/** A response without `results` must state a count of 0. */
const resultsWire = z
	.object({ results: z.array(z.unknown()).nullish(), resultsCount: z.number().nullish(), ticker: ticker.nullish(), ...pageFields })
	.refine(({ results, resultsCount }) => results || resultsCount === 0, { path: ['results'], error: 'Its list is missing.' });

/** GET /v2/aggs/ticker/{T}/range/{n}/{unit}/{from}/{to}; no `results` if there are none. */
const barsWire = resultsWire;

/** GET /v2/aggs/grouped/locale/us/market/stocks/{date} */
const groupedWire = resultsWire;
const groupedBarWire = barWire.extend({ T: ticker });

/** GET /v3/snapshot/options/{underlying}; times in nanoseconds. A contract that never traded has an empty day. */
const chainWire = z.object({
	results: z.array(
		z.object({
			day: z.object({ volume: quantity.nullish(), last_updated: z.union([z.literal(0), nanoseconds]).nullish() }).nullish(),
			details: z.object({ contract_type: z.string(), ticker }),
		}),
	),
	...pageFields,
});

/** GET /stocks/v1/splits; with older plans /v3/reference/splits. */
const splitWire = z.object({ ticker, execution_date: date, split_from: ratioOrCash, split_to: ratioOrCash });
const listWire = z.object({ results: z.array(z.unknown()), ...pageFields });

/** GET /stocks/v1/dividends; with older plans /v3/reference/dividends. */
const dividendWire = z.object({ ticker, ex_dividend_date: date, cash_amount: ratioOrCash });

/** GET /v3/reference/tickers; with `active=false` delisted ones, many without a type. */
const listedTickerWire = z.object({
	ticker,
	name: z.string().nullish(),
	type: z.string().nullish(),
	active: z.boolean().nullish(),
	composite_figi: z.string().nullish(),
	delisted_utc: z.string().nullish(),
	primary_exchange: z.string().nullish(),
});

/** GET /v3/reference/tickers/{T} */
const detailsWire = z.object({
	results: z.object({
		ticker,
		sic_description: z.string().nullish(),
		share_class_shares_outstanding: quantity.nullish(),
		weighted_shares_outstanding: quantity.nullish(),
		list_date: date.nullish().catch(null),
	}),
});

/** GET /v1/marketstatus/upcoming */
const holidaysWire = z.array(z.object({ exchange: z.string(), date, status: z.string(), close: instant.nullish() }));
