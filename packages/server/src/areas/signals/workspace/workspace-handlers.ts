import type { AnswerOf } from '@sw/contract/base/define';
import { tickerComparison } from '@sw/contract/base/report-schemas';
import type { Contract } from '@sw/contract/index';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { type FrozenEntry, groupFreezes, selectActiveFreezes } from '@sw/domain/filters/frozen';
import { exportDictionary } from '@sw/domain/reports/list/export-columns';
import { computeRowRate } from '@sw/domain/reports/list/ranking';
import { rowMask, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import type { TickerId } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { toSessionPrices } from '../../../market/window/price-series.ts';
import { createAnswerCache } from '../../../platform/cache/answer-caches.ts';
import { malformed, notFound, unknownTicker } from '../../../platform/errors.ts';
import { type EncodedAnswer, encodeAnswer, respond } from '../../answer.ts';
import { createCards } from '../../cards.ts';
import { requireAccount } from '../../guard.ts';
import type { Handlers } from '../../handlers.ts';
import { presentHead } from '../../report-head.ts';
import { COMPARED_SESSIONS, type ComparisonBody, createComparisons } from '../comparisons.ts';
import { createOpenReports, type OpenReport } from '../open-reports.ts';
import type { WorkspaceParts } from '../ports.ts';
import { createRankingCache } from '../ranking-cache.ts';
import { createTickerHistories, findFirstSessionDate } from './history-table.ts';
import { presentFreeze } from './list-rows.ts';
import { createWorkspaceDates } from './workspace-dates.ts';
import { createWorkspaceDetail } from './workspace-detail.ts';
import { createWorkspaceChanges, createWorkspaceExport } from './workspace-export.ts';
import {
	createReportSelector,
	createWorkspaceLists,
	type ListQuery,
	presentListHead,
	type ReportQuery,
	type Selection,
	type SelectReport,
	type WorkspaceTools,
} from './workspace-lists.ts';
import { createWorkspaceMatches, createWorkspacePlace } from './workspace-matches.ts';
import { createTrailFile, createWorkspaceTrail } from './workspace-trail.ts';

/** Answers calls for ranked lists and ticker details, for accounts with a licence. */
export function createWorkspaceHandlers(parts: WorkspaceParts) {
	const rankings = createRankingCache(parts);
	const tools: WorkspaceTools = { parts, rankings, open: createOpenReports(parts), createCard: createCards(parts, rankings.symbolOf) };
	const select = createReportSelector(tools);
	const lists = createWorkspaceLists(tools, select);
	const loadFrozenList = createWorkspaceFrozen(tools, select);
	const loadDetail = createWorkspaceDetail(tools, select);
	const dates = createWorkspaceDates(tools);
	const histories = createTickerHistories(parts);
	const findPlace = createWorkspacePlace(tools, lists, histories);
	const listMatches = createWorkspaceMatches(tools, histories);
	const loadTrail = createWorkspaceTrail(tools);
	const loadComparison = createWorkspaceComparison(tools);
	const compareReports = createWorkspaceChanges(tools, lists);
	const exportList = createWorkspaceExport(tools, lists);
	return {
		sectorCharts: (call) => lists.page(requireAccount(call), call.query),
		sectorChartGroups: (call) => lists.groups(requireAccount(call), call.query),
		sectorChartBlackList: ({ query, ...call }) => loadFrozenList(requireAccount(call), query),
		sectorChartChanges: ({ query, ...call }) => compareReports(requireAccount(call), query),
		sectorChartDate: (call) => dates.latest(requireAccount(call)),
		sectorChartHistory: (call) => lists.page(requireAccount(call), call.query),
		sectorChartHistoryDates: ({ query, ...call }) => dates.between(requireAccount(call), query),
		sectorChartExport: async ({ query, ...call }) => {
			const { body, headers } = await exportList(requireAccount(call), query);
			return respond(200, body, { headers });
		},
		sectorChartDictionary: () => ({ columns: exportDictionary() }),
		sectorChart: (call) => loadDetail(requireAccount(call), call.params, call.query),
		sectorChartHistoryOne: (call) => loadDetail(requireAccount(call), call.params, call.query),
		sectorChartComparison: ({ params, query, ...call }) => loadComparison(requireAccount(call), params.id, query),
		sectorChartFilters: ({ params, query, ...call }) => listMatches(requireAccount(call), params.id, query),
		sectorChartPlace: ({ params, query, ...call }) => findPlace(requireAccount(call), params.id, query),
		sectorChartTrail: ({ params, query, ...call }) => loadTrail(requireAccount(call), params.id, query),
		sectorChartTrailExport: async ({ params, query: { format, ...query }, ...call }) => {
			const { body, headers } = createTrailFile(format, await loadTrail(requireAccount(call), params.id, query), parts);
			return respond(200, body, { headers });
		},
	} satisfies Handlers<typeof sectorChartCalls>;
}

type ComparisonAnswer = ComparisonBody & { report: ReturnType<typeof presentHead> };

/** Number of cached answers, of about 3 kB each. */
const CACHED_COMPARISONS = 500;

/** Compares a ticker with the median of its market-cap tier, up to a report that the caller can open. */
function createWorkspaceComparison({ parts, open: openReports }: WorkspaceTools) {
	const { calendar, directory, source, bars, prices } = parts;
	const comparisons = createComparisons(parts);
	const cache = createAnswerCache<string, EncodedAnswer<ComparisonAnswer>>({ max: CACHED_COMPARISONS });

	/** Reads the ticker's own sessions from the store, for reports older than the window. */
	const readSessions = async (id: TickerId, { facts }: OpenReport) => {
		const endTime = facts.asOf < facts.time ? facts.asOf : facts.time;
		const last = calendar.lastOpened(endTime - 1);
		const sessions = last
			? calendar.sessionsBetween(findFirstSessionDate(calendar, newYorkDate(last.open), COMPARED_SESSIONS), last.date)
			: [];
		const [first] = sessions;
		return first && last ? toSessionPrices(sessions, await bars(id, first.open, endTime), endTime) : [];
	};

	return async (
		account: CallerAccount,
		id: TickerId,
		{ date, version }: ReportQuery | { date?: undefined; version?: undefined },
	): Promise<EncodedAnswer<ComparisonAnswer>> => {
		const ticker = directory.byId(id);
		if (!ticker) throw unknownTicker('id');
		const report = await (date === undefined ? openReports.latest(account.licence) : openReports.at(date, version, account.licence));
		const row = report ? rowOfTicker(report.table, id) : -1;
		if (!report || row === -1) throw notFound("This ticker isn't in this report.");
		const marketSessions = comparisons.sessionsOf(report);
		const key = `${id} ${report.key} ${report.facts.hash} ${marketSessions !== undefined} ${prices.id}`;
		const cached = cache.get(key);
		if (cached) return cached;
		const comparison = comparisons.compare(
			report,
			row,
			ticker,
			marketSessions,
			marketSessions ? undefined : await readSessions(id, report),
		);
		const encoded = encodeAnswer(tickerComparison, { report: presentHead(report.facts, source), ...comparison });
		// Incomplete answers aren't cached, because the missing data can still arrive.
		if (comparison.missing.length === 0) cache.set(key, encoded);
		return encoded;
	};
}

type FrozenList = AnswerOf<Contract['signals']['sectorChartBlackList']>;

interface FrozenQuery extends ListQuery {
	use_filters: boolean;
	scope: 'filter' | 'tab' | 'all';
}

/** Lists a reader's frozen tickers, with where and why each is hidden. */
function createWorkspaceFrozen(tools: WorkspaceTools, select: SelectReport) {
	const { parts, rankings, createCard } = tools;

	const isInScope = ({ lists, resolvedQuery }: Selection, scope: FrozenQuery['scope'], entry: FrozenEntry): boolean => {
		if (scope === 'all') return true;
		if (scope === 'filter') return entry.filterId !== null && entry.filterId === resolvedQuery.filter?.id;
		const tab = entry.filterId === null ? entry.tab : lists.filter(entry.filterId)?.tab;
		return tab === resolvedQuery.question.tab;
	};

	/**
	 * Returns the rows of the tickers, sorted by rate, then symbol. With `useFilters`, only rows that match the query are returned, sorted as the query says.
	 */
	const findRows = (
		{ report, resolvedQuery }: Selection,
		ids: ReadonlySet<number>,
		useFilters: boolean,
	): { row: number; rate: number }[] => {
		if (!report) return [];
		const { table } = report;
		if (useFilters) {
			const { rows, rates } = rankings.rank(report, resolvedQuery);
			const mask = rowMask(table, ids);
			return Array.from(rows, (row, at) => ({ row, rate: rates[at]! })).filter(({ row }) => mask[row] === 1);
		}
		return [...ids]
			.map((id) => rowOfTicker(table, id))
			.filter((row) => row !== -1)
			.map((row) => ({ row, rate: computeRowRate(table, row, resolvedQuery.question, parts.parameters) }))
			.sort((a, b) => b.rate - a.rate || (rankings.symbolOf(table, a.row) < rankings.symbolOf(table, b.row) ? -1 : 1));
	};

	return async (account: CallerAccount, query: FrozenQuery): Promise<FrozenList> => {
		if (query.scope === 'filter' && query.filter === undefined)
			throw malformed('filter', "The scope 'filter' needs the number of a filter.");
		const selection = await select(account, { ...query, list_type: 'black_list' });
		const { report, resolvedQuery, lists } = selection;
		const now = parts.freezeNow();
		const activeEntries = selectActiveFreezes(lists.frozen, now);
		const entries = activeEntries.filter((entry) => isInScope(selection, query.scope, entry));
		const excludedIds = new Set(query.exclude ?? []);
		const ids = new Set(entries.map(({ tickerId }) => tickerId).filter((id) => !excludedIds.has(id)));
		const rows = findRows(selection, ids, query.use_filters);
		const { count, ...freezesByScope } = groupFreezes(activeEntries, now);
		return {
			...presentListHead(tools, selection),
			total_count: rows.length,
			missing: report ? [...ids].filter((id) => rowOfTicker(report.table, id) === -1).length : ids.size,
			items: rows.slice(query.skip, query.skip + query.max).flatMap(({ row, rate }) => {
				if (!report) return [];
				const frozenCard = createCard(report, resolvedQuery.question, row, rate);
				const freezes = activeEntries.filter(({ tickerId }) => tickerId === frozenCard.ticker_id).map(presentFreeze);
				return [{ ...frozenCard, favorite: lists.favorites.has(frozenCard.ticker_id), frozen: freezes }];
			}),
			frozen: { ...freezesByScope, black_list_count: count },
		};
	};
}
