import type { AnswerOf } from '@sw/contract/base/define';
import { sectorCharts } from '@sw/contract/base/report-schemas';
import type { signals } from '@sw/contract/signals/signals';
import type { CapBucket } from '@sw/domain/prices/buckets';
import type { ListTickerType } from '@sw/domain/prices/ticker';
import { defaultSortColumn } from '@sw/domain/reports/list/list-columns';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { rankPage } from '@sw/domain/reports/list/ranking';
import { timeframeNames, visibleTimeframes } from '@sw/domain/reports/present';
import { measuredTimeframes } from '@sw/domain/signals/measured';
import { type ExtremeTab, type Operation, type Tab, tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import type { TickerId } from '@sw/domain/time/units';
import { createTableSymbols } from '../../../market/window/directory.ts';
import { createAnswerCache } from '../../../platform/cache/answer-caches.ts';
import type { HotReport } from '../../../reports/hot-reports.ts';
import { type EncodedAnswer, encodeAnswer, respond } from '../../answer.ts';
import { createCards } from '../../cards.ts';
import type { Handlers } from '../../handlers.ts';
import { presentHead } from '../../report-head.ts';
import { createTypeRule } from '../../type-rule.ts';
import { createComparisons } from '../comparisons.ts';
import type { SignalsParts } from '../ports.ts';
import type { VisitorListAnswer } from '../present-detail.ts';
import {
	createVisitorDetail,
	createVisitorOutline,
	createVisitorRowFinder,
	type FindFilter,
	unlimitedAllowance,
	type VisitorAllowance,
} from './visitor-detail.ts';

/** The track record of an extreme list; null until it has been measured. */
export type ReadRecord = (tab: ExtremeTab) => AnswerOf<(typeof signals)['landingRecord']>['record'];

export function createSignalsHandlers(
	parts: SignalsParts,
	allowance: VisitorAllowance = unlimitedAllowance,
	readRecord: ReadRecord = () => null,
	findFilter: FindFilter = () => undefined,
) {
	const loadList = createVisitorList(parts);
	const loadDetail = createVisitorDetail(parts, allowance, findFilter);
	const loadOutline = createVisitorOutline(parts);
	const loadComparison = createVisitorComparison(parts);
	return {
		landingSectorCharts: ({ query }) => loadList(query),
		landingRecord: ({ query }) => ({ record: parts.source.isPublic ? readRecord(query.tab_type) : null }),
		landingSectorChart: async ({ params, query, caller }) => {
			// The answer has the visitor's remaining allowance, so it must not be cached.
			const headers = { 'cache-control': 'private, no-store' };
			return respond(200, await loadDetail(params.id, query, caller), { headers });
		},
		landingOutline: ({ params, query }) => loadOutline(params.id, query),
		landingComparison: ({ params }) => loadComparison(params.id),
	} satisfies Handlers<typeof signals>;
}

/** Builds the back of a visitor's card. Like the front, the back shows the newest public report and doesn't count towards the allowance. */
function createVisitorComparison(parts: SignalsParts) {
	const findRow = createVisitorRowFinder(parts);
	const comparisons = createComparisons(parts);
	return async (id: TickerId): Promise<AnswerOf<(typeof signals)['landingComparison']>> => {
		const { facts, ticker, table, row } = await findRow(id);
		const report = { facts, table };
		return { report: presentHead(facts, parts.source), ...comparisons.compare(report, row, ticker, comparisons.sessionsOf(report)) };
	};
}

/** Maximum cards of a tab for visitors. */
const MAX_VISITOR_CARDS = 20;
const CACHED_LISTS = 200;

interface VisitorListQuery {
	tabs: readonly Tab[];
	ticker_type: ListTickerType;
	marketcap?: readonly CapBucket[] | undefined;
	operation?: Operation | undefined;
	timeframes: StrategyName;
}

/** Builds the visitors' list, once per report and query. */
function createVisitorList(parts: SignalsParts) {
	const { reports, directory, prices, source, parameters } = parts;
	const { symbolOf, ranksOf } = createTableSymbols(directory);
	const presentCard = createCards(parts, symbolOf);
	const cache = createAnswerCache<string, EncodedAnswer<VisitorListAnswer>>({ max: CACHED_LISTS });

	const presentTab = (report: HotReport, question: ListQuestion) => {
		const { tab, operation } = question;
		const page = rankPage(report.table, ranksOf(report.table), question, parameters, { skip: 0, max: MAX_VISITOR_CARDS });
		const items = Array.from(page.rows, (row, at) => ({ ...presentCard(report, question, row, page.rates[at]!), favorite: false }));
		return { tab_type: tab, operation, total_count: page.total, items };
	};

	const emptyList = (strategy: StrategyName): VisitorListAnswer => ({
		report: null,
		time: null,
		timeframes: timeframeNames(visibleTimeframes(strategyNamed(strategy))),
		measured_timeframes: [],
		total_count: 0,
		tabs: [],
		items: [],
	});

	const build = (report: HotReport, query: VisitorListQuery): VisitorListAnswer => {
		const strategy = strategyNamed(query.timeframes);
		const types = createTypeRule(directory, query.ticker_type);
		const lists = query.tabs.map((tab) =>
			presentTab(report, {
				tab,
				operation: query.operation ?? tabOperation(tab),
				strategy,
				types,
				caps: query.marketcap,
				sortColumn: defaultSortColumn(tab),
			}),
		);
		return {
			report: presentHead(report.facts, source),
			time: isoSeconds(report.facts.time),
			timeframes: timeframeNames(visibleTimeframes(strategy)),
			measured_timeframes: measuredTimeframes(report.table),
			total_count: lists.reduce((sum, list) => sum + list.total_count, 0),
			tabs: lists.map(({ tab_type, operation, total_count }) => ({ tab_type, operation, total_count })),
			items: lists.flatMap(({ items }) => items),
		};
	};

	return async (query: VisitorListQuery): Promise<VisitorListAnswer | EncodedAnswer<VisitorListAnswer>> => {
		const facts = source.isPublic ? reports.latest(null) : undefined;
		if (!facts) return emptyList(query.timeframes);
		const { tabs, ticker_type, marketcap = [], operation, timeframes } = query;
		// Sparklines come from the window, which can receive bars after the report was published.
		const key = JSON.stringify([
			facts.time,
			facts.version,
			facts.hash,
			prices.version(),
			tabs,
			ticker_type,
			[...marketcap].sort(),
			operation,
			timeframes,
		]);
		const cached = cache.get(key);
		if (cached) return cached;
		const table = await reports.table(facts);
		if (!table) return emptyList(query.timeframes);
		const encoded = encodeAnswer(sectorCharts, build({ facts, table }, query));
		cache.set(key, encoded);
		return encoded;
	};
}
