import type { AnswerOf } from '@sw/contract/base/define';
import { publicPrices } from '@sw/contract/prices/prices';
import { type CapBucket, capGroup, isInCapBuckets, marketCap } from '@sw/domain/prices/buckets';
import type { TickerType } from '@sw/domain/prices/ticker';
import { defaultInterval, type TopCategory, type TopInterval } from '@sw/domain/prices/top-lists';
import { priceChange, rankTops, type TopColumns } from '@sw/domain/prices/tops';
import { roundChange } from '@sw/domain/statistics/clean-number';
import { isoSeconds } from '@sw/domain/time/format';
import { SLOT_MS } from '@sw/domain/time/slots';
import type { UtcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc, parseDate } from '@sw/domain/time/zone';
import type { Directory } from '../../market/window/directory.ts';
import { roundPrice } from '../../market/window/price-series.ts';
import type { PriceWindow } from '../../market/window/price-window.ts';
import type { Source } from '../../market/window/source.ts';
import type { TopSource } from '../../market/window/top-source.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { futureDate } from '../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../answer.ts';

export type TopTable = AnswerOf<(typeof publicPrices)['landingTable']>;

export interface PriceParts {
	readonly directory: Directory;
	readonly prices: PriceWindow;
	readonly tops: TopSource;
	readonly source: Source;
	/** The market clock. */
	readonly now: () => UtcMs;
}

export interface TableQuery {
	date?: string | undefined;
	/** Name of the parameter that contained the date, for errors. */
	dateField?: 'date' | 'time';
	interval?: TopInterval | undefined;
	category: TopCategory;
	ticker?: string | undefined;
	marketcap?: readonly CapBucket[] | undefined;
	/** Default: stocks. */
	type?: TickerType | undefined;
	size: number;
}

const CACHED_TABLES = 400;

/** Computes the market cap in dollars at the interval's last price; null if unknown. */
export function marketCapAt({ shares }: Directory, columns: TopColumns, row: number): number | null {
	return marketCap(shares[row]!, roundPrice(columns.last[row]!));
}

/** `row`: row of the directory. `value`: the value that the table ranks by. */
export function presentTopRow(directory: Directory, columns: TopColumns, row: number, value: number): TopTable['items'][number] {
	const ticker = directory.tickers[row] as (typeof directory.tickers)[number];
	const cap = marketCapAt(directory, columns, row);
	return {
		ticker: ticker.symbol,
		ticker_id: ticker.id,
		name: ticker.name,
		price: roundPrice(columns.last[row]!),
		price_change: roundChange(priceChange(columns, row)),
		volume: Math.round(columns.volume[row]!),
		value: roundChange(value),
		time: isoSeconds(columns.time[row]!),
		marketcap: capGroup(cap),
		capitalization: cap,
	};
}

/** Rounds down to the quarter-hour. Tables only change every quarter-hour, so one answer serves all readers until the next quarter-hour. */
export function floorToQuarterHour(ms: number): number {
	return Math.floor(ms / SLOT_MS) * SLOT_MS;
}

/** Builds top tables, cached by query until prices change. */
export function createTopTables({ directory, prices, tops, source, now }: PriceParts) {
	const cache = createAnswerCache<string, EncodedAnswer<TopTable>>({ max: CACHED_TABLES });

	/** Marks the directory rows of tickers of the type and buckets, or only of the given symbol. */
	const buildTickerMask = (columns: TopColumns, { ticker, marketcap = [], type = 'stocks' }: TableQuery): Uint8Array => {
		const requestedSymbol = ticker === undefined ? undefined : directory.bySymbol(ticker)?.symbol;
		return Uint8Array.from(directory.tickers, (t, row) => {
			if (ticker !== undefined) return t.symbol === requestedSymbol ? 1 : 0;
			return t.type === type && isInCapBuckets(marketCapAt(directory, columns, row), marketcap) ? 1 : 0;
		});
	};

	const build = (query: TableQuery, interval: TopInterval, topData: { columns: TopColumns; to: number }): TopTable => {
		const { columns } = topData;
		const ranking = rankTops(columns, query.category, interval, query.size, buildTickerMask(columns, query));
		return {
			category: query.category,
			interval,
			time: isoSeconds(topData.to),
			simulated: source.simulated,
			provider: source.label,
			total_count: ranking.total,
			items: Array.from(ranking.rows, (row, at) => presentTopRow(directory, columns, row, ranking.values[at]!)),
		};
	};

	const emptyTable = (query: TableQuery, interval: TopInterval): TopTable => ({
		category: query.category,
		interval,
		time: null,
		simulated: source.simulated,
		provider: source.label,
		total_count: 0,
		items: [],
	});

	const findTopData = (query: TableQuery) => {
		const interval = query.interval ?? defaultInterval(query.category);
		const at = floorToQuarterHour(resolveInstant(query, now()));
		return { interval, at, topData: source.isPublic ? tops.stateAt(interval, at) : undefined };
	};

	/** Returns the current table. */
	const table = (query: TableQuery): TopTable => {
		const { interval, topData } = findTopData(query);
		return topData ? build(query, interval, { columns: topData.columns, to: topData.span.to }) : emptyTable(query, interval);
	};

	/** Returns the current table, encoded and cached. */
	const answer = (query: TableQuery): TopTable | EncodedAnswer<TopTable> => {
		const { interval, at, topData } = findTopData(query);
		if (!topData) return emptyTable(query, interval);
		const { category, ticker, marketcap = [], type, size } = query;
		const key = JSON.stringify([at, prices.version(), interval, category, ticker, [...marketcap].sort(), type, size]);
		const cached = cache.get(key);
		if (cached) return cached;
		const encoded = encodeAnswer(publicPrices.landingTable.answers[200], table(query));
		cache.set(key, encoded);
		return encoded;
	};
	return { table, answer };
}

/** Returns an instant in milliseconds. A date means the end of that day's after-hours trading, or the market clock's time if that is earlier. */
function resolveInstant({ date, dateField = 'date' }: TableQuery, now: number): number {
	if (date === undefined) return now;
	const day = parseDate(date);
	if (day ? day > newYorkDate(now) : Date.parse(date) > now) throw futureDate(dateField, 400);
	return Math.min(now, day ? newYorkToUtc(day, 20, 0) : Date.parse(date));
}
