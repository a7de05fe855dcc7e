import { INFORMATION_STATES, LOOK_BACKS } from '@sw/domain/filings/information';
import { TICKER_TYPES } from '@sw/domain/prices/ticker';
import { z } from 'zod';
import { algo, capBucket, depth, isoTime, operation, sectorKey, sectorName, tab, timeframeName } from './common.ts';

/** The report that a response is based on. */
export const reportHead = z
	.object({
		time: isoTime,
		algo,
		version: z.int().min(1).describe('1 as first published; each correction adds one.'),
		simulated: z.boolean(),
		provider: z.string().describe('Display name of the data source.'),
		as_of: isoTime.describe('The time of the last trade included.'),
		delay: z.int().min(0).describe('Age of that data when the report was published, in seconds.'),
		measured: z.int().min(0).describe('Tickers measured in the report.'),
		reconstructed: z.boolean().describe('Built afterwards from imported or backfilled bars, not when its slot ended.'),
		parameters_version: z.int().min(1).describe('Version of the parameter set that scored it.'),
	})
	.meta({ id: 'ReportHead' });

/** One slice of a wheel. `intersections` has one depth for each of the response's `timeframes`, in their order. */
export const sector = z
	.object({
		key: sectorKey,
		sector: sectorName,
		operation: operation.nullable(),
		intersections: z.array(depth),
		measure: z.literal('squeeze').optional().describe('Present where the slice shows the squeeze instead of the price.'),
	})
	.meta({ id: 'Sector' });

const filing = z.object({
	form: z.string().meta({ description: 'As filed.', examples: ['8-K'] }),
	items: z.array(z.string()).meta({ description: 'Items of an 8-K.', examples: [['2.02', '9.01']] }),
	accepted_at: isoTime.describe('When it became public; it counts five minutes later.'),
});

/** A filing with its page. */
export const linkedFiling = filing.extend({
	link: z
		.string()
		.nullable()
		.describe('Its page at the SEC; null in a simulated market.')
		.meta({ examples: ['https://www.sec.gov/Archives/edgar/data/320193/000032019326000001-index.htm'] }),
});

/** Public information on a ticker: whether its issuer filed something within the look-back. */
const information = z
	.object({
		state: z
			.enum(INFORMATION_STATES)
			.describe("no: the source covers the whole look-back and has no filing; unknown: it doesn't cover all of it."),
		look_back: z
			.enum(LOOK_BACKS)
			.describe(
				'Starts at the close of the previous session; where the timeframes include 4h or 1d, at the close of the fifth session before.',
			),
		filing: filing.nullable().describe('The newest filing within the look-back; null unless the state is yes.'),
	})
	.meta({ id: 'Information' });

const rateScale = z
	.object({
		highest: z.int().min(0).describe('The largest possible rate.'),
		share: z
			.number()
			.min(0)
			.max(1)
			.describe('Share of the tickers of the report with this rate or a larger one, rounded up to four decimals.'),
	})
	.describe('The largest possible rate, and the share of tickers with at least this rate.');

export const card = z
	.object({
		ticker: z.string(),
		ticker_id: z.int(),
		name: z.string(),
		tab_type: tab,
		operation,
		marketcap: capBucket,
		capitalization: z.number().nullable().describe('Dollars; null when unknown.'),
		price: z.number().describe('Last traded close as printed, in dollars.'),
		price_change: z
			.number()
			.nullable()
			.describe('Against the close of the previous session, a fraction; null where either price is missing.'),
		sparkline: z.array(z.number()).describe('The last 15-minute closes, oldest first.'),
		weighted_sum: z.int().min(0).max(210).describe('The rate.'),
		rate_scale: rateScale,
		favorite: z.boolean(),
		date: isoTime,
		algo,
		information,
		sectors: z.array(sector),
	})
	.meta({ id: 'Card' });

export const sectorCharts = z
	.object({
		report: reportHead.nullable().describe('Null before the first report, and where the source may not be shown to the public.'),
		time: isoTime.nullable(),
		timeframes: z.array(timeframeName),
		measured_timeframes: z
			.array(timeframeName)
			.describe('Timeframes on which any ticker of the report has a reading; for imported daily bars only the day.'),
		total_count: z.int().min(0).describe('Matching tickers over all requested tabs, before the limit.'),
		tabs: z.array(z.object({ tab_type: tab, operation, total_count: z.int().min(0) })),
		items: z.array(card),
	})
	.meta({ id: 'SectorCharts' });

/** One slice of the large wheel, a row of its table. */
const detailSector = sector
	.extend({
		z: z
			.array(z.number().nullable())
			.describe("Size of the move in typical moves, positive in the sector's own direction; null when not measurable."),
		rated: z.boolean().describe('Whether it counts towards the rate.'),
	})
	.meta({ id: 'DetailSector' });

const session = z.object({ date: z.iso.date(), open: isoTime, close: isoTime, early_close: z.boolean() });

/** A ticker compared with the median of its cap tier over the five sessions up to a report, for the back of a card. */
export const tickerComparison = z
	.object({
		report: reportHead,
		ticker: z.string(),
		ticker_id: z.int(),
		marketcap: capBucket.describe('Its cap tier in that report.'),
		sessions: z
			.array(session.extend({ bars: z.int().min(0) }))
			.describe('Oldest first; the report ends the last one. `bars` are the quarter-hours that had ended.'),
		change: z
			.array(z.number().nullable())
			.describe(
				'At the end of each of these quarter-hours: the last close against the open of the first session, a fraction. null before the first trade.',
			),
		middle: z.array(z.number().nullable()).describe('The median of the same number over the tickers of the tier.'),
		peers: z
			.object({ tickers: z.int().min(0), of: z.enum(['tier', 'market']) })
			.nullable()
			.describe('How many tickers the median is of; `market`: too few of the tier are measured, so it covers all tickers.'),
		traded: isoTime.nullable().describe('End of the last quarter-hour in which it traded.'),
		missing: z
			.array(z.enum(['bars', 'middle']))
			.describe("Bars: the ticker has none since the first session; middle: the market's bars of these sessions are not in memory."),
		slot_weights: z
			.array(z.int())
			.describe('What one level of depth adds to the rate on each of the three slot timeframes, in their order.'),
	})
	.meta({ id: 'TickerComparison' });

/** Hourly bars, one array per field; times are bar starts. */
export const bars = z
	.object({
		timeframe: timeframeName,
		time: z.array(isoTime),
		open: z.array(z.number()),
		high: z.array(z.number()),
		low: z.array(z.number()),
		close: z.array(z.number()),
		volume: z.array(z.number()),
		gaps: z.array(isoTime).describe('Starts of bars in which nothing traded.'),
		sessions: z.array(session),
		later_splits: z
			.number()
			.describe(
				'How many shares one share of the last session has become through later splits; 1 without any. Prices and volumes are on the share basis of that session.',
			),
	})
	.meta({ id: 'Bars' });

export const tickerDetail = z
	.object({
		report: reportHead,
		ticker: z.string(),
		ticker_id: z.int(),
		name: z.string(),
		type: z.enum(TICKER_TYPES),
		industry: z.string().nullable(),
		tab_type: tab,
		operation,
		marketcap: capBucket,
		capitalization: z.number().nullable(),
		price: z.number(),
		price_change: z.number().nullable(),
		weighted_sum: z.int().min(0).max(210),
		rate_scale: rateScale,
		favorite: z.boolean(),
		date: isoTime,
		algo,
		listed: z.boolean().describe("Whether the ticker is in the tab's list."),
		status: z.enum(['ok', 'stale', 'quarantine', 'not_eligible']),
		visible_depth: z
			.object({ depth: z.int().min(0), not_available: z.int().min(0) })
			.describe('Sum of depths over the visible cells, unweighted, and how many of those cells are not measurable.'),
		mentions: z.int().min(0).nullable().describe('Mentions of the last 24 hours; null when no source covered the ticker.'),
		information,
		filings: z.array(linkedFiling).describe('The filings known to the report over five sessions, newest first.'),
		timeframes: z.array(timeframeName),
		sectors: z.array(detailSector),
		why: z
			.array(z.object({ key: sectorKey, timeframe: timeframeName, depth: z.int(), weight: z.int(), points: z.int() }))
			.describe('The terms of the rate that are not zero, largest first.'),
		bars,
		allowance: z
			.object({ limit: z.int(), left: z.int() })
			.nullable()
			.describe('How many more tickers a visitor may open today; null where there is no limit.'),
	})
	.meta({ id: 'TickerDetail' });

/** What visitors can see of any ticker: its identity, and the rated rings of its wheel. */
export const tickerOutline = tickerDetail
	.pick({
		report: true,
		ticker: true,
		ticker_id: true,
		name: true,
		tab_type: true,
		operation: true,
		weighted_sum: true,
		date: true,
		listed: true,
		timeframes: true,
	})
	.extend({ sectors: z.array(sector) })
	.meta({ id: 'TickerOutline' });

/** How much a record depends on tickers that have been delisted, or that were chosen in hindsight. */
export const recordUniverse = z
	.object({
		tickers: z.int().min(0).describe('Tickers of the finished occurrences at the main horizon.'),
		ended: z.int().min(0).describe('Of them, how many have been delisted since.'),
		open: z.int().min(0).describe('Occurrences that were open on the last day of their ticker; they end at its last close.'),
		hindsight: z
			.boolean()
			.describe(
				'Whether the tickers were chosen in hindsight: the reports were built afterwards, for the tickers known at that later time, so tickers that had been delisted by then may be missing.',
			),
		cases: z
			.array(
				z.object({
					loss: z.number().describe('Assumed loss, a share of the price.'),
					rate: z.number().describe('Share of hits.'),
					mean: z.number().describe('Mean excess.'),
				}),
			)
			.describe(
				'Share of hits and mean excess if each of the open occurrences had lost a share of its price on the last day of its ticker.',
			),
	})
	.meta({ id: 'RecordUniverse' });
