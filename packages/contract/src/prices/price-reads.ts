import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { z } from 'zod';
import {
	algo,
	capBucket,
	createSpanCheck,
	dateOrInstant,
	depth,
	flag,
	instant,
	integer,
	isoDate,
	isoTime,
	lenientDate,
	listOf,
	nonEmptyText,
	paging,
	rejectBothTimeframeParameters,
	skip,
	sortDirection,
	strictObject,
	tickerIdParameter,
	timeframe,
	timeframeName,
	timeframes,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { linkedFiling } from '../base/report-schemas.ts';
import { topCategory, topInterval, topRow, topTable } from './prices.ts';

const tickerType = z.enum(TICKER_TYPES);

const ticker = z
	.object({
		ticker: z.string(),
		ticker_id: z.int(),
		name: z.string(),
		type: tickerType,
		industry: z.string().nullable(),
		shares: z.number().nullable().describe('Shares outstanding; null when unknown.'),
		marketcap: capBucket,
		capitalization: z.number().nullable(),
		listed: isoDate.nullable(),
		delisted: isoDate.nullable(),
	})
	.meta({ id: 'Ticker' });

const tickerDetails = ticker.extend({ exchange: z.string().nullable(), ending: isoTime.nullable() }).meta({ id: 'TickerDetails' });

const numbers = z.array(z.number());
const counts = z.array(z.number().nullable());
const depths = z.array(depth);

/** Bars of one timeframe, one array for each field; index i of each is bar i. Prices and volumes are on the share basis of the response. */
const chart = z
	.object({
		timeframe: timeframeName,
		total_count: z.int().min(0).describe('Bars of the span before paging.'),
		time: z.array(isoTime).describe('Starts of the bars.'),
		open: numbers,
		high: numbers,
		low: numbers,
		close: numbers,
		volume: numbers,
		calls: counts.describe('Option contracts; null where no option data was received.'),
		puts: counts,
		mentions: counts.describe('Mentions within the bar over all sources; null where no source counted them.'),
		depths: z
			.object({
				price_short: depths,
				price_long: depths,
				call_with_put: depths,
				volume: depths,
				call_without_put_long: depths,
				call_without_put_short: depths,
				squeeze: depths,
			})
			.describe("Depth of each sector in the bar's last report, on the bar's own timeframe; null where none was measured."),
		gaps: z.array(isoTime).describe('Starts of regular bars in which nothing traded.'),
		sessions: z
			.array(z.object({ date: isoDate, pre: isoTime, open: isoTime, close: isoTime, post: isoTime, early_close: z.boolean() }))
			.describe('Trading days of the span, for shading: with the start of pre-market and the end of after-hours trading.'),
	})
	.meta({ id: 'Chart' });

export const charts = z
	.object({
		ticker: z.string(),
		ticker_id: z.int(),
		name: z.string(),
		algo,
		as_of: isoTime.nullable().describe('The time of the last trade included; null before the first.'),
		delay: z.int().min(0).nullable().describe('Age of that data in seconds, on the market clock.'),
		simulated: z.boolean(),
		provider: z.string(),
		from: isoTime,
		to: isoTime,
		basis: isoDate.describe(
			'Share basis of prices and volumes: splits after this date are not applied. With `to`, the session of the last slot before it.',
		),
		later_splits: z
			.number()
			.describe('New shares for one old by splits since then; 1 without any. Such a price divided by it is on today’s basis.'),
		filings: z.array(linkedFiling).describe('Filings that became public in the span, newest first; of the last 400 days.'),
		items: z.array(chart),
	})
	.meta({ id: 'Charts' });

const holiday = z.object({ date: isoDate, type: z.enum(['full', 'early-close']), name: z.string() }).meta({ id: 'Holiday' });

const exchangeInfo = z
	.object({
		time: isoTime,
		session: z
			.enum(['pre', 'regular', 'post', 'closed'])
			.describe('The session of the instant: before the open from 04:00, regular, after the close until 20:00, or closed. New York time.'),
		open: isoTime.nullable().describe("The regular session of the instant's New York date; null on days without one."),
		close: isoTime.nullable(),
		next_open: isoTime.nullable(),
		early_close: z.boolean(),
	})
	.meta({ id: 'ExchangeInfo' });

const analysisTables = z
	.object({
		category: topCategory,
		type: tickerType,
		items: z.array(
			z.object({
				interval: topInterval,
				time: isoTime.nullable(),
				caps: z
					.array(z.object({ cap: capBucket, total_count: z.int().min(0), items: z.array(topRow) }))
					.describe('One table for each capitalisation bucket, and one over all.'),
			}),
		),
	})
	.meta({ id: 'AnalysisTables' });

/** Market data for signed-in users. */
export const priceReads = {
	tickers: {
		method: 'GET',
		path: '/api/tickers',
		access: 'user',
		scope: 'lists:read',
		summary: 'Search tickers: symbols that start with the text, then names that contain it; without a text, all tickers by symbol',
		query: strictObject({ part: nonEmptyText(60).optional(), ...paging }),
		answers: { 200: z.object({ total_count: z.int().min(0), items: z.array(ticker) }).meta({ id: 'Tickers' }) },
		errors: [400, 401, 403],
	},
	ticker: {
		method: 'GET',
		path: '/api/tickers/{id}',
		access: 'user',
		scope: 'lists:read',
		summary: "Get a ticker's details",
		params: strictObject({ id: tickerIdParameter }),
		answers: { 200: tickerDetails },
		errors: [400, 401, 403, 404],
	},
	industries: {
		method: 'GET',
		path: '/api/industries',
		access: 'user',
		scope: 'lists:read',
		summary: 'List the industries of the tickers as filters name them, by name',
		answers: {
			200: z.object({ items: z.array(z.object({ industry: z.string(), ticker_count: z.int().min(1) })) }).meta({ id: 'Industries' }),
		},
		errors: [401, 403],
	},
	charts: {
		method: 'GET',
		path: '/api/charts',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Bars of a ticker with option volume, mentions and the depths its reports measured',
		query: rejectBothTimeframeParameters(
			strictObject({
				ticker_id: tickerIdParameter,
				timeframe: timeframe.optional().describe('One timeframe, or several in `timeframes`. Default: one hour.'),
				timeframes: timeframes.optional(),
				from: dateOrInstant.optional().describe("Default: as many calendar days before `to` as the timeframe's chart covers."),
				to: dateOrInstant.optional(),
				algo: algo.default('reverse'),
				extended: flag.default(false),
				sort_by: z.enum(['time', 'close', 'volume']).default('time'),
				sort_dir: sortDirection.default('asc'),
				skip: skip.default(0),
				max: integer(1, 5_000).default(5_000),
			}).check(createSpanCheck()),
		),
		answers: { 200: charts },
		errors: [400, 401, 403, 404],
	},
	topsRealTime: {
		method: 'GET',
		path: '/api/tops/real-time',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Top tables of the last hour',
		query: strictObject({ categories: listOf(topCategory, 7).default(['active', 'gainers', 'losers', 'unusual_volume']) }),
		answers: { 200: z.object({ items: z.array(topTable) }).meta({ id: 'RealTimeTops' }) },
		errors: [400, 401, 403, 500],
		titles: { 500: 'Internal Server Error' },
	},
	exchangeInfo: {
		method: 'GET',
		path: '/api/exchange-info',
		access: 'user',
		scope: 'lists:read',
		summary: 'Whether the exchange is open or closed at an instant, and until when',
		query: strictObject({ time: instant }),
		answers: { 200: exchangeInfo },
		errors: [400, 401, 403],
	},
	holidays: {
		method: 'GET',
		path: '/api/holidays',
		access: 'user',
		scope: 'lists:read',
		summary: 'Holidays and early closes of a date range, both ends inclusive',
		query: strictObject({ from: lenientDate, to: lenientDate }).check(createSpanCheck()),
		answers: { 200: z.object({ items: z.array(holiday) }).meta({ id: 'Holidays' }) },
		errors: [400, 401, 403],
	},
	holiday: {
		method: 'GET',
		path: '/api/holidays/{date}',
		access: 'user',
		scope: 'lists:read',
		summary: 'Get the holiday of a date; 404 on an ordinary day',
		params: strictObject({ date: lenientDate }),
		answers: { 200: holiday },
		errors: [400, 401, 403, 404],
	},
	analysis: {
		method: 'GET',
		path: '/api/analysis',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Top movers: the first tickers of a category over an interval',
		query: strictObject({
			time: lenientDate.optional().describe('A date means its last table; midnight UTC is read as its date. Default: the newest table.'),
			interval: topInterval.optional(),
			category: topCategory.default('active'),
			type: tickerType.default('stocks'),
			cap: capBucket.default('all'),
			size: integer(1, 100).default(20),
		}),
		answers: { 200: topTable },
		errors: [400, 401, 403],
	},
	analysisAll: {
		method: 'GET',
		path: '/api/analysis-all',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Top movers of a category for every interval and market cap tier',
		query: strictObject({
			type: tickerType.default('stocks'),
			category: topCategory.default('active'),
			size: integer(1, 100).default(20),
		}),
		answers: { 200: analysisTables },
		errors: [400, 401, 403],
	},
} as const satisfies Area;
