import type { AnswerOf } from '@sw/contract/base/define';
import { tickerComparison } from '@sw/contract/base/report-schemas';
import type { Contract } from '@sw/contract/index';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { activeFreezes, type FrozenEntry, groupFreezes } from '@sw/domain/filters/frozen';
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
import { createTickerHistories, firstSessionDate } from './history-table.ts';
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
	const tools: WorkspaceTools = { parts, rankings, open: createOpenReports(parts), card: createCards(parts, rankings.symbolOf) };
	const select = createReportSelector(tools);
	const lists = createWorkspaceLists(tools, select);
	const frozen = createWorkspaceFrozen(tools, select);
	const detail = createWorkspaceDetail(tools, select);
	const dates = createWorkspaceDates(tools);
	const histories = createTickerHistories(parts);
	const place = createWorkspacePlace(tools, lists, histories);
	const matches = createWorkspaceMatches(tools, histories);
	const trail = createWorkspaceTrail(tools);
	const comparison = createWorkspaceComparison(tools);
	const changes = createWorkspaceChanges(tools, lists);
	const file = createWorkspaceExport(tools, lists);
	return {
		sectorCharts: (call) => lists.page(requireAccount(call), call.query),
		sectorChartGroups: (call) => lists.groups(requireAccount(call), call.query),
		sectorChartBlackList: ({ query, ...call }) => frozen(requireAccount(call), query),
		sectorChartChanges: ({ query, ...call }) => changes(requireAccount(call), query),
		sectorChartDate: (call) => dates.latest(requireAccount(call)),
		sectorChartHistory: (call) => lists.page(requireAccount(call), call.query),
		sectorChartHistoryDates: ({ query, ...call }) => dates.between(requireAccount(call), query),
		sectorChartExport: async ({ query, ...call }) => {
			const { body, headers } = await file(requireAccount(call), query);
			return respond(200, body, { headers });
		},
		sectorChartDictionary: () => ({ columns: exportDictionary() }),
		sectorChart: (call) => detail(requireAccount(call), call.params, call.query),
		sectorChartHistoryOne: (call) => detail(requireAccount(call), call.params, call.query),
		sectorChartComparison: ({ params, query, ...call }) => comparison(requireAccount(call), params.id, query),
		sectorChartFilters: ({ params, query, ...call }) => matches(requireAccount(call), params.id, query),
		sectorChartPlace: ({ params, query, ...call }) => place(requireAccount(call), params.id, query),
		sectorChartTrail: ({ params, query, ...call }) => trail(requireAccount(call), params.id, query),
		sectorChartTrailExport: async ({ params, query: { format, ...query }, ...call }) => {
			const { body, headers } = createTrailFile(format, await trail(requireAccount(call), params.id, query), parts);
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
		const until = facts.asOf < facts.time ? facts.asOf : facts.time;
		const last = calendar.lastOpened(until - 1);
		const sessions = last ? calendar.sessionsBetween(firstSessionDate(calendar, newYorkDate(last.open), COMPARED_SESSIONS), last.date) : [];
		const [first] = sessions;
		return first && last ? toSessionPrices(sessions, await bars(id, first.open, until), until) : [];
	};

	return async (
		account: CallerAccount,
		id: TickerId,
		{ date, version }: ReportQuery | { date?: undefined; version?: undefined },
	): Promise<EncodedAnswer<ComparisonAnswer>> => {
		const ticker = directory.byId(id);
		if (!ticker) throw unknownTicker('id');
		const open = await (date === undefined ? openReports.latest(account.licence) : openReports.at(date, version, account.licence));
		const row = open ? rowOfTicker(open.table, id) : -1;
		if (!open || row === -1) throw notFound("This ticker isn't in this report.");
		const inMemory = comparisons.sessionsOf(open);
		const key = `${id} ${open.key} ${open.facts.hash} ${inMemory !== undefined} ${prices.id}`;
		const cached = cache.get(key);
		if (cached) return cached;
		const comparison = comparisons.compare(open, row, ticker, inMemory, inMemory ? undefined : await readSessions(id, open));
		const encoded = encodeAnswer(tickerComparison, { report: presentHead(open.facts, source), ...comparison });
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
	const { parts, rankings, card } = tools;

	const isInScope = ({ lists, resolvedQuery }: Selection, scope: FrozenQuery['scope'], entry: FrozenEntry): boolean => {
		if (scope === 'all') return true;
		if (scope === 'filter') return entry.filterId !== null && entry.filterId === resolvedQuery.filter?.id;
		const tab = entry.filterId === null ? entry.tab : lists.filter(entry.filterId)?.tab;
		return tab === resolvedQuery.question.tab;
	};

	/**
	 * Returns the rows of the tickers, sorted by rate, then symbol. With `useFilters`, only rows that match the query are returned, sorted as the query says.
	 */
	const findRows = ({ open, resolvedQuery }: Selection, ids: ReadonlySet<number>, useFilters: boolean): { row: number; rate: number }[] => {
		if (!open) return [];
		const { table } = open;
		if (useFilters) {
			const { rows, rates } = rankings.rank(open, resolvedQuery);
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
		const { open, resolvedQuery, lists } = selection;
		const now = parts.freezeNow();
		const active = activeFreezes(lists.frozen, now);
		const entries = active.filter((entry) => isInScope(selection, query.scope, entry));
		const excluded = new Set(query.exclude ?? []);
		const ids = new Set(entries.map(({ tickerId }) => tickerId).filter((id) => !excluded.has(id)));
		const rows = findRows(selection, ids, query.use_filters);
		const { count, ...map } = groupFreezes(active, now);
		return {
			...presentListHead(tools, selection),
			total_count: rows.length,
			missing: open ? [...ids].filter((id) => rowOfTicker(open.table, id) === -1).length : ids.size,
			items: rows.slice(query.skip, query.skip + query.max).flatMap(({ row, rate }) => {
				if (!open) return [];
				const frozenCard = card(open, resolvedQuery.question, row, rate);
				const freezes = active.filter(({ tickerId }) => tickerId === frozenCard.ticker_id).map(presentFreeze);
				return [{ ...frozenCard, favorite: lists.favorites.has(frozenCard.ticker_id), frozen: freezes }];
			}),
			frozen: { ...map, black_list_count: count },
		};
	};
}
