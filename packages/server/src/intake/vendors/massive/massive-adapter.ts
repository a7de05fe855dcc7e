import { RANKING_SESSIONS } from '@sw/domain/prices/most-traded';
import type { Calendar } from '@sw/domain/time/calendar';
import { type ExchangeDate, HOUR, type UtcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import { mapConcurrent } from '../../../platform/concurrency/map-concurrent.ts';
import { VendorError } from '../../outbound/vendor-error.ts';
import { createWarnOnce } from '../../outbound/warn-once.ts';
import type { VendorBar } from '../bars.ts';
import { cacheForDay } from '../cache-for-day.ts';
import { warnOnVendorError } from '../compare-calendar.ts';
import type { EstimateLoad } from '../load.ts';
import type { Company, HeldSymbol, OptionVolumes, VendorAdapter, VendorAdapterOptions, VendorTicker } from '../vendor-adapter.ts';
import type { MassiveClient } from './client.ts';
import type { FlatFiles } from './flat-files.ts';
import type { Listing } from './parse.ts';

export interface MassiveAdapterOptions extends VendorAdapterOptions {
	client: MassiveClient;
	/** For plans with flat files: history is then loaded by day instead of by symbol. */
	files: FlatFiles | undefined;
}

/** Sessions per request, which returns at most 50,000 minutes: 52 days including extended hours. */
const WINDOW_SESSIONS = 40;
const FILE_SESSIONS = 5;
const HISTORY_DAYS = 380;
/** Concurrent requests. */
const CONCURRENCY = 8;
/** Hour in New York from which the file of the previous day is expected; it is usually ready at about 11:00. */
const FILE_READY_HOUR = 12;

const HISTORY_SESSIONS = 262;
const TICKER_PAGES = 12;
const DELISTED_PAGES = 35;
/** Estimated number of members of all sessions in the history, as a multiple of the members of one session. */
const MEMBERS_PER_TICKER = 1.5;
/** Pages of an option chain; a page has 250 contracts. */
const PAGES_PER_CHAIN = 8;

/** Estimates the number of requests. `isRanked`: no symbols are configured, so past sessions consist of the tickers most traded at that time. */
export function estimateMassiveLoad(hasFiles: boolean, isRanked: boolean): EstimateLoad {
	// Tickers again, delisted tickers, and the daily bars that rank them.
	const ranking = isRanked ? TICKER_PAGES + DELISTED_PAGES + RANKING_SESSIONS + HISTORY_SESSIONS : 0;
	return (symbols, chains) => {
		const memberCount = Math.ceil(symbols * (isRanked ? MEMBERS_PER_TICKER : 1));
		return {
			// 4 for holidays, ranking day, splits and dividends. Then tickers, ranking, details, and history by symbol, or by file plus the last days.
			start:
				4 +
				TICKER_PAGES +
				ranking +
				memberCount +
				(hasFiles ? HISTORY_SESSIONS + 2 * symbols : memberCount * Math.ceil(HISTORY_SESSIONS / WINDOW_SESSIONS)),
			slot: symbols,
			options: chains * PAGES_PER_CHAIN,
		};
	};
}

export function createMassiveAdapter(options: MassiveAdapterOptions): VendorAdapter {
	const { client, files, wall, calendar, delay, optionsDelay, symbols, symbolLimit, chains, warn } = options;
	const warnOnce = createWarnOnce(wall, warn);

	const selectMostTraded = async (tickers: readonly VendorTicker[]): Promise<VendorTicker[]> => {
		const lastSession = calendar.previousSession(newYorkDate(wall.now()));
		if (!lastSession || tickers.length <= symbolLimit) return [...tickers];
		const dailyBars = await client.dailyBars(lastSession.date);
		const dollarVolume = (symbol: string): number => (dailyBars.get(symbol)?.close ?? 0) * (dailyBars.get(symbol)?.volume ?? 0);
		return [...tickers].sort((a, b) => dollarVolume(b.symbol) - dollarVolume(a.symbol)).slice(0, symbolLimit);
	};
	const chooseTickers = async (): Promise<VendorTicker[]> => {
		const tickers = (await client.tickers()).map(({ ticker }) => ticker);
		if (symbols.length === 0) return selectMostTraded(tickers);
		const tickersBySymbol = new Map(tickers.map((ticker) => [ticker.symbol, ticker]));
		for (const symbol of symbols) if (!tickersBySymbol.has(symbol)) warn(`Massive has no symbol ${symbol}.`);
		return symbols.flatMap((symbol) => tickersBySymbol.get(symbol) ?? []);
	};
	const warnAboutHolidays = async (): Promise<void> => {
		const today = newYorkDate(wall.now());
		for (const { date, close } of await client.holidays()) {
			const session = calendar.sessionOn(date);
			const isSameClosure = close === null ? session === undefined : session?.close === close;
			if (date > today && !isSameClosure) warn(`Massive's calendar says ${date} ${close === null ? 'is closed' : `closes at ${new Date(close).toISOString()}`}, ours differs.`); // biome-ignore format: one sentence
		}
	};
	/** Fetches the details of a ticker; empty for tickers that the vendor lists without details. */
	const fetchDetails = async (symbol: string, asOf?: ExchangeDate): Promise<Partial<VendorTicker>> => {
		try {
			return await client.details(symbol, asOf);
		} catch (error) {
			if (!(error instanceof VendorError && (error.status === 404 || error.fault === 'shape'))) throw error;
			warnOnce('details', `Massive has no details of ${symbol} and possibly others. ${error.message}`);
			return {};
		}
	};
	/** Cached, because most members of past sessions are also followed today. */
	const fetchCachedDetails = cacheForDay(wall, fetchDetails);
	const corporateActions = { splits: cacheForDay(wall, client.splits), dividends: cacheForDay(wall, client.dividends) };
	/** Day on which files were refused because the plan has none; tried again on the next day. */
	let filesRefusedOn: ExchangeDate | undefined;
	const fetchFile = async (date: ExchangeDate, requestedSymbols: readonly string[]): Promise<Map<string, VendorBar[]> | undefined> => {
		if (!files || filesRefusedOn === newYorkDate(wall.now())) return undefined;
		try {
			return await files.loadDay(date, new Set(requestedSymbols));
		} catch (error) {
			if (!(error instanceof VendorError && error.fault === 'refused')) throw error;
			filesRefusedOn = newYorkDate(wall.now());
			warnOnce('files', `Massive rejected access to its flat files: history is loaded by symbol, which takes longer. ${error.message}`);
			return undefined;
		}
	};
	const isFileReady = (date: ExchangeDate): boolean => wall.now() >= newYorkToUtc(addDays(date, 1), FILE_READY_HOUR, 0);
	/** Loads bars by day where there are files, and the rest by symbol. */
	const loadBars = async (requestedSymbols: readonly string[], from: UtcMs, to: UtcMs): Promise<Map<string, VendorBar[]>> => {
		const barsBySymbol = new Map<string, VendorBar[]>(requestedSymbols.map((symbol) => [symbol, []]));
		const addBars = (symbol: string, newBars: readonly VendorBar[]): void =>
			void barsBySymbol.get(symbol)?.push(...newBars.filter(({ ms }) => ms >= from && ms < to));
		let missingFrom = from;
		for (const { date, close } of files ? calendar.sessionsBetween(newYorkDate(from), newYorkDate(to)) : []) {
			const fileBars = isFileReady(date) ? await fetchFile(date, requestedSymbols) : undefined;
			if (!fileBars) break;
			for (const [symbol, list] of fileBars) addBars(symbol, list);
			missingFrom = Math.max(missingFrom, close + 4 * HOUR) as UtcMs;
		}
		if (missingFrom >= to) return barsBySymbol;
		await mapConcurrent(requestedSymbols, CONCURRENCY, async (symbol) =>
			addBars(
				symbol,
				(await client.bars(symbol, missingFrom, to)).filter(({ ms }) => ms >= missingFrom),
			),
		);
		return barsBySymbol;
	};

	return {
		name: 'massive',
		label: 'Massive',
		delay,
		optionsDelay,
		windowSessions: files ? FILE_SESSIONS : WINDOW_SESSIONS,
		historyFrom: (now) => {
			const from = addDays(newYorkDate(now), -HISTORY_DAYS);
			return { slots: from, daily: from };
		},
		tickers: async () => {
			await warnOnVendorError(warn, warnAboutHolidays);
			return mapConcurrent(await chooseTickers(), CONCURRENCY, async (ticker) => ({
				...ticker,
				...(await fetchCachedDetails(ticker.symbol)),
			}));
		},
		bars: loadBars,
		...(symbols.length === 0 && {
			wholeMarket: {
				limit: symbolLimit,
				symbolsSince: async (date) => assignSymbols(await client.tickers(), await client.delistedTickers(), calendar, date),
				dailyBars: client.dailyBars,
				describe: async ({ ticker, delisted }) => ({ ...ticker, ...(await fetchCachedDetails(ticker.symbol, delisted ?? undefined)) }),
			},
		}),
		optionVolumes: async (underlyings) => {
			const date = newYorkDate(wall.now() - optionsDelay);
			const sums = await mapConcurrent(underlyings.slice(0, chains), CONCURRENCY, async (symbol): Promise<[string, OptionVolumes]> => [symbol, await client.chain(symbol, date)]); // biome-ignore format: one call
			return new Map(sums);
		},
		splits: (_symbols, from, to) => corporateActions.splits(from, to),
		dividends: (_symbols, from, to) => corporateActions.dividends(from, to),
	} satisfies VendorAdapter;
}

/**
 * Assigns symbols to companies. The list of ended symbols also has changed symbols; their FIGI identifies the continuing company. The vendor dates an end by
 * the last day or the day after, so the last session up to that date counts.
 */
export function assignSymbols(
	activeListings: readonly Listing[],
	delistedListings: readonly Listing[],
	calendar: Calendar,
	since: ExchangeDate,
): HeldSymbol[] {
	const companyByFigi = new Map<string, Company>();
	const heldSymbols: HeldSymbol[] = [];
	for (const { ticker, figi } of activeListings) {
		const company: Company = { ticker, delisted: null };
		if (figi !== null && !companyByFigi.has(figi)) companyByFigi.set(figi, company);
		heldSymbols.push({ symbol: ticker.symbol, until: null, company });
	}
	const newestFirst = delistedListings
		.flatMap(({ delisted, ...listing }) => (delisted !== null && delisted >= since ? [{ ...listing, delisted }] : []))
		.sort((a, b) => (a.delisted > b.delisted ? -1 : 1));
	for (const { ticker, figi, delisted } of newestFirst) {
		const lastSession = (calendar.sessionOn(delisted) ?? calendar.previousSession(delisted))?.date;
		const existing = figi === null ? undefined : companyByFigi.get(figi);
		// The same symbol of the same company is an older listing.
		if (lastSession === undefined || existing?.ticker.symbol === ticker.symbol) continue;
		const company = existing ?? { ticker, delisted: lastSession };
		if (figi !== null) companyByFigi.set(figi, company);
		heldSymbols.push({ symbol: ticker.symbol, until: lastSession, company });
	}
	return heldSymbols;
}
