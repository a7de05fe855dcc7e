import type { LIST_TYPES } from '@sw/contract/base/list-schemas';
import type { InformationChoice } from '@sw/domain/filings/information-choice';
import { type FilterEntry, toConditions } from '@sw/domain/filters/entries';
import { type FilterGroup, normalizeConditions } from '@sw/domain/filters/groups';
import { rowGroupsKey, toRowGroups } from '@sw/domain/filters/industries';
import type { CapBucket, MentionBucket } from '@sw/domain/prices/buckets';
import type { ListTickerType } from '@sw/domain/prices/ticker';
import { defaultSortColumn, type SortColumn } from '@sw/domain/reports/list/list-columns';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import type { SortDirection } from '@sw/domain/signals/order';
import { type Operation, type SectorKey, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import type { Directory } from '../../market/window/directory.ts';
import { hashKey } from '../../platform/cache/answer-caches.ts';
import { malformed } from '../../platform/errors.ts';
import { createTypeRule } from '../type-rule.ts';
import type { ReaderLists, SavedFilter } from './ports.ts';

/** Query parameters for reading a report. */
export interface QuestionQuery {
	timeframes?: StrategyName | undefined;
	filter?: number | undefined;
	/** Unsaved conditions, instead of a saved filter. */
	conditions?: readonly FilterEntry[] | undefined;
	groups?: readonly FilterGroup[] | undefined;
	operation?: Operation | undefined;
	tab_type?: Tab | undefined;
	sectors?: readonly SectorKey[] | undefined;
}

/** Query parameters that narrow or sort a list. */
export interface NarrowingQuery {
	marketcap?: readonly CapBucket[] | undefined;
	pne?: readonly MentionBucket[] | undefined;
	information?: InformationChoice | undefined;
	ticker_type?: ListTickerType | undefined;
	list_type?: (typeof LIST_TYPES)[number] | undefined;
	/** Id of a watchlist. Only its tickers are listed. */
	watchlist?: number | undefined;
	sort_by?: readonly SectorKey[] | undefined;
	extra_sort_by?: readonly SectorKey[] | undefined;
	sort_column?: SortColumn | undefined;
	sort_dir?: SortDirection | undefined;
}

/** A resolved question about a report, independent of the reader. `key` is a short cache key, because every call computes one. */
export interface ResolvedQuery {
	readonly filter: SavedFilter | null;
	readonly question: ListQuestion;
	readonly key: string;
}

/**
 * Resolves a query into a question. Missing parameters are taken from the saved filter, then from the tab. `unknownFilterError` creates the error for an unknown
 * filter. 400 if both a filter and conditions are given.
 */
export function resolveQuery(
	query: QuestionQuery & NarrowingQuery,
	lists: Pick<ReaderLists, 'filter'>,
	directory: Directory,
	unknownFilterError: () => Error,
): ResolvedQuery {
	const filter = query.filter === undefined ? undefined : lists.filter(query.filter);
	if (query.filter !== undefined && !filter) throw unknownFilterError();
	if (filter && query.conditions) throw malformed('conditions', 'Give either a saved filter or conditions, not both.');
	if (filter && query.groups) throw malformed('groups', 'Give either a saved filter or groups, not both.');
	const hasConditions = query.conditions !== undefined || query.groups !== undefined;
	const conditions = hasConditions ? normalizeConditions({ entries: query.conditions ?? [], groups: query.groups }) : filter;
	const { entries } = conditions ?? {};
	const groups = toRowGroups(conditions?.groups, directory.industries());
	const tab = query.tab_type ?? filter?.tab ?? 'extreme_rise';
	const operation = query.operation ?? filter?.operation ?? tabOperation(tab);
	const strategy = query.timeframes ?? filter?.strategy ?? 'first';
	const { marketcap, pne, information, sectors, sort_by: sortBy, extra_sort_by: extraSortBy, sort_dir: direction } = query;
	const sortColumn = query.sort_column ?? (sortBy ? undefined : defaultSortColumn(tab));
	const resolvedQuery: ResolvedQuery = {
		filter: filter ?? null,
		question: {
			tab,
			operation,
			strategy: strategyNamed(strategy),
			conditions: entries && toConditions(entries),
			groups,
			caps: marketcap,
			mentions: pne,
			information,
			sectors,
			sortBy,
			extraSortBy,
			sortColumn,
			direction,
		},
		key: hashKey([
			tab,
			operation,
			strategy,
			entries,
			rowGroupsKey(groups),
			copySorted(marketcap),
			copySorted(pne),
			information,
			copySorted(sectors),
			copySorted(sortBy),
			extraSortBy,
			sortColumn,
			direction,
		]),
	};
	// Users choose frozen tickers, favourites and watchlist entries individually, so all ticker types are included by default.
	const isChosenIndividually = query.list_type !== 'white_list' || query.watchlist !== undefined;
	return withTickerType(resolvedQuery, directory, query.ticker_type ?? (isChosenIndividually ? 'all' : 'stocks'));
}

function copySorted<T>(list: readonly T[] | undefined): T[] | undefined {
	return list && [...list].sort();
}

/** Restricts a question to tickers of a type. */
export function withTickerType({ filter, question, key }: ResolvedQuery, directory: Directory, type: ListTickerType): ResolvedQuery {
	return { filter, question: { ...question, types: createTypeRule(directory, type) }, key: hashKey([key, type]) };
}
