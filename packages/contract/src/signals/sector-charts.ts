import { TABLE_COLUMNS } from '@sw/domain/reports/list/list-columns';
import { z } from 'zod';
import {
	algo,
	createSpanCheck,
	instant,
	integer,
	isoDate,
	isoTime,
	lenientDate,
	licence,
	listOf,
	operation,
	paging,
	sectorKey,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import {
	blackListQuery,
	frozenList,
	groupedLists,
	listChanges,
	listQuery,
	pastListQuery,
	rankedList,
	rankingQuery,
	reportQuery,
	validateSorting,
	wholeListQuery,
	workspaceDetail,
	workspaceHead,
} from '../base/list-schemas.ts';
import { tickerComparison } from '../base/report-schemas.ts';
import { MAX_PLACE, tickerFilters, tickerPlace } from '../base/ticker-schemas.ts';

export const EXPORT_FORMATS = ['csv', 'xlsx', 'json', 'parquet', 'arrow'] as const;

/** Maximum of `first`: how many tickers of each list of changes a response can name. */
const MAX_NAMED_TICKERS = 50;

const idParams = strictObject({ id: tickerIdParameter });
const detailQuery = strictObject(rankingQuery);
const trailQuery = {
	from: lenientDate
		.optional()
		.describe(
			'Both may be instants, which are the ends of the trail; midnight UTC is read as its date. Default: from 60 sessions before `to`.',
		),
	to: lenientDate.optional(),
	algo: algo.default('reverse'),
	...rankingQuery,
};

const dictionary = z
	.object({ columns: z.array(z.object({ name: z.string(), type: z.string(), unit: z.string(), description: z.string() })) })
	.meta({ id: 'ExportDictionary' });

/** Ranked lists, ticker details and history, for accounts with a licence. Default: the newest report that the account can open. */
export const sectorChartCalls = {
	sectorCharts: {
		method: 'GET',
		path: '/api/sector-charts',
		access: 'licence',
		scope: 'lists:read',
		summary:
			'One page of a ranked list: tickers matching a tab and filter, without the frozen ones, only the frozen ones, or only favourites',
		query: listQuery,
		answers: { 200: rankedList },
		errors: [400, 401, 403],
	},
	sectorChartGroups: {
		method: 'GET',
		path: '/api/sector-charts/groups',
		access: 'licence',
		scope: 'lists:read',
		summary: 'The same list for the white list, frozen tickers and favourites at once',
		query: listQuery,
		answers: { 200: groupedLists },
		errors: [400, 401, 403],
	},
	sectorChartBlackList: {
		method: 'GET',
		path: '/api/sector-charts/black-list',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Frozen tickers, where and why each is hidden, and their number',
		description: 'Covers every frozen ticker in the report; with use_filters only those that match the tab, filter and other conditions.',
		query: blackListQuery,
		answers: { 200: frozenList },
		errors: [400, 401, 403],
	},
	sectorChartChanges: {
		method: 'GET',
		path: '/api/sector-charts/changes',
		access: 'licence',
		scope: 'lists:read',
		summary:
			'Changes of a list since an earlier report: tickers that entered or left, favourites with another rate, and the previous places of the top tickers',
		query: strictObject({
			...wholeListQuery,
			since: instant.optional().describe('The earlier report. Default: the newest one before the later report that the caller may open.'),
			first: integer(1, MAX_NAMED_TICKERS)
				.optional()
				.describe('How many tickers of each list to name, and how many to give the previous rank for.'),
		}).check((context) => validateSorting(context.value, context)),
		answers: { 200: listChanges },
		errors: [400, 401, 403, 404],
	},
	sectorChartDate: {
		method: 'GET',
		path: '/api/sector-charts/date',
		access: 'licence',
		scope: 'lists:read',
		summary: 'The newest report that the caller may open',
		query: strictObject({ timeframes: strategyTimeframes.optional() }),
		answers: {
			200: z
				.object({
					time: isoTime.nullable(),
					report: workspaceHead.nullable(),
					oldest: isoTime
						.nullable()
						.describe('The oldest stored report, even if the caller may not open it; the years of the date picker start here.'),
				})
				.meta({ id: 'LatestReport' }),
		},
		errors: [400, 401, 403],
	},
	sectorChartHistory: {
		method: 'GET',
		path: '/api/sector-charts/history',
		access: 'licence',
		scope: 'lists:read',
		summary: "One page of the list in a past report; 403 if its slot needs a higher licence, 404 if the report doesn't exist",
		query: pastListQuery,
		answers: { 200: rankedList },
		errors: [400, 401, 403, 404],
	},
	sectorChartHistoryDates: {
		method: 'GET',
		path: '/api/sector-charts/history/dates',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Published reports in a range of New York dates, newest first, with the licence each one requires',
		query: strictObject({ from: lenientDate, to: lenientDate, timeframes: strategyTimeframes.optional(), ...paging }).check(
			createSpanCheck(),
		),
		answers: {
			200: z
				.object({
					total_count: z.int().min(0),
					days: z
						.array(z.object({ date: isoDate, reports: z.int(), open: z.int() }))
						.describe(
							'Each day of the whole span that has reports, newest first: the number of reports, and of those that the caller may open.',
						),
					items: z.array(
						z.object({
							date: isoTime,
							algo,
							report: licence,
							first: z.boolean(),
							locked: z.boolean(),
							version: z.int(),
							measured: z.int(),
						}),
					),
				})
				.meta({ id: 'ReportDates' }),
		},
		errors: [400, 401, 403],
	},
	sectorChartExport: {
		method: 'GET',
		path: '/api/sector-charts/export',
		access: 'licence',
		scope: 'lists:read',
		summary: "Export a whole list in its order, with the report's hash on every row",
		description:
			'CSV, Excel (XLSX), JSON, Parquet or Arrow stream. The file contains its data dictionary; for CSV see /api/sector-charts/export/dictionary.',
		query: strictObject({
			...wholeListQuery,
			format: z.enum(EXPORT_FORMATS).default('csv'),
			columns: listOf(z.enum(TABLE_COLUMNS), TABLE_COLUMNS.length)
				.optional()
				.describe('Table columns, in this order, after the ones that identify each row. Default: all.'),
		}).check((context) => validateSorting(context.value, context)),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403, 404],
		rate: 60,
	},
	sectorChartDictionary: {
		method: 'GET',
		path: '/api/sector-charts/export/dictionary',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Meaning of the columns of an exported list',
		answers: { 200: dictionary },
		errors: [401, 403],
	},
	sectorChart: {
		method: 'GET',
		path: '/api/sector-charts/{id}',
		access: 'licence',
		scope: 'lists:read',
		summary: 'One ticker of the newest report that the caller may open: every cell, the terms of its rate and what would change it',
		params: idParams,
		query: detailQuery,
		answers: { 200: workspaceDetail },
		errors: [400, 401, 403, 404],
	},
	sectorChartHistoryOne: {
		method: 'GET',
		path: '/api/sector-charts/history/{id}',
		access: 'licence',
		scope: 'lists:read',
		summary: 'One ticker of a past report',
		params: idParams,
		query: strictObject({ ...reportQuery, ...rankingQuery }),
		answers: { 200: workspaceDetail },
		errors: [400, 401, 403, 404],
	},
	sectorChartComparison: {
		method: 'GET',
		path: '/api/sector-charts/{id}/comparison',
		access: 'licence',
		scope: 'lists:read',
		summary: 'A ticker compared with the median ticker of its market cap tier over the five sessions up to a report, never beyond it',
		params: idParams,
		query: strictObject({ date: instant.optional(), version: reportQuery.version }),
		answers: { 200: tickerComparison },
		errors: [400, 401, 403, 404],
	},
	sectorChartFilters: {
		method: 'GET',
		path: '/api/sector-charts/{id}/filters',
		access: 'licence',
		scope: 'lists:read',
		summary: "Which of the caller's and the built-in filters a ticker matches, in a report and in those of the last ten sessions",
		description: 'Compares tab and conditions only, so frozen tickers are included. Reports that the caller may not open are left out.',
		params: idParams,
		query: strictObject({ date: instant.optional(), version: reportQuery.version }),
		answers: { 200: tickerFilters },
		errors: [400, 401, 403, 404],
	},
	sectorChartPlace: {
		method: 'GET',
		path: '/api/sector-charts/{id}/place',
		access: 'licence',
		scope: 'lists:read',
		summary: "A ticker's place in a report's list, its neighbours, and when it left",
		params: idParams,
		query: strictObject({
			...wholeListQuery,
			/** Rank when the ticker was opened. Once the ticker has left the list, its neighbours are those around this rank. */ order: integer(
				1,
				MAX_PLACE,
			).optional(),
		}).check((context) => validateSorting(context.value, context)),
		answers: { 200: tickerPlace },
		errors: [400, 401, 403, 404],
	},
	sectorChartTrail: {
		method: 'GET',
		path: '/api/sector-charts/{id}/trail',
		access: 'licence',
		scope: 'lists:read',
		summary: 'One ticker over many reports, oldest first: rate, membership and depths in each report the caller may open',
		params: idParams,
		query: strictObject(trailQuery).check(createSpanCheck()),
		answers: {
			200: z
				.object({
					ticker: z.string(),
					ticker_id: z.int(),
					tab_type: tab,
					operation,
					algo,
					timeframes: z.array(timeframeName),
					locked: z.int().min(0).describe('Reports of the span that the licence does not open; they are omitted here.'),
					time: z.array(isoTime),
					price: z
						.array(z.number())
						.describe('Last traded closes on the share basis of the newest report in the response, as in charts up to it.'),
					basis: isoDate.nullable().describe('Its session: splits after this date are not applied; null without a report.'),
					later_splits: z.number().describe('New shares for one old by splits since then; 1 without any.'),
					weighted_sum: z.array(z.int()),
					listed: z.array(z.boolean()),
					sectors: z
						.array(z.object({ key: sectorKey, intersections: z.array(z.array(z.int().nullable())) }))
						.describe('One entry per sector, each with one list of depths per report, in the order of `timeframes`.'),
				})
				.meta({ id: 'TickerTrail' }),
		},
		errors: [400, 401, 403, 404],
	},
	sectorChartTrailExport: {
		method: 'GET',
		path: '/api/sector-charts/{id}/trail/export',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Export one ticker over many reports: one row per report the caller may open',
		description: 'CSV, Excel (XLSX), JSON, Parquet or Arrow stream; all but CSV contain their data dictionary.',
		params: idParams,
		query: strictObject({ ...trailQuery, format: z.enum(EXPORT_FORMATS).default('csv') }).check(createSpanCheck()),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403, 404],
		rate: 60,
	},
} as const satisfies Area;
