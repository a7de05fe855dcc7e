import { INFORMATION_CHOICES } from '@sw/domain/filings/information-choice';
import { type FilterEntry, parseCondition } from '@sw/domain/filters/entries';
import { MENTION_BUCKETS } from '@sw/domain/prices/buckets';
import { SORT_COLUMNS } from '@sw/domain/reports/list/list-columns';
import { Z_SERIES } from '@sw/domain/signals/report-table';
import { OPERATIONS, SECTOR_COUNT, SECTORS } from '@sw/domain/signals/sector';
import { CELL_STATUSES } from '@sw/domain/signals/status';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { z } from 'zod';
import {
	capBuckets,
	enumOfNames,
	flag,
	instant,
	integer,
	isoTime,
	licence,
	listOf,
	listTickerType,
	MAX_ROW_ID,
	operation,
	paging,
	type SchemaPart,
	sectorKey,
	sortDirection,
	strategyTimeframes,
	strictObject,
	tab,
	tickerIdParameter,
	timeframeName,
} from './common.ts';
import { groupsText } from './groups.ts';
import { card, reportHead, sectorCharts, tickerDetail } from './report-schemas.ts';

/** Schemas of requests and responses about reports, for signed-in traders. */

/** Id of a saved filter, in a path or query. */
export const filterId = integer(1, MAX_ROW_ID);
const sectorNames = SECTORS.map(({ key }) => key).join(', ');
const timeframeNames = TIMEFRAMES.map(({ name }) => name).join(', ');
const CONDITION_FORMAT_MESSAGE = `Write a condition in the form volume.one_hour.3: a sector (${sectorNames}), a timeframe (${timeframeNames}) and 1 to 5 rings.`;

/** A condition in a query: sector, timeframe and minimum depth, such as 'volume.one_hour.3'. */
const condition: SchemaPart<FilterEntry, string> = z.string().transform((input, context) => {
	const entry = parseCondition(input);
	if (entry) return entry;
	context.issues.push({ code: 'custom', input, message: CONDITION_FORMAT_MESSAGE });
	return z.NEVER;
});
export const conditions = listOf(condition, SECTOR_COUNT * 5);
export const mentionBucket = enumOfNames(MENTION_BUCKETS);
/** Which tickers a list contains: all but the frozen ones, only the frozen ones, or only favourites. */
export const LIST_TYPES = ['white_list', 'black_list', 'favorites'] as const;
export const listType = z.enum(LIST_TYPES);

const sectors = listOf(sectorKey, SECTOR_COUNT);

/** A report is identified by its time; `version` opens an older version of a corrected one. */
export const reportQuery = { date: instant, version: integer(1, 10_000).optional() };

/** How to rank a report. Defaults: the saved filter's tab and strategy; without a filter extreme_rise and the first strategy. */
export const rankingQuery = {
	timeframes: strategyTimeframes.optional(),
	filter: filterId.optional().describe('A saved filter of the caller, or a built-in one.'),
	conditions: conditions.optional().describe('Conditions to use in place of a saved filter.'),
	groups: groupsText
		.optional()
		.describe('Groups of tests that must also hold, as in the address of a list: any(volume.one_hour.3,price.10-50).'),
	operation: operation.optional().describe('Default: the direction of the filter or the tab.'),
	tab_type: tab.optional(),
	sectors: sectors.optional().describe("Sectors of the rate. Default: the tab's four."),
};

const narrowingQuery = {
	list_type: listType.default('white_list'),
	exclude: listOf(tickerIdParameter, 500).optional().describe('Ticker ids to leave out.'),
	ticker_type: listTickerType.optional().describe('Default: stocks; every type for favourites, frozen tickers and watchlists.'),
	marketcap: capBuckets.optional(),
	pne: listOf(mentionBucket, MENTION_BUCKETS.length).optional(),
	information: z.enum(INFORMATION_CHOICES).optional(),
	new_leaders: flag.default(false).describe('Keeps only tickers that the list of the previous report did not have.'),
	sort_by: sectors
		.optional()
		.describe('Primary sort key: the weighted sum of these sectors. Not all six, and only together with an operation.'),
	extra_sort_by: sectors.optional(),
	sort_column: z
		.enum(SORT_COLUMNS)
		.optional()
		.describe('Primary sort key: the values of this column, unknown ones last. Not together with sort_by.'),
	sort_dir: sortDirection.default('desc'),
};

/** Limits a list to the tickers of one of the caller's watchlists. */
const watchlistQuery = { watchlist: integer(1, MAX_ROW_ID).optional() };

/** Whether cards also have the columns of a table row. */
const tableRowQuery = { rows: flag.default(false) };

interface Sorting {
	sort_by?: readonly string[] | undefined;
	sort_column?: string | undefined;
	operation?: string | undefined;
}

/** Checks a sort by sectors: it needs an operation, and excludes a column and all six sectors at once. */
export function validateSorting({ sort_by, sort_column, operation: direction }: Sorting, context: z.core.ParsePayload<Sorting>): void {
	if (sort_by === undefined) return;
	const addIssue = (field: string, message: string): void => {
		context.issues.push({ code: 'custom', input: sort_by, path: [field], message });
	};
	if (sort_by.length === SECTOR_COUNT) addIssue('sort_by', 'Sorting by all six sectors has no effect: leave sort_by out.');
	if (sort_column !== undefined) addIssue('sort_column', 'Sort by sectors or by a column, not by both.');
	if (direction === undefined) addIssue('operation', `Sorting by sectors needs an operation: ${OPERATIONS.join(' or ')}.`);
}

export const listQuery = strictObject({ ...rankingQuery, ...narrowingQuery, ...watchlistQuery, ...tableRowQuery, ...paging }).check(
	(context) => validateSorting(context.value, context),
);
export const pastListQuery = strictObject({
	...reportQuery,
	...rankingQuery,
	...narrowingQuery,
	...watchlistQuery,
	...tableRowQuery,
	...paging,
}).check((context) => validateSorting(context.value, context));
/** The whole list, without paging. */
export const wholeListQuery = {
	date: instant.optional(),
	version: reportQuery.version,
	...rankingQuery,
	...narrowingQuery,
	...watchlistQuery,
};
/** Where a ticker is frozen: under one filter, in all lists of a tab, or everywhere. */
export const FREEZE_SCOPES = ['filter', 'tab', 'all'] as const;
export const blackListQuery = strictObject({
	...rankingQuery,
	...narrowingQuery,
	...paging,
	use_filters: flag.default(false).describe('Only those that the tab, the filter and the conditions match.'),
	/** 'filter': tickers frozen under the filter. 'tab': those frozen in the tab or under any of the tab's filters. 'all': all frozen tickers. */
	scope: z.enum(FREEZE_SCOPES).default('all'),
}).check((context) => validateSorting(context.value, context));

// ---- responses

/** The report of a response, with the details that subscribers may see. */
export const workspaceHead = reportHead
	.extend({
		versions: z.int().min(1).describe("Number of the report's versions; by default the newest is opened."),
		report: licence.describe('The lowest licence that may open it.'),
		first: z.boolean().describe('The first slot of its day is open to every licence.'),
		hash: z.string().meta({
			description: 'SHA-256 of its content, chained to the previously published report.',
			examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
		}),
	})
	.meta({ id: 'WorkspaceReportHead' });

const frozenUnder = z.object({
	filter: z.int().nullable().describe('Both null: everywhere.'),
	tab: tab.nullable(),
	reason: z.string(),
	since: isoTime,
	until: isoTime.nullable().describe('When it is unfrozen automatically; null: never.'),
});

function createTypicalMovesSchema(seriesName: string) {
	return z.number().nullable().describe(`Typical moves (z) of ${seriesName} on \`timeframe\`; null when not measurable.`);
}

/** What a table row shows in addition to a card. */
const listRow = z
	.object({
		mentions: z.int().min(0).nullable().describe('Mentions of the last 24 hours; null when no source covered the ticker.'),
		dollar_volume: z
			.int()
			.min(0)
			.nullable()
			.describe('Shares traded in the session so far at the last price, in dollars; null when unknown.'),
		industry: z.string().nullable().describe("Today's, also for past reports; null when unknown."),
		timeframe: timeframeName.describe(
			'The longest rated timeframe, to which the next three refer. Rises and call-heavy balances are positive.',
		),
		move: createTypicalMovesSchema('price'),
		volume: createTypicalMovesSchema('volume'),
		options: createTypicalMovesSchema('calls minus puts'),
		listed: isoTime.describe(
			"The session's first report since which the ticker has been in this list without a gap, among those that the caller may open.",
		),
		before: z
			.object({ time: isoTime, weighted_sum: z.int().nullable() })
			.nullable()
			.describe('The rate in the newest earlier report that the caller may open; null where the ticker was not in this list.'),
	})
	.meta({ id: 'ListRow' });

export const workspaceCard = card
	.extend({
		frozen: z.array(frozenUnder).optional().describe('In lists of frozen tickers: where the ticker is frozen.'),
		row: listRow.optional().describe('Only where rows were requested.'),
	})
	.meta({ id: 'WorkspaceCard' });

const listHead = {
	report: workspaceHead.nullable(),
	time: isoTime.nullable(),
	timeframes: sectorCharts.shape.timeframes,
	measured_timeframes: sectorCharts.shape.measured_timeframes,
	tab_type: tab,
	operation,
	filter: z.int().nullable(),
};

export const rankedList = z
	.object({
		...listHead,
		list_type: listType,
		total_count: z.int().min(0).describe('Tickers in the list before paging.'),
		information: z
			.object({
				with: z.int().min(0).describe('With a filing of their issuer.'),
				without: z.int().min(0).describe('Without one.'),
				unknown: z.int().min(0).describe('Not covered.'),
			})
			.describe('How many of them have public information.'),
		items: z.array(workspaceCard),
	})
	.meta({ id: 'RankedList' });

const listGroup = z.object({ total_count: z.int().min(0), items: z.array(workspaceCard) });

export const groupedLists = z
	.object({ ...listHead, groups: z.object({ white_list: listGroup, black_list: listGroup, favorites: listGroup }) })
	.meta({ id: 'GroupedLists' });

const tickerIds = z.array(z.int());

export const listChanges = z
	.object({
		time: isoTime.nullable().describe('Times of the later and the earlier report; null before the first.'),
		since: isoTime.nullable(),
		entered: tickerIds.describe(
			'Ticker ids: only in the later list, in its order; only in the earlier list, in its order; favourites in both whose rate changed.',
		),
		left: tickerIds,
		moved: tickerIds,
		target: z
			.object({
				total: z.int().min(0).describe('Tickers in the later list and in the earlier one.'),
				total_before: z.int().min(0),
				entered: z
					.array(z.string())
					.meta({ description: 'The first symbols of those that entered, in the order of the ids.', examples: [['ABCD']] }),
				left: z
					.array(z.string())
					.meta({ description: 'The first symbols of those that left, in the order of the ids.', examples: [['EFGH']] }),
				places: z
					.array(z.int().min(1).nullable())
					.describe("Ranks in the earlier list of the later list's first tickers, from 1; null: not in it."),
			})
			.optional()
			.describe('Only where `first` was requested.'),
	})
	.meta({ id: 'ListChanges' });

export const frozenMap = z
	.object({
		filters: z.array(z.object({ filter: z.int(), tickers: z.array(z.int()) })).describe('Ticker ids frozen under each filter.'),
		tabs: z.array(z.object({ tab, tickers: z.array(z.int()) })).describe('Ticker ids frozen in every list of each tab.'),
		all: z.array(z.int()).describe('Ticker ids frozen everywhere.'),
		black_list_count: z.int().min(0).describe('Distinct tickers.'),
	})
	.meta({ id: 'FrozenMap' });

export const frozenList = z
	.object({
		...listHead,
		total_count: z.int().min(0).describe('Rows of the scope before paging, and its tickers that are missing from this report.'),
		missing: z.int().min(0),
		items: z.array(workspaceCard),
		frozen: frozenMap,
	})
	.meta({ id: 'FrozenList' });

const cellFields = { key: sectorKey, timeframe: tickerDetail.shape.timeframes.element };

/** The values of one measured series on one timeframe. */
const measuredCell = z
	.object({
		series: z
			.enum(Z_SERIES)
			.describe('Price covers both price sectors (rises positive), diff both call_without_put (call-heavy positive).'),
		timeframe: tickerDetail.shape.timeframes.element,
		status: z.enum(CELL_STATUSES),
		z: z
			.number()
			.nullable()
			.describe('Typical moves, unrounded; this and the next two are null where the status says that nothing could be measured.'),
		scale: z
			.number()
			.nullable()
			.describe('Sigma for price (per square root of clock variance), the usual true range for squeeze, s for the others.'),
		value: z
			.number()
			.nullable()
			.describe(
				'Price: log return since the reference; volume: shares; sum: contracts; diff: the usual balance; squeeze: the ratio of ranges.',
			),
		reference: isoTime.nullable().describe('The bar whose close the price is measured from; null before there is one.'),
		developing: z.boolean().describe('The bar has not closed yet.'),
		received: isoTime.describe('When the last bar of the cell was received.'),
	})
	.meta({ id: 'MeasuredCell' });

/** A ticker of a report in full: what has changed since an earlier report, all measured cells, and how near each rated cell is to another depth. */
export const workspaceDetail = tickerDetail
	.extend({
		report: workspaceHead,
		filter: z.int().nullable(),
		frozen: z.array(frozenUnder),
		change: z
			.object({
				date: isoTime,
				weighted_sum: z.int(),
				listed: z.boolean(),
				cells: z.array(z.object({ ...cellFields, from: z.int().nullable(), to: z.int().nullable() })),
			})
			.nullable()
			.describe('Compared with the newest earlier report that the caller may open and that has the ticker; null without one.'),
		cells: z
			.array(measuredCell)
			.nullable()
			.describe(
				'All series on all five timeframes; null for a forecast, and while the values of an older report are being computed: repeat the request later.',
			),
		margins: z
			.array(
				z.object({
					...cellFields,
					weight: z.int(),
					depth: z.int(),
					z: z.number(),
					next: z.number().nullable(),
					holds: z.number().nullable(),
				}),
			)
			.describe(
				'Rated cells, those nearest to another depth first: the z from which the depth rises by one, and the z below which it falls by one.',
			),
	})
	.meta({ id: 'WorkspaceDetail' });
