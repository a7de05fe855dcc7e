import { DAY, type ExchangeDate, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import { mapConcurrent } from '../../../platform/concurrency/map-concurrent.ts';
import type { OnInvalidItems } from '../../outbound/decode.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import { createWarnOnce } from '../../outbound/warn-once.ts';
import type { BarsBySymbol, VendorBar } from '../bars.ts';
import type { EstimateLoad } from '../load.ts';
import type { OptionVolumes, VendorAdapter, VendorAdapterOptions, VendorTicker } from '../vendor-adapter.ts';
import type { YahooClient } from './client.ts';
import { type Chart, parseChart, parseOptions, parseQuotes, parseScreener, type RankedTicker, toRawPrices } from './parse.ts';

export interface YahooAdapterOptions extends VendorAdapterOptions {
	client: YahooClient;
}

/** Days of 15-minute bars. Yahoo has sixty; the oldest can expire during a request. */
const INTRADAY_DAYS = 59;
/** Days of daily bars, for highs, lows and charts of a year. */
const DAILY_DAYS = 400;
/** Sessions per request: a chart can have all of them. */
const WINDOW_SESSIONS = 45;
/** Concurrent requests. */
const CONCURRENCY = 4;
/** Messages of Yahoo, with status 400 or 404, that mean there is no data. */
const NO_DATA = /Not Found: |Data doesn.t exist for startDate/;
const SYMBOLS_PER_QUOTE = 200;
const SCREENER_ROWS = 250;
/** Number of nearest expirations read per chain. Most contracts trade in these, and each expiration takes a request. */
const EXPIRATIONS = 3;
const SCREENERS = [
	'most_actives',
	'day_gainers',
	'day_losers',
	'undervalued_large_caps',
	'growth_technology_stocks',
	'aggressive_small_caps',
	'most_shorted_stocks',
	'small_cap_gainers',
];

/** For each symbol: an intraday and a daily chart at the first start, and an intraday chart for each slot. */
export const estimateYahooLoad: EstimateLoad = (symbols, chains) => ({
	start: SCREENERS.length + 2 * symbols,
	slot: symbols,
	options: EXPIRATIONS * chains,
});

export function createYahooAdapter(options: YahooAdapterOptions): VendorAdapter {
	const { client, wall, calendar, delay, optionsDelay, symbols, symbolLimit, chains, warn } = options;

	const warnOnce = createWarnOnce(wall, warn);
	const onInvalidItems: OnInvalidItems = (call, message) => warnOnce(call, message);
	/** Fetches a chart. Undefined if Yahoo doesn't know the symbol, or has no data in the span. Other rejections are rethrown. */
	const fetchChart = async (symbol: string, interval: '15m' | '1d', from: UtcMs, to: UtcMs): Promise<Chart | undefined> => {
		try {
			return parseChart(await client.chart(symbol, interval, from, to), onInvalidItems);
		} catch (error) {
			if (!(error instanceof VendorError && error.fault === 'refused')) throw error;
			if (error.status !== 404 && !NO_DATA.test(error.message)) throw error;
			warnOnce(`chart of ${symbol}`, `Yahoo has no chart of ${symbol}: skipped. ${error.message}`);
			return undefined;
		}
	};
	const openTime = (date: ExchangeDate): number => calendar.sessionOn(date)?.open ?? newYorkToUtc(date, 9, 30);
	const toRawBars = ({ bars, splits }: Chart): VendorBar[] =>
		// Pre-market prices on the day of a split are on the new basis already.
		toRawPrices(bars, splits, ({ date }) => openTime(date) - 6 * 3_600_000);

	let dailyCharts: { key: string; charts: Promise<(Chart | undefined)[]> } | undefined;
	/**
	 * Returns a daily chart of each symbol up to now, requested once a session. A chart has the days before the first 15-minute bars, the dividends, and all
	 * splits that its prices were divided by.
	 */
	const loadDailyCharts = (requestedSymbols: readonly string[]): Promise<(Chart | undefined)[]> => {
		const now = wall.now();
		// Events are stamped with the open of their day, so charts requested before the last open lack its events.
		const key = `${calendar.lastOpened(now)?.date} ${requestedSymbols.join(' ')}`;
		if (dailyCharts?.key === key) return dailyCharts.charts;
		const start = utcMs(now - DAILY_DAYS * DAY);
		const charts = mapConcurrent(requestedSymbols, CONCURRENCY, (symbol) => fetchChart(symbol, '1d', start, utcMs(now))).catch(
			(error: unknown) => {
				dailyCharts = undefined;
				throw error;
			},
		);
		dailyCharts = { key, charts };
		return charts;
	};
	type DayBars = ReadonlyMap<ExchangeDate, VendorBar>;
	let dayBarsCache: Promise<ReadonlyMap<string, DayBars>> | undefined;
	const loadDayBars = async (requestedSymbols: readonly string[]): Promise<ReadonlyMap<string, DayBars>> => {
		const charts = await loadDailyCharts(requestedSymbols);
		const barsByDate = (chart: Chart | undefined): DayBars =>
			new Map((chart ? toRawBars(chart) : []).map((bar) => [newYorkDate(bar.ms), bar]));
		return new Map(requestedSymbols.map((symbol, i) => [symbol, barsByDate(charts[i])]));
	};
	/** Cached, because dates are requested one after another. */
	const cachedDayBars = (requestedSymbols: readonly string[]): Promise<ReadonlyMap<string, DayBars>> => {
		dayBarsCache ??= loadDayBars(requestedSymbols).catch((error) => {
			dayBarsCache = undefined;
			throw error;
		});
		return dayBarsCache;
	};
	const isWithin = (date: ExchangeDate, from: ExchangeDate, to: ExchangeDate): boolean => date >= from && date <= to;

	const fetchOptionVolumes = async (symbol: string, date: ExchangeDate): Promise<[string, OptionVolumes] | undefined> => {
		const nearest = parseOptions(await client.options(symbol), date);
		if (!nearest) return undefined;
		const sum = { ...nearest.volumes };
		for (const expiration of nearest.expirations.slice(1, EXPIRATIONS)) {
			const next = parseOptions(await client.options(symbol, expiration), date);
			sum.calls += next?.volumes.calls ?? 0;
			sum.puts += next?.volumes.puts ?? 0;
		}
		return [symbol, sum];
	};
	const fetchConfiguredTickers = async (): Promise<VendorTicker[]> => {
		const tickers: RankedTicker[] = [];
		for (let at = 0; at < symbols.length; at += SYMBOLS_PER_QUOTE)
			tickers.push(...parseQuotes(await client.quotes(symbols.slice(at, at + SYMBOLS_PER_QUOTE)), onInvalidItems));
		const knownSymbols = new Set(tickers.map(({ symbol }) => symbol));
		for (const symbol of symbols) if (!knownSymbols.has(symbol)) warn(`Yahoo has no symbol ${symbol}, or it isn't traded in New York.`);
		return tickers;
	};
	const fetchScreenedTickers = async (): Promise<VendorTicker[]> => {
		const tickersBySymbol = new Map<string, RankedTicker>();
		for (const id of SCREENERS)
			for (const ticker of parseScreener(await client.screener(id, SCREENER_ROWS), onInvalidItems))
				tickersBySymbol.set(ticker.symbol, ticker);
		return [...tickersBySymbol.values()].sort((a, b) => b.dollarVolume - a.dollarVolume).slice(0, symbolLimit);
	};

	return {
		name: 'yahoo',
		label: 'Yahoo Finance',
		delay,
		optionsDelay,
		windowSessions: WINDOW_SESSIONS,
		historyFrom: (now) => {
			const today = newYorkDate(now);
			return { slots: addDays(today, -INTRADAY_DAYS + 1), daily: addDays(today, -DAILY_DAYS) };
		},
		tickers: () => (symbols.length > 0 ? fetchConfiguredTickers() : fetchScreenedTickers()),
		async bars(requestedSymbols, from, to): Promise<BarsBySymbol> {
			const start = utcMs(Math.max(from, wall.now() - INTRADAY_DAYS * DAY));
			if (start >= to) return new Map();
			const charts = await mapConcurrent(requestedSymbols, CONCURRENCY, (symbol) => fetchChart(symbol, '15m', start, to));
			const isInside = ({ ms }: VendorBar): boolean => ms >= from && ms < to;
			return new Map(requestedSymbols.map((symbol, i) => [symbol, charts[i] ? toRawBars(charts[i]).filter(isInside) : []]));
		},
		dailyBars: async (requestedSymbols, date) => {
			const dayBars = await cachedDayBars(requestedSymbols);
			return new Map(
				requestedSymbols.flatMap((symbol): [string, VendorBar][] => {
					const bar = dayBars.get(symbol)?.get(date);
					return bar ? [[symbol, bar]] : [];
				}),
			);
		},
		optionVolumes: async (underlyings) => {
			const date = newYorkDate(wall.now() - optionsDelay);
			const sums = await mapConcurrent(underlyings.slice(0, chains), CONCURRENCY, (symbol) => fetchOptionVolumes(symbol, date));
			return new Map(sums.filter((sum) => sum !== undefined));
		},
		splits: async (requestedSymbols, from, to) =>
			(await loadDailyCharts(requestedSymbols)).flatMap((chart) => chart?.splits ?? []).filter(({ date }) => isWithin(date, from, to)),
		dividends: async (requestedSymbols, from, to) =>
			(await loadDailyCharts(requestedSymbols))
				.flatMap((chart) => chart?.dividends ?? [])
				.filter(({ exDate }) => isWithin(exDate, from, to)),
	} satisfies VendorAdapter;
}
