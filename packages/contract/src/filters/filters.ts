import { RECORD_START_REASONS } from '@sw/domain/filters/filter-record';
import { MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { LICENCES } from '@sw/domain/reports/licence';
import { LIST_VIEWS, SORT_COLUMNS, TABLE_COLUMNS, TABLE_ROWS } from '@sw/domain/reports/list/list-columns';
import { SECTOR_COUNT } from '@sw/domain/signals/sector';
import { z } from 'zod';
import {
	capBucket,
	capBuckets,
	flag,
	instant,
	isoTime,
	listOf,
	listTickerType,
	operation,
	possiblyEmptyText,
	sectorKey,
	sortDirection,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
	timeframeName,
} from '../base/common.ts';
import type { Area } from '../base/define.ts';
import { responseGroups } from '../base/groups.ts';
import { filterId, frozenMap, mentionBucket } from '../base/list-schemas.ts';
import { checkGroupsVersion, conditionFields, filterDocument } from './filter-document.ts';
import { levelCalls } from './levels.ts';
import { watchlistCalls } from './watchlists.ts';

export const filterSetting = z
	.object({
		id: z.int(),
		version: z.int().min(1).describe('Version of the filter document that these conditions need: 2 with groups, otherwise 1.'),
		name: z.string(),
		tab,
		timeframes: z.array(timeframeName).describe('The three slot timeframes of its strategy.'),
		filters: z.array(z.object({ sector: sectorKey, timeframe: timeframeName, value: z.int() })),
		groups: responseGroups,
		operation: operation.nullable().describe("Null: the tab's own direction."),
		orientation: z
			.array(z.object({ timeframe: timeframeName, operation }))
			.describe('The direction of its conditions on calls and puts, for each timeframe that has some.'),
		comment: z.string(),
		is_branded: z.boolean().describe('A built-in filter: the default of its tab for all users; only administrators can change it.'),
		feed: z.boolean().describe('Whether filter alerts are on.'),
		limit: z.int().min(0).describe('Filters that the caller has created.'),
		black_list_count: z.int().min(0).describe('Tickers frozen under this filter.'),
		created: isoTime,
		updated: isoTime,
		conditions_since: isoTime.describe(
			"When the current conditions were set (wall clock) and why; the filter's record starts here. A new name or changed alerts do not restart it.",
		),
		record_begins: z.enum(RECORD_START_REASONS),
	})
	.meta({ id: 'FilterSetting' });

const filterList = z
	.object({
		items: z.array(filterSetting),
		limit: z.int().min(0).describe('Filters that the caller has created, and how many the licence allows.'),
		allowed: z.int().min(0),
		black_list_count: z.int().min(0).describe('Distinct tickers frozen under any filter, in any tab or everywhere.'),
		total_count: z.int().min(0),
	})
	.meta({ id: 'FilterList' });

const idParams = strictObject({ id: filterId });

export const filterCalls = {
	filters: {
		method: 'GET',
		path: '/api/filters',
		access: 'licence',
		scope: 'account:read',
		summary: "List the caller's saved filters and the built-in ones; 204 when there are none",
		query: strictObject({
			tab: tab.optional(),
			timeframes: strategyTimeframes.optional(),
			is_favorite: flag.optional().describe('True: only filters with alerts on; false: only those with alerts off.'),
		}),
		answers: { 200: filterList, 204: z.undefined() },
		errors: [400, 401, 403],
	},
	createFilter: {
		method: 'POST',
		path: '/api/filters',
		access: 'licence',
		scope: 'filters:write',
		summary: "Save a filter; 409 if the name is taken, 403 if the licence's limit is reached",
		body: filterDocument,
		answers: { 200: filterSetting },
		errors: [400, 401, 403, 409],
	},
	defaultFilter: {
		method: 'GET',
		path: '/api/filters/default',
		access: 'licence',
		scope: 'account:read',
		summary: 'Get the built-in default filter of a tab; 204 if there is none for these timeframes',
		query: strictObject({ tab: tab.default('extreme_rise'), timeframes: strategyTimeframes.optional() }),
		answers: { 200: filterSetting, 204: z.undefined() },
		errors: [400, 401, 403],
	},
	filterProof: {
		method: 'GET',
		path: '/api/filters/{id}/proof',
		access: 'licence',
		scope: 'account:read',
		summary: 'Get a file that proves when your filter was saved, for verify.py',
		params: idParams,
		answers: { 200: z.any().meta({ description: 'The file, see docs/proof-format.md' }) },
		produces: 'application/octet-stream',
		errors: [400, 401, 403, 404],
		rate: 60,
	},
	filterWitnesses: {
		method: 'GET',
		path: '/api/filters/{id}/witnesses',
		access: 'licence',
		scope: 'account:read',
		summary: "Get the outside witnesses' stamps that show how long your filter has existed in its current form",
		params: idParams,
		answers: {
			200: z
				.object({
					active: z.boolean().describe("Whether outside witnesses stamp this server's records."),
					witnesses: z
						.array(z.object({ by: z.string(), before: isoTime }))
						.describe("The filter existed before these times. Empty where it isn't stamped yet."),
					faults: z
						.array(z.string())
						.describe('Why stamps are invalid.')
						.meta({ examples: [['The token is for another head.']] }),
				})
				.meta({ id: 'FilterWitnesses' }),
		},
		errors: [400, 401, 403, 404],
		rate: 60,
	},
	countFilter: {
		method: 'POST',
		path: '/api/filters/count',
		access: 'licence',
		scope: 'lists:read',
		summary: 'Count the tickers that match conditions now and matched in the past',
		description:
			'`past` is the reports of the last 60 sessions that the licence opens, live ones as first published, without frozen tickers.',
		body: strictObject({
			...conditionFields,
			filter: filterId.optional().describe('The saved filter that has these conditions: tickers frozen under it are not counted either.'),
			ticker_type: listTickerType.default('all').describe('Ticker types to count now; the past covers every type.'),
			marketcap: z.array(capBucket).max(8).optional(),
			pne: z.array(mentionBucket).max(MENTION_BUCKETS.length).optional(),
			past: z.boolean().default(true).describe('false: only count current matches.'),
			history: z.boolean().default(false).describe('Count all past reports.'),
		}).check((context) => checkGroupsVersion(context.value, context)),
		answers: {
			200: z
				.object({
					report: isoTime.nullable(),
					now: z.int().min(0).describe('Tickers that the list would show, and those that match but are frozen in it.'),
					frozen: z.int().min(0),
					tickers: z.array(z.string()).meta({ description: "The first of them, in the list's order.", examples: [['ABCD']] }),
					past: z
						.object({
							licence: z.enum(LICENCES).describe('Only reports that this licence opens are counted.'),
							sessions: z.int().min(0),
							reports: z.int().min(0),
							matched: z.int().min(0).describe('Reports with a match.'),
							mean: z
								.number()
								.describe('Mean number of matching tickers in a report, and their share of the tickers that the tab could show.'),
							share: z.number().min(0).max(1),
						})
						.nullable(),
					history: z
						.object({
							licence: z.enum(LICENCES).describe('Only reports that this licence opens are counted.'),
							from: isoTime
								.nullable()
								.describe('The first counted report; reports of earlier versions, which lack a number that is asked for, are left out.'),
							reports: z.int().min(0),
							matched: z.int().min(0).describe('Reports with a match.'),
							matches: z.int().min(0).describe('Matching tickers of all reports.'),
						})
						.nullable()
						.describe('Matches in all past reports, where they were asked for.'),
				})
				.meta({ id: 'FilterCount' }),
		},
		errors: [400, 401, 403],
	},
	normalizeFeeds: {
		method: 'PUT',
		path: '/api/filters/feeds/normalize',
		access: 'licence',
		scope: 'filters:write',
		summary: 'Renumber the filters that have alerts, keeping their order',
		answers: { 200: z.object({ items: z.array(z.object({ id: z.int(), position: z.int() })) }).meta({ id: 'FeedOrder' }) },
		errors: [400, 401, 403],
	},
	orderFilters: {
		method: 'PUT',
		path: '/api/filters/order',
		access: 'licence',
		scope: 'filters:write',
		summary: "Save the order of the caller's and the built-in filters; filters not named come last",
		body: strictObject({
			filters: z
				.array(filterId)
				.min(1)
				.max(500)
				.refine((ids) => new Set(ids).size === ids.length, 'Name each filter once.'),
		}),
		answers: { 200: z.object({ /** Ids of all filters, in the new order. */ items: z.array(z.int()) }).meta({ id: 'FilterOrder' }) },
		errors: [400, 401, 403],
	},
	filter: {
		method: 'GET',
		path: '/api/filters/{id}',
		access: 'licence',
		scope: 'account:read',
		summary: 'Get a saved filter',
		params: idParams,
		answers: { 200: filterSetting },
		errors: [400, 401, 403, 404],
	},
	changeFilter: {
		method: 'PUT',
		path: '/api/filters/{id}',
		access: 'licence',
		scope: 'filters:write',
		summary: 'Replace a saved filter; only administrators can replace a built-in filter (otherwise 403)',
		description: 'A document of version 1 cannot replace a filter with groups, because it would delete them: 409. Send version 2.',
		params: idParams,
		body: filterDocument,
		answers: { 200: filterSetting },
		errors: [400, 401, 403, 404, 409],
	},
	deleteFilter: {
		method: 'DELETE',
		path: '/api/filters/{id}',
		access: 'licence',
		scope: 'filters:write',
		summary: 'Delete a saved filter and the tickers frozen under it',
		params: idParams,
		answers: { 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	feedFilter: {
		method: 'PUT',
		path: '/api/filters/{id}/feed',
		access: 'licence',
		scope: 'filters:write',
		summary: "Turn a filter's alerts on or off",
		params: idParams,
		body: strictObject({ feed: z.boolean() }),
		answers: { 200: filterSetting },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;

const tickerIds = z.array(tickerIdParameter).min(1).max(500);

interface FreezeScope {
	filter?: unknown;
	tab?: unknown;
	scope?: unknown;
}

/** Refuses a call about frozen tickers that names several scopes: filter, tab or all. A call without a scope applies everywhere. */
function checkSingleScope({ filter, tab: tabScope, scope }: FreezeScope, context: z.core.ParsePayload<FreezeScope>): void {
	if ([filter, tabScope, scope].filter((scopeValue) => scopeValue !== undefined).length < 2) return;
	context.issues.push({ code: 'custom', input: filter, path: ['filter'], message: 'Name at most one of: a filter, a tab, everywhere.' });
}

const blackListChange = z.object({ changed: z.int().min(0), ...frozenMap.shape }).meta({ id: 'BlackListChange' });

/** How a list is displayed and sorted. */
const layoutFields = {
	view: z.enum(LIST_VIEWS).optional(),
	rows: z.literal(TABLE_ROWS).optional(),
	columns: z.array(z.enum(TABLE_COLUMNS)).min(1).max(TABLE_COLUMNS.length).optional().describe("Table columns, in the user's order."),
	sort_column: z.enum(SORT_COLUMNS).optional(),
	sort_dir: sortDirection.optional(),
};

const listSettings = strictObject({
	sort_sectors: z.array(sectorKey).max(SECTOR_COUNT).optional(),
	filter_pe: z.array(mentionBucket).max(MENTION_BUCKETS.length).optional(),
	filter_marketcaps: capBuckets.optional(),
	operation: operation.optional(),
	filter: z.int().nullish().describe('The saved filter that was last used in the list.'),
	timeframe: timeframeName.optional().describe('The timeframe in the middle of the wheels, and how many slices they show.'),
	sectors: z.union([z.literal(4), z.literal(6)]).optional(),
	...layoutFields,
});

const settingsEntry = z
	.object({
		tab,
		timeframes: z.array(timeframeName),
		settings: z.object({
			sort_sectors: z.array(sectorKey).optional(),
			filter_pe: z.array(mentionBucket).optional(),
			filter_marketcaps: z.array(capBucket).optional(),
			operation: operation.optional(),
			filter: z.int().nullish(),
			timeframe: timeframeName.optional(),
			sectors: z.union([z.literal(4), z.literal(6)]).optional(),
			...layoutFields,
		}),
	})
	.meta({ id: 'ListSettings' });
const settingsList = z.object({ settings: z.array(settingsEntry) }).meta({ id: 'ListSettingsList' });

export const personalCalls = {
	freeze: {
		method: 'POST',
		path: '/api/black-list',
		access: 'licence',
		scope: 'filters:write',
		summary: 'Freeze tickers under the given filters, in every list of a tab, or (without either) everywhere',
		body: strictObject({
			filter: z.array(filterId).min(1).max(200).optional().describe('Ids of filters. Default: all.'),
			tab: tab.optional(),
			tickers: tickerIds,
			reason: possiblyEmptyText(500).optional(),
			until: instant.nullish().describe('When they are unfrozen automatically (wall clock). Default: never.'),
		}).check((context) => checkSingleScope(context.value, context)),
		answers: { 200: blackListChange },
		errors: [400, 401, 403],
	},
	thaw: {
		method: 'DELETE',
		path: '/api/black-list',
		access: 'licence',
		scope: 'filters:write',
		summary: 'Unfreeze tickers under one filter, in one tab, or (without either) everywhere',
		query: strictObject({
			filter: filterId.optional(),
			tab: tab.optional(),
			/** Only ends freezes that apply everywhere; tickers frozen under filters or in tabs stay frozen there. */
			scope: z.literal('all').optional(),
			tickers: listOf(tickerIdParameter, 500),
		}).check((context) => checkSingleScope(context.value, context)),
		answers: { 200: blackListChange },
		errors: [400, 401, 403],
	},
	switchFavorite: {
		method: 'POST',
		path: '/api/favorites',
		access: 'licence',
		scope: 'filters:write',
		summary: 'Toggle a favourite, or set it to `favorite`; 201 if it is now a favourite, 204 if not',
		body: strictObject({
			ticker: tickerIdParameter,
			favorite: z.boolean().optional().describe('The state to set. Default: the opposite of the current state.'),
		}),
		answers: { 201: z.object({ ticker: z.int(), favorite: z.literal(true) }).meta({ id: 'Favorite' }), 204: z.undefined() },
		errors: [400, 401, 403, 404],
	},
	listSettings: {
		method: 'GET',
		path: '/api/user-settings/sector-charts',
		access: 'user',
		scope: 'account:read',
		summary: "Get the caller's list settings by tab and timeframes",
		answers: { 200: settingsList },
		errors: [401, 403, 404],
	},
	saveListSettings: {
		method: 'POST',
		path: '/api/user-settings/sector-charts',
		access: 'user',
		summary: 'Save list settings; those of other tabs and timeframes are unchanged',
		body: strictObject({
			settings: z
				.array(strictObject({ tab, timeframes: z.nonoptional(strategyTimeframes), settings: listSettings.default({}) }))
				.min(1)
				.max(12),
		}),
		answers: { 200: settingsList },
		errors: [400, 401, 403],
	},
	deleteListSettings: {
		method: 'DELETE',
		path: '/api/user-settings/sector-charts',
		access: 'user',
		summary: "Delete the caller's list settings",
		answers: { 204: z.undefined() },
		errors: [401, 403],
	},
} as const satisfies Area;

/** What users own: filters, frozen tickers, favourites, list settings, drawn levels and watchlists. */
export const filters = { ...filterCalls, ...personalCalls, ...levelCalls, ...watchlistCalls } as const satisfies Area;
