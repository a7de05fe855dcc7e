import { MIN_FOR_CURVE } from '@sw/domain/research/excess-curve';
import { SEARCH_STATES } from '@sw/domain/research/search-task';
import { z } from 'zod';
import {
	createSpanCheck,
	depth,
	instant,
	integer,
	isoTime,
	listOf,
	MAX_ROW_ID,
	nonEmptyText,
	paging,
	sectorKey,
	sectorNameOrKey,
	sortDirection,
	strictObject,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { filterId } from '../base/list-schemas.ts';
import { recordUniverse } from '../base/report-schemas.ts';
import { EXPORT_FORMATS } from '../signals/sector-charts.ts';
import { backtestCalls } from './backtests.ts';
import { decisionCalls } from './decisions.ts';
import { forecastCalls } from './forecasts.ts';
import { occurrenceCalls } from './occurrences.ts';
import { replicationCalls } from './replication.ts';
import {
	excessPoints,
	horizons,
	informationRecord,
	occurrence,
	pathPoint,
	savedRecord,
	searchCondition,
	searchFields,
	searchQuestion,
	searchResults,
	searchScope,
	searchStatistics,
} from './schemas.ts';
import { scriptCalls } from './script-params.ts';
import { verificationCalls } from './verifications.ts';

const id = integer(1, MAX_ROW_ID);
const idParams = strictObject({ id });

const searchTask = z
	.object({
		id: z.int(),
		name: z.string(),
		state: z.enum(SEARCH_STATES),
		progress: z.number().min(0).max(1).describe('Share of the reports searched, 0 to 1.'),
		note: z.string().meta({ description: 'Why it failed; empty otherwise.', examples: ['Vendor file of 2026-03-04, 2 tickers missing'] }),
		question: searchQuestion,
		scanned_until: isoTime.nullable().describe('Reports up to here have been searched.'),
		created: isoTime,
		updated: isoTime,
		finished: isoTime.nullable(),
		main: z.int().min(0),
		results: z.array(searchStatistics),
	})
	.meta({ id: 'SearchTask' });

const fullTask = searchTask
	.extend({ ...searchResults, universe: recordUniverse.describe('What the record owes to tickers that have ended.') })
	.meta({ id: 'FullSearchTask' });

const searchPart = z
	.object({
		id: z.int(),
		task: z.int(),
		ticker_id: z.int(),
		ticker: z.string(),
		time: isoTime.describe("The report's time, and the start of the first slot in which one could trade on it."),
		entry: isoTime,
		rate: z.int(),
		sectors: z.array(z.object({ key: sectorKey, intersections: z.array(depth) })),
		timeframes: z.array(timeframeName).describe('The rated slots, in the order of `intersections`.'),
		reconstructed: z.boolean(),
		outcomes: z
			.array(z.object({ horizon: z.int(), exit: isoTime, closed: z.boolean(), hit: z.boolean().nullable(), excess: z.number().nullable() }))
			.describe('One for each horizon; nulls while it is open or where it could not be measured.'),
		hypothetical: z.literal(true),
	})
	.meta({ id: 'SearchPart' });

const fullPart = searchPart
	.extend({
		/** Excess log return after costs at the end of each bar since the entry. */
		path: z.array(pathPoint),
	})
	.meta({ id: 'FullSearchPart' });

const validation = z
	.object({
		question: searchQuestion,
		reports: z
			.int()
			.min(0)
			.describe('Reports included, which are those that the licence opens: live ones as first published, others in their present version.'),
		first: isoTime.nullable(),
		last: isoTime.nullable(),
		open: z.int().min(0).describe('Occurrences that are still open at the main horizon, or could not be measured.'),
		...searchResults,
		histogram: z
			.object({ from: z.number(), width: z.number(), counts: z.array(z.int().min(0)) })
			.describe(
				'Excess returns at the main horizon: counts in equal steps of log return starting at `from`; those beyond 20 % count in the outermost steps.',
			),
		curve: excessPoints
			.nullable()
			.describe(
				`Sum of the excess returns (each within 30 %) at the main horizon with its 95 % band; null with an effective sample below ${MIN_FOR_CURVE}.`,
			),
		occurrence_count: z
			.int()
			.min(0)
			.describe('Number of all occurrences, losers included, and the newest two hundred, finished ones first.'),
		hit_count: z.int().min(0).describe('How many hit and how many lost at the main horizon; together with `open` they add up to all.'),
		loser_count: z.int().min(0),
		occurrences: z.array(occurrence),
		information: informationRecord,
		bootstrap: z
			.tuple([z.number(), z.number()])
			.nullable()
			.describe(
				'95 % interval of the hit rate at the main horizon from 1,000 draws of stretches of sessions, all tickers together (stationary bootstrap); null with fewer than 30 occurrences.',
			),
		universe: recordUniverse.describe('What the record owes to tickers that have ended.'),
		saved: savedRecord
			.nullable()
			.describe('The record of the named saved filter; null without one, or where the question differs from its conditions.'),
	})
	.meta({ id: 'Validation' });

const overfitting = z
	.object({
		filters: z.int().min(0).describe("The caller's own filters that could be measured."),
		least: z.int().describe('Fewer filters give no answer.'),
		sessions: z.int().min(0).describe('Sessions with reports.'),
		probability: z
			.number()
			.min(0)
			.max(1)
			.nullable()
			.describe(
				'Chance that the filter that was best in one half of the sessions is below the median filter in the other (PBO); about a half where filters differ by luck. Null with too few filters or sessions.',
			),
		hypothetical: z.literal(true),
	})
	.meta({ id: 'FilterOverfitting' });

export const searchCalls = {
	searchTasks: {
		method: 'GET',
		path: '/api/signal-search-tasks',
		access: 'licence',
		scope: 'account:read',
		summary: "List the caller's searches of past reports, newest first",
		answers: { 200: z.object({ total_count: z.int(), items: z.array(searchTask) }).meta({ id: 'SearchTasks' }) },
		errors: [400, 401, 403],
	},
	createSearchTask: {
		method: 'POST',
		path: '/api/signal-search-tasks',
		access: 'licence',
		summary: "Start a search of past reports; 403 if the account's limit is reached",
		body: strictObject({ name: nonEmptyText(100).optional(), ...searchFields }).check(createSpanCheck()),
		answers: { 201: searchTask },
		errors: [400, 401, 403],
	},
	searchTask: {
		method: 'GET',
		path: '/api/signal-search-tasks/{id}',
		access: 'licence',
		scope: 'account:read',
		summary: 'Get a search with all its results',
		params: idParams,
		answers: { 200: fullTask },
		errors: [400, 401, 403, 404],
	},
	changeSearchTask: {
		method: 'PUT',
		path: '/api/signal-search-tasks/{id}',
		access: 'licence',
		summary: "Change a search's question, cancel it or run it again; 304 if nothing changes",
		params: idParams,
		body: strictObject({
			name: nonEmptyText(100).optional(),
			state: z
				.enum(SEARCH_STATES)
				.optional()
				.describe(
					"'canceled' stops the search and 'running' resumes it; the other states that GET returns change nothing. A new question restarts it.",
				),
			...searchFields,
			tab: searchFields.tab.removeDefault().optional(),
			algo: searchFields.algo.removeDefault().optional(),
			timeframes: searchFields.timeframes.removeDefault().optional(),
			marketcap: searchFields.marketcap.removeDefault().optional(),
			filters: searchFields.filters.optional(),
		}).check(createSpanCheck()),
		answers: { 200: searchTask, 304: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	deleteSearchTask: {
		method: 'DELETE',
		path: '/api/signal-search-tasks/{id}',
		access: 'licence',
		summary: 'Stop and delete a search with its results; its filter still counts as evaluated',
		params: idParams,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	searchParts: {
		method: 'GET',
		path: '/api/signal-search-parts',
		access: 'licence',
		scope: 'account:read',
		summary: "Occurrences found by the caller's searches, completed ones first",
		query: strictObject({
			from: instant.optional(),
			to: instant.optional(),
			sector_types: listOf(sectorNameOrKey, 10).optional().describe('Cells in which one of these sectors had a depth of 1 or more.'),
			task: id.optional().describe('Only this search.'),
			sort_by: z.enum(['time', 'rate', 'excess']).default('time'),
			sort_dir: sortDirection.default('desc'),
			...paging,
		}).check(createSpanCheck()),
		answers: { 200: z.object({ total_count: z.int(), items: z.array(searchPart) }).meta({ id: 'SearchParts' }) },
		errors: [400, 401, 403],
	},
	searchPart: {
		method: 'GET',
		path: '/api/signal-search-parts/{id}',
		access: 'licence',
		scope: 'account:read',
		summary: 'Get an occurrence with what followed, bar by bar',
		params: strictObject({ id: integer(1, Number.MAX_SAFE_INTEGER) }),
		answers: { 200: fullPart },
		errors: [400, 401, 403, 404],
	},
	searchPartsExport: {
		method: 'GET',
		path: '/api/signal-search-parts/export',
		access: 'licence',
		scope: 'account:read',
		summary: 'Export every occurrence of a search: one row per horizon, completed ones first, newest first within each group',
		query: strictObject({ task: id, format: z.enum(EXPORT_FORMATS).default('csv') }),
		answers: { 200: z.any().meta({ description: 'The file' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403, 404],
		rate: 60,
	},
	...decisionCalls,
	validateSingle: {
		method: 'POST',
		path: '/api/indicators/validate/single',
		access: 'licence',
		scope: 'lists:read',
		summary: 'What happened after one condition held, over all past reports',
		body: strictObject({ ...searchScope, condition: searchCondition, horizon: horizons.element.optional() }).check(createSpanCheck()),
		answers: { 200: validation },
		errors: [400, 401, 403],
	},
	validateMultiple: {
		method: 'POST',
		path: '/api/indicators/validate/multiple',
		access: 'licence',
		scope: 'lists:read',
		summary: 'What happened after all conditions of a filter held, over all past reports',
		body: strictObject({
			...searchFields,
			filters: searchFields.filters.describe(
				"Conditions that must all have held: the sector's depth on the timeframe was at least `value`.",
			),
			filter: filterId
				.optional()
				.describe('The saved filter with these conditions: its record before and after saving is given separately.'),
		}).check(createSpanCheck()),
		answers: { 200: validation },
		errors: [400, 401, 403],
	},
	filterOverfitting: {
		method: 'GET',
		path: '/api/filters/overfitting',
		access: 'licence',
		summary: "How likely the best of the caller's saved filters is below their median next time (probability of back-test overfitting)",
		answers: { 200: overfitting },
		errors: [401, 403],
		rate: 30,
	},
	validationProgress: {
		method: 'GET',
		path: '/api/indicators/validate/progress',
		access: 'licence',
		scope: 'lists:read',
		summary: "Progress of the caller's running validation",
		answers: {
			200: z
				.object({
					state: z.enum(['idle', 'waiting', 'running']).describe('Waiting: queued behind others.'),
					progress: z.number().min(0).max(1).describe('Share of the past that has been processed, 0 to 1.'),
				})
				.meta({ id: 'ValidationProgress' }),
		},
		errors: [401, 403],
	},
} as const satisfies Area;

/** Research: searches, decisions, validation, back-tests, forecasts, replication, verification of reports, engine parameters. */
export const research = {
	...searchCalls,
	...occurrenceCalls,
	...backtestCalls,
	...forecastCalls,
	...replicationCalls,
	...verificationCalls,
	...scriptCalls,
} as const satisfies Area;
