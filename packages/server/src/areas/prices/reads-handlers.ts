import { setImmediate } from 'node:timers/promises';
import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { priceReads } from '@sw/contract/prices/price-reads';
import { isEndOfListing } from '@sw/domain/filings/forms';
import { isValidIndustry } from '@sw/domain/filters/group-text';
import { industryKey } from '@sw/domain/filters/industries';
import { CAP_BUCKETS, type CapBucket, capGroup, marketCap } from '@sw/domain/prices/buckets';
import { exchangeOf } from '@sw/domain/prices/exchange';
import { normalizeSymbol } from '@sw/domain/prices/symbol';
import type { Ticker, TickerType } from '@sw/domain/prices/ticker';
import { TOP_INTERVALS, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import { rankTops } from '@sw/domain/prices/tops';
import type { Page } from '@sw/domain/reports/list/ranking';
import { compareTickers } from '@sw/domain/signals/order';
import type { Calendar } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc, parseDateInput } from '@sw/domain/time/zone';
import { findRecentCloses } from '../../market/window/price-series.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { malformed, notFound, unknownTicker } from '../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../answer.ts';
import { requireAccount } from '../guard.ts';
import type { Handlers } from '../handlers.ts';
import { createCharts } from './charts.ts';
import type { PriceReadParts } from './ports.ts';
import { createTopTables, floorToQuarterHour, marketCapAt, type PriceParts, presentTopRow, type TopTable } from './top-tables.ts';

/** Answers calls for market data by signed-in users. */
export function createPriceReadHandlers(parts: PriceReadParts) {
	const tickers = createTickers(parts);
	const charts = createCharts(parts);
	const exchange = createExchange(parts.calendar);
	const analysis = createAnalysis(parts);
	return {
		tickers: ({ query }) => tickers.search(query),
		ticker: ({ params }) => tickers.read(params.id),
		industries: () => tickers.listIndustries(),
		charts: ({ query, ...call }) => charts(requireAccount(call), query),
		topsRealTime: ({ query }) => analysis.buildRealTimeTables(query.categories),
		exchangeInfo: ({ query }) => exchange.info(query.time),
		holidays: ({ query }) => exchange.holidays(query.from, query.to),
		holiday: ({ params }) => exchange.holiday(params.date),
		analysis: ({ query: { time, cap, ...query } }) => analysis.table({ ...query, date: time, dateField: 'time', marketcap: [cap] }),
		analysisAll: ({ query }) => analysis.buildAllTables(query),
	} satisfies Handlers<typeof priceReads>;
}

type ExchangeInfo = AnswerOf<Contract['prices']['exchangeInfo']>;
type Holiday = AnswerOf<Contract['prices']['holiday']>;

/** Returns the hours and holidays of the exchange. */
function createExchange(calendar: Calendar) {
	return {
		info: (time: UtcMs): ExchangeInfo => {
			const session = calendar.sessionOn(newYorkDate(time));
			const sessionName = (): ExchangeInfo['session'] => {
				if (!session) return 'closed';
				if (time >= session.open && time < session.close) return 'regular';
				if (time < session.open) return time >= newYorkToUtc(session.date, 4, 0) ? 'pre' : 'closed';
				// After an early close, after-hours trading lasts until 17:00.
				return time < newYorkToUtc(session.date, session.early ? 17 : 20, 0) ? 'post' : 'closed';
			};
			const next = calendar.nextToOpen(time);
			return {
				time: isoSeconds(time),
				session: sessionName(),
				open: session ? isoSeconds(session.open) : null,
				close: session ? isoSeconds(session.close) : null,
				next_open: next ? isoSeconds(next.open) : null,
				early_close: session?.early ?? false,
			};
		},

		holidays: (from: string, to: string): { items: Holiday[] } => {
			const span = { from: parseDateInput(from), to: parseDateInput(to) };
			if (span.from > span.to) throw malformed('to', 'The end is before the start.');
			return { items: calendar.holidaysBetween(span.from, span.to).map(({ date, type, name }) => ({ date, type, name })) };
		},

		holiday: (text: string): Holiday => {
			const holiday = calendar.holidayOn(parseDateInput(text));
			if (!holiday) throw notFound("This date isn't a holiday.");
			return { date: holiday.date, type: holiday.type, name: holiday.name };
		},
	};
}

type TickerDetails = AnswerOf<Contract['prices']['ticker']>;
type TickerSummary = Tickers['items'][number];
type Tickers = AnswerOf<Contract['prices']['tickers']>;
type Industries = AnswerOf<Contract['prices']['industries']>;

interface SearchableTicker {
	readonly ticker: Ticker;
	readonly symbol: string;
	readonly name: string;
}

/** A filing that ends a listing is shown for this many days. The listing ends within weeks of the filing. */
const ENDING_DAYS = 90;

export function createTickers({ directory, prices, book, now }: Pick<PriceReadParts, 'directory' | 'prices' | 'book' | 'now'>) {
	const index = createTickerIndex(directory);

	/** Computes the market cap in dollars, shares times last price; null if either is unknown. */
	const capOf = ({ id }: Ticker): number | null => {
		const row = directory.rowOf(id);
		const [last] = findRecentCloses(prices, row, Number.POSITIVE_INFINITY, 1);
		return marketCap(directory.shares[row]!, last ?? Number.NaN);
	};

	const present = (ticker: Ticker): TickerSummary => {
		const cap = capOf(ticker);
		const shares = directory.shares[directory.rowOf(ticker.id)]!;
		return {
			ticker: ticker.symbol,
			ticker_id: ticker.id,
			name: ticker.name,
			type: ticker.type,
			industry: ticker.industry,
			shares: Number.isNaN(shares) ? null : shares,
			marketcap: capGroup(cap),
			capitalization: cap,
			listed: ticker.listed,
			delisted: ticker.delisted,
		};
	};

	const presentPage = (tickers: readonly SearchableTicker[], { skip, max }: Page): Tickers => ({
		total_count: tickers.length,
		items: tickers.slice(skip, skip + max).map(({ ticker }) => present(ticker)),
	});

	return {
		read: (id: TickerId): TickerDetails => {
			const ticker = directory.byId(id);
			if (!ticker) throw unknownTicker('id');
			const at = now();
			const recentFilings = book?.informationInputs(id, { from: utcMs(at - ENDING_DAYS * DAY), at }, 'live').filings;
			const endingFiling = recentFilings?.find(({ form }) => isEndOfListing(form));
			return {
				...present(ticker),
				exchange: exchangeOf(ticker, book?.issuerOf(id, at)),
				ending: endingFiling ? isoSeconds(endingFiling.acceptedAt) : null,
			};
		},

		/**
		 * Finds tickers whose symbol begins with the text, in any spelling of share classes ('brk-b', 'BRKB'). Tickers whose name contains the text follow. An
		 * empty text finds all tickers.
		 */
		search: ({ part = '', skip, max }: { part?: string | undefined } & Page): Tickers => {
			const searchText = part.trim().toLowerCase();
			if (searchText === '') return presentPage(index(), { skip, max });
			const normalized = normalizeSymbol(part)?.toLowerCase() ?? searchText;
			const letters = searchText.replaceAll(/[^a-z0-9]/g, '');
			const matches = new Set(index().filter(({ symbol }) => symbol.startsWith(normalized)));
			const addMatches = (isMatch: (ticker: SearchableTicker) => boolean): void => {
				for (const ticker of index()) if (isMatch(ticker)) matches.add(ticker);
			};
			addMatches(({ symbol }) => symbol.startsWith(searchText));
			if (letters !== '') addMatches(({ symbol }) => symbol.includes('.') && symbol.replaceAll('.', '').startsWith(letters));
			addMatches(({ name }) => name.includes(searchText));
			return presentPage([...matches], { skip, max });
		},

		/** Lists the industries that a filter can name, each spelled as for the industry's first ticker. */
		listIndustries: (): Industries => {
			const names = new Map<string, string>();
			for (const { industry } of directory.tickers) {
				const key = industryKey(industry ?? '');
				if (industry !== null && isValidIndustry(industry.trim()) && !names.has(key)) names.set(key, industry.trim());
			}
			const industries = [...names].map(([key, industry]) => ({ industry, ticker_count: directory.industries().get(key)?.size ?? 0 }));
			return { items: industries.sort((a, b) => compareTickers(a.industry, b.industry)) };
		},
	};
}

/** Returns a function that sorts the directory by symbol, listed tickers first. It sorts again only when an import changes the tickers. */
function createTickerIndex(directory: PriceParts['directory']) {
	let indexedTickers: readonly Ticker[] | undefined;
	let sortedTickers: readonly SearchableTicker[] = [];
	return (): readonly SearchableTicker[] => {
		if (indexedTickers === directory.tickers) return sortedTickers;
		indexedTickers = directory.tickers;
		sortedTickers = [...indexedTickers]
			.sort((a, b) => Number(a.delisted !== null) - Number(b.delisted !== null) || compareTickers(a.symbol, b.symbol))
			.map((ticker) => ({ ticker, symbol: ticker.symbol.toLowerCase(), name: ticker.name.toLowerCase() }));
		return sortedTickers;
	};
}

type AnalysisTables = AnswerOf<Contract['prices']['analysisAll']>;
type RealTimeTops = AnswerOf<Contract['prices']['topsRealTime']>;

const CACHED_ANALYSES = 60;
/** Rows of each table of the last hour. */
const REAL_TIME_ROWS = 20;

interface AnalysisQuery {
	type: TickerType;
	category: TopCategory;
	size: number;
}

/** Builds top tables for accounts with a licence. A vendor's ban on public display doesn't apply to these accounts. */
export function createAnalysis(priceParts: PriceParts) {
	const parts: PriceParts = { ...priceParts, source: { ...priceParts.source, isPublic: true } };
	const { directory, prices, tops, now } = parts;
	const tables = createTopTables(parts);
	const realTimeCache = createAnswerCache<string, EncodedAnswer<RealTimeTops>>({ max: CACHED_ANALYSES });
	const analysisCache = createAnswerCache<string, EncodedAnswer<AnalysisTables>>({ max: CACHED_ANALYSES });

	/** Builds the tables of an interval for all market-cap buckets. Tickers are ranked once, and each bucket keeps that ranking. */
	const buildIntervalTables = (
		topInterval: TopInterval,
		{ type, category, size }: AnalysisQuery,
		at: number,
	): AnalysisTables['items'][number] => {
		const topData = tops.stateAt(topInterval, at);
		const tablesByCap = new Map<CapBucket, { cap: CapBucket; total_count: number; items: TopTable['items'] }>(
			CAP_BUCKETS.map((cap) => [cap, { cap, total_count: 0, items: [] }]),
		);
		if (topData) {
			const { columns } = topData;
			const typeMask = Uint8Array.from(directory.tickers, (ticker) => (ticker.type === type ? 1 : 0));
			const { rows, values } = rankTops(columns, category, topInterval, columns.rows, typeMask);
			rows.forEach((row, index) => {
				for (const cap of ['all', capGroup(marketCapAt(directory, columns, row))] as const) {
					const bucket = tablesByCap.get(cap);
					if (!bucket) continue;
					bucket.total_count++;
					if (bucket.items.length < size) bucket.items.push(presentTopRow(directory, columns, row, values[index]!));
				}
			});
		}
		return { interval: topInterval, time: topData ? isoSeconds(topData.span.to) : null, caps: [...tablesByCap.values()] };
	};

	return {
		table: tables.answer,

		/** Returns the tables of a category for all intervals and buckets. Lets other tasks run between intervals. */
		buildAllTables: async (query: AnalysisQuery): Promise<EncodedAnswer<AnalysisTables>> => {
			const at = floorToQuarterHour(now());
			const key = JSON.stringify([at, prices.version(), query.type, query.category, query.size]);
			const cached = analysisCache.get(key);
			if (cached) return cached;
			const items: AnalysisTables['items'] = [];
			for (const name of TOP_INTERVALS) {
				items.push(buildIntervalTables(name, query, at));
				await setImmediate();
			}
			const encoded = encodeAnswer(priceReads.analysisAll.answers[200], { category: query.category, type: query.type, items });
			analysisCache.set(key, encoded);
			return encoded;
		},

		/** Returns the tables of the last hour, from the newest bars. */
		buildRealTimeTables: (categories: readonly TopCategory[]): EncodedAnswer<RealTimeTops> => {
			const key = JSON.stringify([floorToQuarterHour(now()), prices.version(), categories]);
			const cached = realTimeCache.get(key);
			if (cached) return cached;
			const items = categories.map((category) => tables.table({ category, interval: 'hour', size: REAL_TIME_ROWS }));
			const encoded = encodeAnswer(priceReads.topsRealTime.answers[200], { items });
			realTimeCache.set(key, encoded);
			return encoded;
		},
	};
}
