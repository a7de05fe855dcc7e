import { readCondition } from '@sw/domain/filters/condition-text';
import type { FilterEntry } from '@sw/domain/filters/entries';
import { MENTION_BUCKETS } from '@sw/domain/prices/mentions';
import { SORT_COLUMNS } from '@sw/domain/reports/list-columns';
import { Z_SERIES } from '@sw/domain/signals/report-table';
import { SECTOR_COUNT } from '@sw/domain/signals/sector';
import { CELL_STATUSES } from '@sw/domain/signals/status';
import { z } from 'zod';
import {
	capBuckets,
	flag,
	instant,
	isoTime,
	LARGEST_ID,
	licence,
	listOf,
	named,
	only,
	operation,
	type Piece,
	paging,
	sectorKey,
	sortDirection,
	strategyTimeframes,
	tab,
	tickerIdParameter,
	timeframeName,
	whole,
} from './common.ts';
import { card, reportHead, sectorCharts, tickerDetail } from './pieces.ts';

/** What questions and answers about the reports of signed-in traders are made of. */

/** Number of a saved filter, in a path or query. */
export const filterId = whole(1, LARGEST_ID);
/** A condition in an address: sector, timeframe and rings, as 'volume.one_hour.3'. */
const condition: Piece<FilterEntry, string> = z.string().transform((given, context) => {
	const read = readCondition(given);
	if (read) return read;
	context.issues.push({ code: 'custom', input: given, message: 'Not a condition; use the form volume.one_hour.3.' });
	return z.NEVER;
});
export const conditions = listOf(condition, SECTOR_COUNT * 5);
export const mentionBucket = named(MENTION_BUCKETS);
export const LIST_TYPES = ['white_list', 'black_list', 'favorites'] as const;
export const listType = z.enum(LIST_TYPES);

const sectors = listOf(sectorKey, SECTOR_COUNT);

/** A report is named by its time; of a corrected one `version` opens an older state. */
export const reportQuery = { date: instant, version: whole(1, 10_000).optional() };

/** Which report and how it is read; without them a saved filter's own tab and strategy hold, then extreme_rise and the first strategy. */
export const readingQuery = {
	timeframes: strategyTimeframes.optional(),
	/** A saved filter of the caller, or one of the house. */
	filter: filterId.optional(),
	/** In place of a saved filter: what it would ask. */
	conditions: conditions.optional(),
	/** The filter's or the tab's own direction unless told. */
	operation: operation.optional(),
	tab_type: tab.optional(),
	/** Sectors of the rate; the tab's four unless told. */
	sectors: sectors.optional(),
};

const narrowingQuery = {
	list_type: listType.default('white_list'),
	/** Ticker ids to leave out. */
	exclude: listOf(tickerIdParameter, 500).optional(),
	marketcap: capBuckets.optional(),
	pne: listOf(mentionBucket, MENTION_BUCKETS.length).optional(),
	/** Keeps tickers that the list of the report before did not have. */
	new_leaders: flag.default(false),
	/** First key: the weighted sum of these sectors. Not all six, and together with an operation. */
	sort_by: sectors.optional(),
	extra_sort_by: sectors.optional(),
	/** First key: what stands in this column, unknown ones last. Not together with sort_by. */
	sort_column: z.enum(SORT_COLUMNS).optional(),
	sort_dir: sortDirection.default('desc'),
};

/** With what the rows of a table show beside a card's. */
const rowQuery = { rows: flag.default(false) };

interface Sorting {
	sort_by?: readonly string[] | undefined;
	sort_column?: string | undefined;
	operation?: string | undefined;
}

/** A sort by sectors is a proper subset of the six, and says in which operation. */
const soundSorting = ({ sort_by, sort_column, operation: direction }: Sorting, context: z.core.ParsePayload<Sorting>): void => {
	if (sort_by === undefined) return;
	const refuse = (field: string, message: string): void => {
		context.issues.push({ code: 'custom', input: sort_by, path: [field], message });
	};
	if (sort_by.length === SECTOR_COUNT) refuse('sort_by', 'Sorting by all six sectors has no effect: leave sort_by out.');
	if (sort_column !== undefined) refuse('sort_column', 'Sort by sectors or by a column, not by both.');
	if (direction === undefined) refuse('operation', 'Sorting by sectors needs an operation.');
};

export const listQuery = only({ ...readingQuery, ...narrowingQuery, ...rowQuery, ...paging }).check((context) =>
	soundSorting(context.value, context),
);
export const pastListQuery = only({ ...reportQuery, ...readingQuery, ...narrowingQuery, ...rowQuery, ...paging }).check((context) =>
	soundSorting(context.value, context),
);
/** The whole list: no pages. */
export const wholeListQuery = { date: instant.optional(), version: reportQuery.version, ...readingQuery, ...narrowingQuery };
/** Where a setting counts: under one filter, in the lists of a tab, or everywhere. */
export const SCOPES = ['filter', 'tab', 'all'] as const;
export const blackListQuery = only({
	...readingQuery,
	...narrowingQuery,
	...paging,
	/** Only those that the tab, the filter and the choices let in. */
	use_filters: flag.default(false),
	/** Those hidden under the filter, in the tab or under any of its filters, or anywhere. */
	scope: z.enum(SCOPES).default('all'),
}).check((context) => soundSorting(context.value, context));
export { soundSorting };

// ---- answers

/** The report of an answer, with what a subscriber may know of it. */
export const deskHead = reportHead
	.extend({
		/** Versions that the report has by now; the newest is opened unless another is asked for. */
		versions: z.int().min(1),
		/** The least licence that may open it. */
		report: licence,
		/** The first slot of its day is open to every licence. */
		first: z.boolean(),
		/** SHA-256 of its content, chained to the report published before it. */
		hash: z.string(),
	})
	.meta({ id: 'DeskReportHead' });

const frozenUnder = z.object({
	/** Both null: everywhere. */
	filter: z.int().nullable(),
	tab: tab.nullable(),
	reason: z.string(),
	since: isoTime,
	/** When it thaws by itself; null: never. */
	until: isoTime.nullable(),
});

const moves = z.number().nullable();

/** What a row of a table shows beside a card. */
const listRow = z
	.object({
		/** Mentions of the last 24 hours; null when no source covered the ticker. */
		mentions: z.int().min(0).nullable(),
		/** The longest rated timeframe, on which the three stand: typical moves, rises and call-heavy balances positive; null when not measurable. */
		timeframe: timeframeName,
		move: moves,
		volume: moves,
		options: moves,
		/** The first report of the session from which on it has stood in this list without a gap, among those that the caller may open. */
		listed: isoTime,
		/** Against the newest earlier report that the caller may open: the rate there, null where it did not stand in this list. */
		before: z.object({ time: isoTime, weighted_sum: z.int().nullable() }).nullable(),
	})
	.meta({ id: 'ListRow' });

export const deskCard = card
	.extend({
		/** In lists of frozen tickers: where each is hidden. */
		frozen: z.array(frozenUnder).optional(),
		/** Where rows were asked for. */
		row: listRow.optional(),
	})
	.meta({ id: 'DeskCard' });

const listHead = {
	report: deskHead.nullable(),
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
		/** Tickers of the list before paging. */
		total_count: z.int().min(0),
		items: z.array(deskCard),
	})
	.meta({ id: 'RankedList' });

const group = z.object({ total_count: z.int().min(0), items: z.array(deskCard) });

export const groupedLists = z
	.object({ ...listHead, groups: z.object({ white_list: group, black_list: group, favorites: group }) })
	.meta({ id: 'GroupedLists' });

const tickerIds = z.array(z.int());

export const listChanges = z
	.object({
		/** The later report and the earlier one; null before the first. */
		time: isoTime.nullable(),
		since: isoTime.nullable(),
		/** Ticker ids: only in the later list, in its order; only in the earlier one, in its; favourites in both, with another rate. */
		entered: tickerIds,
		left: tickerIds,
		moved: tickerIds,
		/** Where `first` asks for it. */
		target: z
			.object({
				/** Tickers of the later list and of the earlier one. */
				total: z.int().min(0),
				total_before: z.int().min(0),
				/** The first of those who entered and left, by name, in the order of the ids. */
				entered: z.array(z.string()),
				left: z.array(z.string()),
				/** Where the first of the later list stood in the earlier one, from 1; null: not in it. */
				places: z.array(z.int().min(1).nullable()),
			})
			.optional(),
	})
	.meta({ id: 'ListChanges' });

export const frozenMapPiece = z
	.object({
		/** Ticker ids hidden under each filter. */
		filters: z.array(z.object({ filter: z.int(), tickers: z.array(z.int()) })),
		/** Ticker ids hidden in every list of each tab. */
		tabs: z.array(z.object({ tab, tickers: z.array(z.int()) })),
		/** Ticker ids hidden everywhere. */
		all: z.array(z.int()),
		/** Distinct tickers. */
		black_list_count: z.int().min(0),
	})
	.meta({ id: 'FrozenMap' });

export const frozenList = z
	.object({
		...listHead,
		/** Rows of the scope before paging, and its tickers that this report does not have. */
		total_count: z.int().min(0),
		missing: z.int().min(0),
		items: z.array(deskCard),
		frozen: frozenMapPiece,
	})
	.meta({ id: 'FrozenList' });

const cell = { key: sectorKey, timeframe: tickerDetail.shape.timeframes.element };

/** The numbers behind one measured series of one timeframe. */
const measuredCell = z
	.object({
		/** price serves both price sectors (rises positive), diff both call_without_put (call-heavy positive). */
		series: z.enum(Z_SERIES),
		timeframe: tickerDetail.shape.timeframes.element,
		status: z.enum(CELL_STATUSES),
		/** Typical moves, unrounded; null where the status leaves nothing to measure, as are the next two. */
		z: z.number().nullable(),
		/** sigma of price (per square root of clock variance), s of the others, the usual true range of squeeze. */
		scale: z.number().nullable(),
		/** price: log return since the reference; volume: shares; sum: contracts; diff: the usual balance; squeeze: the ratio of ranges. */
		value: z.number().nullable(),
		/** Close of the bar that price is measured from; null before there is one. */
		reference: isoTime.nullable(),
		/** The bar has not closed yet. */
		developing: z.boolean(),
		/** Every bar in the cell had been received by then. */
		received: isoTime,
	})
	.meta({ id: 'MeasuredCell' });

/** Why a ticker stands where it stands: what changed, and what would. */
export const deskDetail = tickerDetail
	.extend({
		report: deskHead,
		filter: z.int().nullable(),
		frozen: z.array(frozenUnder),
		/** Against the newest earlier report that the caller may open and that has the ticker; null without one. */
		change: z
			.object({
				date: isoTime,
				weighted_sum: z.int(),
				listed: z.boolean(),
				cells: z.array(z.object({ ...cell, from: z.int().nullable(), to: z.int().nullable() })),
			})
			.nullable(),
		/** All series on all five timeframes; null for a forecast, and where the numbers of an older report are still being worked out: ask again. */
		cells: z.array(measuredCell).nullable(),
		/** Rated cells, the nearest to another depth first: z from which one more ring lights, and below which one goes out. */
		margins: z.array(
			z.object({ ...cell, weight: z.int(), depth: z.int(), z: z.number(), next: z.number().nullable(), holds: z.number().nullable() }),
		),
	})
	.meta({ id: 'DeskDetail' });
