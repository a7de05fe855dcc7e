import { INTERVALS, TOPS } from '@sw/domain/prices/top-lists';
import { z } from 'zod';
import {
	capBucket,
	capBuckets,
	enumOfNames,
	instant,
	integer,
	isoTime,
	lenientDate,
	listOf,
	nonEmptyText,
	operation,
	strictObject,
	tab,
	tickerIdParameter,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { reportHead, sector } from '../base/report-schemas.ts';

/** Maximum number of tickers in one request: nine tables of twenty rows. */
export const MAX_TOP_TICKERS = 180;

export const topCategory = enumOfNames(TOPS);
export const topInterval = enumOfNames(INTERVALS);

export const topRow = z
	.object({
		ticker: z.string(),
		ticker_id: z.int(),
		name: z.string(),
		price: z.number().describe('Last price of the interval, dollars.'),
		price_change: z.number().describe('A fraction: 9 is +900 %, -0.9 is -90 %.'),
		volume: z.number(),
		value: z.number().describe("The category's ranking key: dollars traded, a change, a multiple of the usual volume, or a distance."),
		time: isoTime.describe('End of the last bar that was counted.'),
		marketcap: capBucket,
		capitalization: z.number().nullable(),
	})
	.meta({ id: 'TopRow' });

export const topTable = z
	.object({
		category: topCategory,
		interval: topInterval,
		time: isoTime.nullable(),
		simulated: z.boolean(),
		provider: z.string(),
		total_count: z.int().min(0),
		items: z.array(topRow),
	})
	.meta({ id: 'TopTable' });

/** Values of a ticker that rows show in addition to the table's own. */
const tickerFields = {
	closes: z.array(z.number()).describe('15-minute closes of the last session, oldest first.'),
	sectors: z.array(sector).describe('The three rated rings of its wheel; empty where the report has not measured the ticker.'),
	signal: z
		.object({ tab_type: tab, operation, rate: z.int().min(0) })
		.nullable()
		.describe('The list of extremes that includes the ticker, and its rate there; null where none does.'),
};

/** A row of a public page: the table's values, and the ticker's values in the newest report. */
const publicRow = z
	.object({
		...topRow.shape,
		dollars: z.number().describe('Dollars traded in the interval.'),
		usual: z.number().nullable().describe('Multiple of the usual volume in the same minutes; null where unknown.'),
		...tickerFields,
	})
	.meta({ id: 'PublicRow' });

const publicTable = z
	.object({
		category: topCategory,
		interval: topInterval,
		from: isoTime.nullable().describe('Start and end of the time that it covers.'),
		time: isoTime.nullable(),
		simulated: z.boolean(),
		provider: z.string(),
		shown: z.boolean().describe("False where this source's prices may not be shown to the public."),
		usual_sessions: z.int().min(0).describe('Sessions behind the usual volume.'),
		report: reportHead.nullable().describe('The report of the wheels in the rows.'),
		total_count: z.int().min(0),
		items: z.array(publicRow),
	})
	.meta({ id: 'PublicTable' });

const sparkline = z.object({ ticker: z.string(), ticker_id: z.int(), closes: z.array(z.number()) }).meta({ id: 'Sparkline' });

export const publicPrices = {
	landingTable: {
		method: 'GET',
		path: '/api/landing/table',
		access: 'public',
		summary: 'A top table: the first rows of a category over an interval',
		query: strictObject({
			date: lenientDate.optional().describe('Default: the newest table.'),
			interval: topInterval.optional().describe('Default: day, or year to date for high and low.'),
			category: topCategory.default('active'),
			ticker: nonEmptyText(16).optional().describe('One symbol: only its row, whatever its rank.'),
			marketcap: capBuckets.optional(),
			size: integer(1, 100).default(15),
		}),
		answers: { 200: topTable },
		errors: [400],
	},
	landingPage: {
		method: 'GET',
		path: '/api/landing/page',
		access: 'public',
		summary: "A top table as public pages show it: fifteen rows with sparklines and the tickers' readings in the newest basic report",
		query: strictObject({ category: topCategory, interval: topInterval }),
		answers: { 200: publicTable },
		errors: [400],
	},
	landingCharts: {
		method: 'GET',
		path: '/api/landing/charts',
		access: 'public',
		summary:
			'Sparklines of the tickers in four tables (active, gainers, losers, unusual volume): 15-minute closes of the last session, oldest first',
		/** The parameters mean the same as for a single table. */
		query: strictObject({ interval: topInterval.optional(), marketcap: capBuckets.optional(), size: integer(1, 100).default(15) }),
		answers: {
			200: z
				.object({ from: isoTime.nullable(), to: isoTime.nullable(), simulated: z.boolean(), items: z.array(sparkline) })
				.meta({ id: 'LandingCharts' }),
		},
		errors: [400],
	},
	topTickers: {
		method: 'GET',
		path: '/api/tops/tickers',
		access: 'public',
		summary: 'Details for top-table rows: closes of the last session, and the wheel of the newest report the caller may open',
		query: strictObject({
			/** Ticker ids. Unknown ones are ignored. */
			ids: listOf(tickerIdParameter, MAX_TOP_TICKERS),
			until: instant
				.optional()
				.describe('The newest report up to this instant instead, as for trading before the open or after the close.'),
		}),
		answers: {
			200: z
				.object({ report: reportHead.nullable(), items: z.array(z.object({ ticker: z.string(), ticker_id: z.int(), ...tickerFields })) })
				.meta({ id: 'TopTickers' }),
		},
		errors: [400],
	},
	tickerBySymbol: {
		method: 'GET',
		path: '/ticker/by-symbol/{listing}',
		access: 'public',
		summary: "Link in from other sites: redirects to a ticker's page by its symbol as written there (NASDAQ:AAPL, BRK-B)",
		params: strictObject({ listing: nonEmptyText(40) }),
		// Not a strict object, because other sites add their own parameters to links.
		query: z.object({}),
		answers: { 302: z.undefined() },
		errors: [400],
	},
} as const satisfies Area;
