import { groupedLists, LIST_TYPES, rankedList } from '@sw/contract/base/list-schemas';
import type { CallerAccount } from '@sw/domain/access/caller';
import { countInformation } from '@sw/domain/filings/information';
import type { Ticker } from '@sw/domain/prices/ticker';
import type { Page, RankedPage } from '@sw/domain/reports/list/ranking';
import { choosePage, chooseRows, type RowChoice, rowMask } from '@sw/domain/reports/list/row-mask';
import { timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { measuredTimeframes } from '@sw/domain/signals/measured';
import { isoSeconds } from '@sw/domain/time/format';
import type { ReportTime } from '@sw/domain/time/units';
import { createAnswerCache, createLastAnswers } from '../../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import { unknownFilter, unknownWatchlist } from '../../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer } from '../../answer.ts';
import type { Cards } from '../../cards.ts';
import type { OpenReport, OpenReports } from '../open-reports.ts';
import type { ReaderLists, WorkspaceParts } from '../ports.ts';
import type { RankingCache } from '../ranking-cache.ts';
import { type NarrowingQuery, type QuestionQuery, type ResolvedQuery, resolveQuery, withTickerType } from '../reading.ts';
import {
	createListedSince,
	createRowReader,
	presentWorkspaceHead,
	type RowReader,
	type WorkspaceCard,
	type WorkspaceListAnswer,
} from './list-rows.ts';

export type ListType = (typeof LIST_TYPES)[number];

export interface ListQuery extends QuestionQuery, NarrowingQuery, Page {
	list_type: ListType;
	exclude?: readonly number[] | undefined;
	new_leaders: boolean;
	/** Adds the columns of the table view. */
	rows?: boolean;
}

/** The report to read. Default: the newest. */
export interface ReportQuery {
	date?: ReportTime | undefined;
	/** Name of the parameter that contained `date`, for errors. */
	dateField?: 'date' | 'since';
	version?: number | undefined;
}

export type GroupedLists = Omit<WorkspaceListAnswer, 'list_type' | 'total_count' | 'information' | 'items'> & {
	groups: Record<ListType, { total_count: number; items: WorkspaceCard[] }>;
};

/** A page of a list, with filing counts of the whole list. */
type ListPage = RankedPage & Pick<WorkspaceListAnswer, 'information'>;

const NO_PAGE: ListPage = {
	total: 0,
	rows: new Uint32Array(),
	rates: new Uint16Array(),
	information: { with: 0, without: 0, unknown: 0 },
};

/** Number of cached pages. Readers share a page if they see the same rows and favourites. */
const CACHED_PAGES = 1_000;

/** The input of an answer: a report, the reader's resolved query and the reader's own lists. */
export interface Selection {
	readonly report: OpenReport | undefined;
	readonly resolvedQuery: ResolvedQuery;
	readonly lists: ReaderLists;
	/** If given, lists are limited to these tickers. */
	readonly watchlist?: ReadonlySet<number> | undefined;
}

export interface WorkspaceTools {
	readonly parts: WorkspaceParts;
	readonly open: OpenReports;
	readonly rankings: RankingCache;
	readonly createCard: Cards;
}

export function presentListHead({ parts }: Pick<WorkspaceTools, 'parts'>, { report, resolvedQuery }: Selection) {
	return {
		report: report ? presentWorkspaceHead(report, parts.source) : null,
		time: report ? isoSeconds(report.facts.time) : null,
		timeframes: timeframeNames(visibleTimeframes(resolvedQuery.question.strategy)),
		measured_timeframes: report ? measuredTimeframes(report.table) : [],
		tab_type: resolvedQuery.question.tab,
		operation: resolvedQuery.question.operation,
		filter: resolvedQuery.filter?.id ?? null,
	};
}

/** Returns the function that opens the report of a query, with the caller's own lists. It throws if the report is missing or locked for the caller. */
export function createReportSelector({ parts, open }: Pick<WorkspaceTools, 'parts' | 'open'>) {
	const addPrices = (report: OpenReport): MaybePromise<OpenReport> =>
		mapMaybePromise(parts.pricesAt(report.facts.asOf), (prices) => (prices === parts.prices ? report : { ...report, prices }));
	const readWatchlist = (userId: string, watchlist: number | undefined): MaybePromise<ReadonlySet<number> | undefined> =>
		watchlist === undefined
			? undefined
			: parts.loadWatchlist(userId, watchlist).then((tickers) => {
					if (!tickers) throw unknownWatchlist('watchlist', 400);
					return tickers;
				});
	/** Resolved queries by query object. A repeated query is the same object. */
	const resolvedQueries = new WeakMap<object, { lists: ReaderLists; tickers: readonly Ticker[]; resolvedQuery: ResolvedQuery }>();
	return (
		{ id: userId, licence }: CallerAccount,
		query: QuestionQuery & NarrowingQuery & ReportQuery,
		/** Status of the error for an unknown filter. */
		unknownFilterStatus: 400 | 404 = 400,
	): MaybePromise<Selection> =>
		mapMaybePromise(parts.loadLists(userId), (lists) => {
			const { date, version } = query;
			const cached = resolvedQueries.get(query);
			const { tickers } = parts.directory;
			const resolvedQuery =
				cached?.lists === lists && cached.tickers === tickers
					? cached.resolvedQuery
					: resolveQuery(query, lists, parts.directory, () => unknownFilter('filter', unknownFilterStatus));
			if (cached?.resolvedQuery !== resolvedQuery) resolvedQueries.set(query, { lists, tickers, resolvedQuery });
			return mapMaybePromise<ReadonlySet<number> | undefined, Selection>(readWatchlist(userId, query.watchlist), (watchlist) =>
				mapMaybePromise<OpenReport | undefined, Selection>(
					date === undefined ? open.latest(licence) : mapMaybePromise(open.at(date, version, licence, query.dateField), addPrices),
					(report) => ({ lists, resolvedQuery, watchlist, report }),
				),
			);
		});
}

export type SelectReport = ReturnType<typeof createReportSelector>;

/** Builds ranked lists for accounts. Readers who see the same rows and favourites share encoded answers. */
export function createWorkspaceLists(tools: WorkspaceTools, select: SelectReport) {
	const { parts, open: openReports, rankings, createCard } = tools;
	const findListedSince = createListedSince(tools);
	const cache = createAnswerCache<string, EncodedAnswer<unknown>>({ max: CACHED_PAGES });
	const lastAnswers = createLastAnswers<EncodedAnswer<WorkspaceListAnswer>>(CACHED_PAGES);

	/** Marks the tickers that were in the same list of the previous report; undefined without a previous report. */
	const markFormerRows = async (
		report: OpenReport,
		resolvedQuery: ResolvedQuery,
		account: CallerAccount,
	): Promise<Uint8Array | undefined> => {
		const previous = await openReports.before(report, account.licence);
		if (!previous) return undefined;
		const { rows } = rankings.rank(previous, resolvedQuery);
		return rowMask(
			report.table,
			Array.from(rows, (row) => previous.table.tickerId[row]!),
		);
	};

	/** Returns the ids of the tickers in a list; for the white list, the ids of the tickers that it excludes. */
	const idsOf = ({ lists, resolvedQuery }: Selection, type: ListType): ReadonlySet<number> =>
		type === 'favorites'
			? lists.favorites
			: lists.findHidden({ filterId: resolvedQuery.filter?.id ?? null, tab: resolvedQuery.question.tab });

	/** Selects the rows of the shared ranking that the reader sees in a list. */
	const createRowChoice = (selection: Selection, { table }: OpenReport, type: ListType, otherMasks: readonly Uint8Array[]): RowChoice => {
		const ids = idsOf(selection, type);
		const { watchlist } = selection;
		if (type !== 'white_list')
			return { only: rankings.mask(table, watchlist ? new Set([...ids].filter((id) => watchlist.has(id))) : ids), hidden: otherMasks };
		const hidden = ids.size === 0 ? otherMasks : [rankings.mask(table, ids), ...otherMasks];
		return watchlist ? { only: rankings.mask(table, watchlist), hidden } : { hidden };
	};

	const selectPages = async (
		account: CallerAccount,
		selection: Selection,
		query: Pick<ListQuery, 'exclude' | 'new_leaders'>,
		types: readonly ListType[],
		page: Page,
	): Promise<ListPage[]> => {
		const { report, resolvedQuery } = selection;
		if (!report) return types.map(() => NO_PAGE);
		const ranking = rankings.rank(report, resolvedQuery);
		const formerMask = query.new_leaders ? await markFormerRows(report, resolvedQuery, account) : undefined;
		const otherMasks = [...(query.exclude ? [rowMask(report.table, query.exclude)] : []), ...(formerMask ? [formerMask] : [])];
		return types.map((type) => {
			const choice = createRowChoice(selection, report, type, otherMasks);
			const { yes, no, unknown } = countInformation(report.table, chooseRows(ranking, choice), resolvedQuery.question.strategy);
			return { ...choosePage(ranking, choice, page), information: { with: yes, without: no, unknown } };
		});
	};

	const markFavorites = ({ report, lists }: Selection, { rows }: RankedPage): boolean[] => {
		const favoriteFlags = new Array<boolean>(rows.length).fill(false);
		if (!report || lists.favorites.size === 0) return favoriteFlags;
		for (let at = 0; at < rows.length; at++) favoriteFlags[at] = lists.favorites.has(report.table.tickerId[rows[at]!]!);
		return favoriteFlags;
	};

	const presentCards = (
		{ report, resolvedQuery }: Selection,
		{ rows, rates }: RankedPage,
		favoriteFlags: readonly boolean[],
		readRow?: RowReader,
	): WorkspaceCard[] =>
		report
			? Array.from(rows, (row, at) => ({
					...createCard(report, resolvedQuery.question, row, rates[at]!),
					favorite: favoriteFlags[at] as boolean,
					...(readRow ? { row: readRow(row) } : {}),
				}))
			: [];

	/** Returns the cached answer for all readers who see the same rows and favourites, or builds it. */
	const getCachedAnswer = <A>(
		selection: Selection,
		listPages: readonly ListPage[],
		kind: string,
		build: (favoriteFlags: boolean[][]) => EncodedAnswer<A>,
	): EncodedAnswer<A> => {
		const { report, resolvedQuery } = selection;
		const favoriteFlags = listPages.map((page) => markFavorites(selection, page));
		const visibleContent = listPages
			.map(
				({ total, rows, information }, at) =>
					`${total} ${information.with} ${information.without} ${rows.join()} ${positionsKey(favoriteFlags[at] ?? [])}`,
			)
			.join(' ');
		const key = `${kind} ${report?.key} ${report?.prices?.id ?? parts.prices.version()} ${resolvedQuery.filter?.id} ${resolvedQuery.key} ${visibleContent}`;
		const cached = cache.get(key) as EncodedAnswer<A> | undefined;
		if (cached) return cached;
		const answer = build(favoriteFlags);
		cache.set(key, answer);
		return answer;
	};

	const buildPage = async (
		account: CallerAccount,
		selection: Selection,
		query: ListQuery & ReportQuery,
	): Promise<EncodedAnswer<WorkspaceListAnswer>> => {
		const [page] = (await selectPages(account, selection, query, [query.list_type], query)) as [ListPage];
		const { report, resolvedQuery } = selection;
		const { licence } = account;
		const readRow =
			query.rows && report
				? createRowReader(
						{ ...report, table: rankings.tableWithFigures(report) },
						{ before: await openReports.before(report, licence), listed: await findListedSince(report, page.rows, resolvedQuery, licence) },
						resolvedQuery,
						parts,
					)
				: undefined;
		// Rows of the table view also depend on the earlier reports that the licence opens, in their current versions.
		const kind = `${query.list_type} ${readRow ? `rows ${licence} ${parts.reports.changeCount()}` : ''}`;
		return getCachedAnswer(selection, [page], kind, ([favoriteFlags = []]) =>
			encodeAnswer(rankedList, {
				...presentListHead(tools, selection),
				list_type: query.list_type,
				total_count: page.total,
				information: page.information,
				items: presentCards(selection, page, favoriteFlags, readRow),
			}),
		);
	};

	return {
		/** Returns one page of a list, from the newest report or the report of the query's date. */
		page: (account: CallerAccount, query: ListQuery & ReportQuery): MaybePromise<EncodedAnswer<WorkspaceListAnswer>> =>
			mapMaybePromise(select(account, query, query.date === undefined ? 400 : 404), (selection) => {
				const { report, lists, resolvedQuery } = selection;
				// Everything that the answer depends on, except the query. Sets stay the same objects until they change; numbers increase with new data.
				const dependencies = [
					resolvedQuery.key,
					resolvedQuery.filter?.id,
					undefinedIfEmpty(idsOf(selection, query.list_type)),
					undefinedIfEmpty(lists.favorites),
					selection.watchlist,
					account.licence,
					report?.facts,
					report?.versionCount,
					parts.reports.changeCount(),
					report?.prices ?? parts.prices.version(),
				];
				return (
					lastAnswers.get(query, dependencies) ??
					buildPage(account, selection, query).then((answer) => lastAnswers.store(query, dependencies, answer))
				);
			}),

		/** Returns the same page of three lists of the newest report: the white list, the frozen tickers and the favourites. */
		groups: async (account: CallerAccount, query: ListQuery): Promise<EncodedAnswer<GroupedLists>> => {
			const selection = await select(account, { ...query, list_type: 'white_list' });
			const allTypes = {
				...selection,
				resolvedQuery: withTickerType(selection.resolvedQuery, parts.directory, query.ticker_type ?? 'all'),
			};
			const listPages = [
				...(await selectPages(account, selection, query, ['white_list'], query)),
				...(await selectPages(account, allTypes, query, ['black_list', 'favorites'], query)),
			];
			return getCachedAnswer(selection, listPages, 'groups', (favoriteFlags) => {
				const presentGroup = (type: ListType) => {
					const at = LIST_TYPES.indexOf(type);
					const page = listPages[at] as ListPage;
					return { total_count: page.total, items: presentCards(selection, page, favoriteFlags[at] ?? []) };
				};
				return encodeAnswer(groupedLists, {
					...presentListHead(tools, selection),
					groups: { white_list: presentGroup('white_list'), black_list: presentGroup('black_list'), favorites: presentGroup('favorites') },
				});
			});
		},

		/** Returns all rows of a list, for exports. */
		allRows: async (
			account: CallerAccount,
			query: Omit<ListQuery, 'skip' | 'max'> & ReportQuery,
		): Promise<{ selection: Selection; page: RankedPage }> => {
			const selection = await select(account, query, 404);
			const max = selection.report?.table.count ?? 0;
			const [page] = (await selectPages(account, selection, query, [query.list_type], { skip: 0, max })) as [ListPage];
			return { selection, page };
		},
	};
}

/** Writes the positions of favourites as text, for cache keys; empty if none are favourites. */
function positionsKey(favoriteFlags: readonly boolean[]): string {
	return favoriteFlags.includes(true) ? favoriteFlags.map(Number).join('') : '';
}

/** Returns undefined for an empty set, so that all readers with empty sets share cached answers. */
function undefinedIfEmpty(ids: ReadonlySet<number>): ReadonlySet<number> | undefined {
	return ids.size === 0 ? undefined : ids;
}

export type WorkspaceLists = ReturnType<typeof createWorkspaceLists>;
