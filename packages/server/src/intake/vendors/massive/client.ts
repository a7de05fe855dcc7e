import type { ExchangeDate, UtcMs } from '@sw/domain/time/units';
import type { OnInvalidItems } from '../../outbound/decode.ts';
import type { Outbound } from '../../outbound/outbound.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import type { VendorBar } from '../bars.ts';
import type { OptionVolumes, VendorDividend, VendorSplit, VendorTicker } from '../vendor-adapter.ts';
import {
	type Listing,
	MASSIVE,
	type Page,
	parseBars,
	parseChain,
	parseDetails,
	parseDividends,
	parseGrouped,
	parseHolidays,
	parseSplits,
	parseTickers,
} from './parse.ts';

export interface MassiveClient {
	/** Raw 15-minute bars of a symbol that start in [from, to). */
	bars(symbol: string, from: UtcMs, to: UtcMs): Promise<VendorBar[]>;
	/** Raw daily bars of the whole market on a date, by symbol. */
	dailyBars(date: ExchangeDate): Promise<Map<string, VendorBar>>;
	/** Contracts of an underlying traded on `date`, which must be today. */
	chain(underlying: string, date: ExchangeDate): Promise<OptionVolumes>;
	splits(from: ExchangeDate, to: ExchangeDate): Promise<VendorSplit[]>;
	dividends(from: ExchangeDate, to: ExchangeDate): Promise<VendorDividend[]>;
	/** Tickers that are listed now. */
	tickers(): Promise<Listing[]>;
	/** All tickers that were ever delisted. */
	delistedTickers(): Promise<Listing[]>;
	/** Details as of a date. Default: today. */
	details(symbol: string, asOf?: ExchangeDate): Promise<Pick<VendorTicker, 'industry' | 'shares' | 'listed'>>;
	/** Coming closures; `close` in UTC ms is null for a whole day. */
	holidays(): Promise<{ date: ExchangeDate; close: number | null }[]>;
}

export const MASSIVE_URL = 'https://api.massive.com';
const MAX_PAGES = 5_000;
const MAX_PAGE_SIZE = 1_000;
/** Limit of a request for bars, counted in the minutes that the bars are made of. */
const MAX_MINUTES_PER_REQUEST = 50_000;

export function createMassiveClient(
	outbound: Outbound,
	key: string,
	baseUrl = MASSIVE_URL,
	onInvalidItems?: OnInvalidItems,
): MassiveClient {
	const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
	const buildUrl = (path: string, query: Record<string, string | number> = {}): URL => {
		const url = new URL(path, baseUrl);
		for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
		return url;
	};
	const fetchText = (call: string, url: URL): Promise<string> => outbound.text(call, url, { headers });
	/** Yields all pages of a call. Only the path of the vendor's next URL is used, so that the key is never sent to another host. */
	async function* fetchPages<T>(call: string, first: URL, parse: (text: string) => Page<T>): AsyncGenerator<T> {
		let url = first;
		for (let n = 0; n < MAX_PAGES; n++) {
			const { value, next } = parse(await fetchText(call, url));
			yield value;
			if (next === undefined) return;
			if (!URL.canParse(next)) break;
			const { pathname, search } = new URL(next);
			const nextUrl = new URL(pathname + search, baseUrl);
			if (nextUrl.href === url.href) break;
			url = nextUrl;
		}
		throw new VendorError(MASSIVE, call, 'shape', 'Its pages never end.', { field: 'next_url' });
	}
	const fetchAll = async <T>(call: string, first: URL, parse: (text: string) => Page<T[]>): Promise<T[]> => {
		const items: T[] = [];
		for await (const page of fetchPages(call, first, parse)) items.push(...page);
		return items;
	};
	const encode = encodeURIComponent;
	const refusedPaths = new Set<string>();
	/** Tries the newer path first. If the key's plan doesn't include it, uses the older path, with the same response format, from then on. */
	const fetchWithFallback = async <T>(
		call: string,
		[newer, older]: readonly [string, string],
		query: Record<string, string | number>,
		parse: (text: string) => Page<T[]>,
	): Promise<T[]> => {
		if (!refusedPaths.has(newer))
			try {
				return await fetchAll(call, buildUrl(newer, query), parse);
			} catch (error) {
				if (!(error instanceof VendorError && error.fault === 'refused')) throw error;
				refusedPaths.add(newer);
			}
		return fetchAll(call, buildUrl(older, query), parse);
	};

	const fetchListings = (active: 'true' | 'false'): Promise<Listing[]> =>
		fetchAll('tickers', buildUrl('/v3/reference/tickers', { market: 'stocks', active, limit: MAX_PAGE_SIZE }), (text) =>
			parseTickers(text, onInvalidItems),
		);

	return {
		bars: (symbol, from, to) =>
			fetchAll(
				'bars',
				buildUrl(`/v2/aggs/ticker/${encode(symbol)}/range/15/minute/${from}/${to - 1}`, {
					adjusted: 'false',
					sort: 'asc',
					limit: MAX_MINUTES_PER_REQUEST,
				}),
				(text) => parseBars(text, onInvalidItems),
			),
		dailyBars: async (date) =>
			parseGrouped(
				await fetchText('grouped daily bars', buildUrl(`/v2/aggs/grouped/locale/us/market/stocks/${date}`, { adjusted: 'false' })),
				onInvalidItems,
			),
		async chain(underlying, date) {
			const sum = { calls: 0, puts: 0 };
			const first = buildUrl(`/v3/snapshot/options/${encode(underlying)}`, { limit: 250 });
			for await (const page of fetchPages('option chain', first, (text) => parseChain(text, date))) {
				sum.calls += page.calls;
				sum.puts += page.puts;
			}
			return sum;
		},
		splits: (from, to) =>
			fetchWithFallback(
				'splits',
				['/stocks/v1/splits', '/v3/reference/splits'],
				{ 'execution_date.gte': from, 'execution_date.lte': to, limit: MAX_PAGE_SIZE },
				(text) => parseSplits(text, onInvalidItems),
			),
		dividends: (from, to) =>
			fetchWithFallback(
				'dividends',
				['/stocks/v1/dividends', '/v3/reference/dividends'],
				{ 'ex_dividend_date.gte': from, 'ex_dividend_date.lte': to, limit: MAX_PAGE_SIZE },
				(text) => parseDividends(text, onInvalidItems),
			),
		tickers: () => fetchListings('true'),
		delistedTickers: () => fetchListings('false'),
		details: async (symbol, asOf) =>
			parseDetails(await fetchText('ticker details', buildUrl(`/v3/reference/tickers/${encode(symbol)}`, asOf ? { date: asOf } : {}))),
		holidays: async () => parseHolidays(await fetchText('holidays', buildUrl('/v1/marketstatus/upcoming'))),
	};
}
