import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { VendorBar } from '../vendors/bars.ts';
import type { YahooPackage } from '../vendors/yahoo/client.ts';
import { type FakeMarket, scaleBar } from './fake-market.ts';
import type { Answer, VendorRequest } from './fake-vendor.ts';

const EXPIRATIONS = [1_737_072_000, 1_737_676_800];

/** Yahoo's responses about a fake market: a chart per symbol, nulls where nothing traded, prices adjusted for splits. `skew`: ms added to bar times. */
export function createFakeYahoo(market: FakeMarket, { skew = 0 } = {}) {
	return ({ path, query }: VendorRequest): Answer => {
		const quoteOf = (symbol: string) => ({
			symbol,
			quoteType: 'EQUITY',
			longName: `${symbol} Inc.`,
			currency: 'USD',
			exchangeTimezoneName: 'America/New_York',
			regularMarketPrice: 100,
			regularMarketVolume: 1e6,
			marketCap: 1e11,
		});
		if (path.startsWith('/v1/finance/screener'))
			return { json: { finance: { result: [{ quotes: market.symbols.map(quoteOf) }], error: null } } };
		if (path === '/v7/finance/quote') {
			const requestedSymbols = (query.get('symbols') ?? '').split(',').filter((symbol) => market.symbols.includes(symbol));
			return { json: { quoteResponse: { result: requestedSymbols.map(quoteOf), error: null } } };
		}
		const symbol = decodeURIComponent(path.split('/').at(-1) ?? '');
		if (!market.symbols.includes(symbol))
			return {
				json: { chart: { result: null, error: { code: 'Not Found', description: 'No data found, symbol may be delisted' } } },
				status: 404,
			};
		if (path.startsWith('/v7/finance/options/')) {
			const { calls, puts } = market.contracts(symbol);
			const lastTradeDate = Math.floor(market.now() / 1000) - 3_600;
			const isSecondExpiration = query.get('date') === String(EXPIRATIONS[1]);
			const contract = (contractSymbol: string, volume: number) => ({ contractSymbol, volume, lastTradeDate });
			const options = [
				{
					expirationDate: EXPIRATIONS[isSecondExpiration ? 1 : 0],
					calls: isSecondExpiration ? [] : [contract(`${symbol}250117C00100000`, calls), { contractSymbol: `${symbol}250117C00200000` }],
					puts: isSecondExpiration ? [contract(`${symbol}250124P00100000`, puts)] : [],
				},
			];
			return { json: { optionChain: { result: [{ underlyingSymbol: symbol, expirationDates: EXPIRATIONS, options }], error: null } } };
		}
		const [from, to] = [Number(query.get('period1')) * 1000, Number(query.get('period2')) * 1000];
		const today = newYorkDate(market.now() as UtcMs);
		const splits = market.splits.filter((split) => split.symbol === symbol && (!split.changesPrices || split.date <= today));
		/** Converts a bar to the current share basis, as Yahoo returns it. */
		const adjustBar = (bar: VendorBar): VendorBar =>
			scaleBar(
				bar,
				splits
					.filter((split) => split.changesPrices && split.date > newYorkDate(bar.ms as UtcMs))
					.reduce((product, { ratio }) => product * ratio, 1),
			);
		const bars = (query.get('interval') === '15m' ? market.bars(symbol, from, to) : market.days(symbol, from, to)).map(adjustBar);
		const toColumn = (pick: (bar: (typeof bars)[number]) => number) => [...bars.map(pick), null];
		return {
			json: {
				chart: {
					result: [
						{
							meta: { symbol, currency: 'USD', dataGranularity: query.get('interval'), exchangeTimezoneName: 'America/New_York' },
							// The last row is the unfinished bar, without trades yet.
							timestamp: [...bars.map(({ ms }) => (ms + skew) / 1000), Math.floor(market.now() / 1000)],
							events: {
								splits: Object.fromEntries(
									splits.map(({ date, ratio }) => [
										date,
										{ date: Date.parse(`${date}T14:30:00Z`) / 1000, numerator: ratio, denominator: 1 },
									]),
								),
							},
							indicators: {
								quote: [
									{
										open: toColumn((bar) => bar.open),
										high: toColumn((bar) => bar.high),
										low: toColumn((bar) => bar.low),
										close: toColumn((bar) => bar.close),
										volume: toColumn((bar) => bar.volume),
									},
								],
							},
						},
					],
					error: null,
				},
			},
		};
	};
}

/** Builds the URLs as yahoo-finance2 does, without cookie and crumb. */
export function createPlainYahooPackage(): YahooPackage {
	const fetchJson = async (path: string, query: Record<string, string>, fetchFn: typeof fetch): Promise<unknown> =>
		(await fetchFn(`https://query2.finance.yahoo.com${path}?${new URLSearchParams(query)}`)).json();
	const toEpochSeconds = (value: unknown): string => String(Math.floor((value as Date).getTime() / 1000));
	return {
		chart: (symbol, { period1, period2, interval, events }, options) =>
			fetchJson(
				`/v8/finance/chart/${symbol}`,
				{
					period1: toEpochSeconds(period1),
					period2: toEpochSeconds(period2),
					interval: String(interval),
					includePrePost: 'true',
					events: String(events),
				},
				options.fetch,
			),
		options: (symbol, { date }, options) =>
			fetchJson(`/v7/finance/options/${symbol}`, date ? { date: toEpochSeconds(date) } : {}, options.fetch),
		quote: (symbols, _query, options) => fetchJson('/v7/finance/quote', { symbols: symbols.join(',') }, options.fetch),
		screener: ({ scrIds, count }, _overrides, options) =>
			fetchJson('/v1/finance/screener/predefined/saved', { scrIds: String(scrIds), count: String(count) }, options.fetch),
	};
}
