import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, type ExchangeDate, MINUTE, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import { mapConcurrent } from '../../../platform/concurrency/map-concurrent.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import { createWarnOnce } from '../../outbound/warn-once.ts';
import type { VendorBar } from '../bars.ts';
import { cacheForDay } from '../cache-for-day.ts';
import { warnAboutDifferences, warnOnVendorError } from '../compare-calendar.ts';
import type { EstimateLoad } from '../load.ts';
import type { OptionVolumes, VendorAdapter, VendorAdapterOptions, VendorTicker } from '../vendor-adapter.ts';
import type { AlpacaClient, OptionFeed } from './client.ts';
import type { AlpacaStream } from './stream.ts';

export interface AlpacaAdapterOptions extends VendorAdapterOptions {
	client: AlpacaClient;
	/** Live bars, for plans that include them; tried first for a slot. */
	stream?: AlpacaStream | undefined;
}

/** Sessions per backfill request, to limit memory. */
const WINDOW_SESSIONS = 5;
/** Calendar days of history: what the engine looks back on, plus sixty sessions of reports. */
const HISTORY_DAYS = 380;
/** Concurrent requests for option chains. */
const CHAIN_CONCURRENCY = 4;

const INDICATIVE_DELAY_MS = 15 * MINUTE;
/** Sessions in HISTORY_DAYS. */
const HISTORY_SESSIONS = 262;
/** Bars of a session per symbol, including pre- and post-market. */
const BARS_PER_DAY = 64;
const BARS_PER_PAGE = 10_000;
const SYMBOLS_PER_REQUEST = 500;
/** Approximate number of assets. */
const ASSET_COUNT = 12_000;
/** Pages of an option chain: large ones have several thousand contracts. */
const PAGES_PER_CHAIN = 3;

export const estimateAlpacaLoad: EstimateLoad = (symbols, chains) => {
	const requests = Math.ceil(symbols / SYMBOLS_PER_REQUEST);
	const windows = Math.ceil(HISTORY_SESSIONS / WINDOW_SESSIONS);
	const pages = Math.ceil((symbols * HISTORY_SESSIONS * BARS_PER_DAY) / BARS_PER_PAGE);
	// The calendar and assets, daily bars of all assets for the ranking, corporate actions in steps of eighty days, and history.
	return {
		start: 2 + Math.ceil(ASSET_COUNT / SYMBOLS_PER_REQUEST) + 5 + Math.max(pages, windows * requests),
		slot: requests,
		options: chains * PAGES_PER_CHAIN,
	};
};

export function createAlpacaAdapter(options: AlpacaAdapterOptions): VendorAdapter {
	const { client, stream, wall, calendar, delay, optionsDelay, symbols, symbolLimit, chains, warn } = options;
	const warnOnce = createWarnOnce(wall, warn);
	const fetchActions = cacheForDay(wall, (from: ExchangeDate, to: ExchangeDate) => client.actions(from, to));
	let feed: { name: OptionFeed; checkedOn: ExchangeDate } | undefined;
	/** Reads a chain from OPRA if its agreement is signed, otherwise from the indicative feed; OPRA is tried again each day. */
	const fetchChain = async (symbol: string): Promise<OptionVolumes> => {
		const today = newYorkDate(wall.now());
		if (feed?.checkedOn !== today) feed = { name: 'opra', checkedOn: today };
		const { name } = feed;
		try {
			return await client.chain(symbol, newYorkDate(wall.now() - optionsDelayOf(name)), name);
		} catch (error) {
			if (!(error instanceof VendorError && error.status === 403 && name === 'opra')) throw error;
			feed = { name: 'indicative', checkedOn: today };
			warnOnce(
				'opra',
				`Alpaca's option volumes come from its indicative feed, 15 minutes late. For current ones, sign the OPRA agreement in its dashboard (needs a plan with real-time options). ${error.message}`,
			);
			return fetchChain(symbol);
		}
	};
	const optionsDelayOf = (name: OptionFeed): number => (name === 'opra' ? 0 : Math.max(optionsDelay, INDICATIVE_DELAY_MS));
	/** Finds the tickers with the most dollars traded in the last session. */
	const selectMostTraded = async (tickers: readonly VendorTicker[]): Promise<VendorTicker[]> => {
		const lastSession = calendar.previousSession(newYorkDate(wall.now()));
		if (!lastSession || tickers.length <= symbolLimit) return [...tickers];
		const dailyBars = await client.bars(tickers.map((t) => t.symbol), '1Day', utcMs(lastSession.open - DAY / 2), utcMs(lastSession.close)); // biome-ignore format: one call
		const dollarVolume = (symbol: string): number => {
			const bar = dailyBars.get(symbol)?.at(-1);
			return bar ? bar.close * bar.volume : 0;
		};
		return [...tickers].sort((a, b) => dollarVolume(b.symbol) - dollarVolume(a.symbol)).slice(0, symbolLimit);
	};

	const chooseTickers = async (): Promise<VendorTicker[]> => {
		await warnOnVendorError(warn, async () => {
			const today = newYorkDate(wall.now());
			warnAboutDifferences(calendar, await client.calendar(today, addDays(today, 30)), today, addDays(today, 30), warn);
		});
		const assets = await client.assets();
		if (symbols.length === 0) return selectMostTraded(assets);
		const assetsBySymbol = new Map(assets.map((asset) => [asset.symbol, asset]));
		for (const symbol of symbols) if (!assetsBySymbol.has(symbol)) warn(`Alpaca has no symbol ${symbol}.`);
		return symbols.flatMap((symbol) => assetsBySymbol.get(symbol) ?? []);
	};

	return {
		name: 'alpaca',
		label: 'Alpaca',
		delay,
		get optionsDelay() {
			return feed ? optionsDelayOf(feed.name) : optionsDelay;
		},
		windowSessions: WINDOW_SESSIONS,
		historyFrom: (now) => {
			const from = addDays(newYorkDate(now), -HISTORY_DAYS);
			return { slots: from, daily: from };
		},
		tickers: async () => {
			const tickers = await chooseTickers();
			stream?.subscribe(tickers.map(({ symbol }) => symbol));
			return tickers;
		},
		bars: async (requestedSymbols, from, to) => {
			const streamedBars = to - from === SLOT_MS ? stream?.slot(from) : undefined;
			if (!streamedBars) return client.bars(requestedSymbols, '15Min', from, to);
			const unstreamedSymbols = requestedSymbols.filter((symbol) => !stream?.isSubscribed(symbol));
			const bars = unstreamedSymbols.length > 0 ? await client.bars(unstreamedSymbols, '15Min', from, to) : new Map<string, VendorBar[]>();
			for (const symbol of requestedSymbols) {
				const bar = streamedBars.get(symbol);
				if (bar && stream?.isSubscribed(symbol)) bars.set(symbol, [bar]);
			}
			return bars;
		},
		optionVolumes: async (underlyings) => {
			const sums = await mapConcurrent(
				underlyings.slice(0, chains),
				CHAIN_CONCURRENCY,
				async (symbol): Promise<[string, OptionVolumes]> => [symbol, await fetchChain(symbol)],
			);
			return new Map(sums);
		},
		renames: async (from, to) => (await fetchActions(from, to)).renames,
		splits: async (_symbols, from, to) => (await fetchActions(from, to)).splits,
		dividends: async (_symbols, from, to) => (await fetchActions(from, to)).dividends,
	} satisfies VendorAdapter;
}
