import type { AnswerOf } from '@sw/contract/base/define';
import type { filters as calls } from '@sw/contract/filters/filters';
import { type CallerAccount, licenceOf } from '@sw/domain/access/caller';
import { type FilterEntry, toConditions } from '@sw/domain/filters/entries';
import { type FilterGroup, normalizeConditions } from '@sw/domain/filters/groups';
import { rowGroupsKey, toRowGroups } from '@sw/domain/filters/industries';
import type { CapBucket, MentionBucket } from '@sw/domain/prices/buckets';
import type { ListTickerType } from '@sw/domain/prices/ticker';
import type { Licence } from '@sw/domain/reports/licence';
import { defaultSortColumn } from '@sw/domain/reports/list/list-columns';
import type { ListQuestion, MatchCount } from '@sw/domain/reports/list/list-question';
import { countRows, rankPage } from '@sw/domain/reports/list/ranking';
import type { ParameterSet } from '@sw/domain/signals/parameters';
import { type Tab, tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { type StrategyName, strategyNamed } from '@sw/domain/time/timeframe';
import type { UtcMs } from '@sw/domain/time/units';
import { createTableSymbols, type Directory } from '../../market/window/directory.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { unknownFilter } from '../../platform/errors.ts';
import type { HotReports } from '../../reports/hot-reports.ts';
import { createTypeRule } from '../type-rule.ts';
import type { UserListsCache } from './personal.ts';

type FilterCount = AnswerOf<(typeof calls)['countFilter']>;

/** How many tickers matched in past reports. */
export interface PastMatches {
	sessions: number;
	/** One entry per report. */
	reportCounts: readonly Pick<MatchCount, 'matched' | 'eligible'>[];
}

/** Totals over all past reports. */
export interface HistoryMatches {
	/** Time of the first counted report; null without any. */
	firstReportTime: UtcMs | null;
	reports: number;
	/** Number of reports with a match. */
	matched: number;
	/** Matching tickers, summed over all reports. */
	matches: number;
}

export interface CountParts {
	reports: HotReports;
	directory: Directory;
	parameters: ParameterSet;
	userLists: UserListsCache;
	/** Counts over the reports of the last 60 sessions up to `latestTime` that the licence opens, in the versions that statistics use. */
	countPast(question: ListQuestion, latestTime: number, licence: Licence): Promise<PastMatches>;
	/** Counts over all reports up to `latestTime` that the licence opens. `changeCount`: how often the published reports have changed, a cache key. */
	countHistory(question: ListQuestion, latestTime: number, licence: Licence, changeCount: number): Promise<HistoryMatches>;
}

export interface CountForm {
	tab: Tab;
	timeframes: StrategyName;
	filter?: number | undefined;
	filters: readonly FilterEntry[];
	groups?: readonly FilterGroup[] | undefined;
	ticker_type: ListTickerType;
	marketcap?: readonly CapBucket[] | undefined;
	pne?: readonly MentionBucket[] | undefined;
	past: boolean;
	history: boolean;
}

const MAX_SYMBOLS = 5;
const MAX_CACHED_COUNTS = 300;

/** Counts matches of unsaved conditions ('would match 37 now') in the newest report and, on request, in past ones. */
export function createCount({ reports, directory, parameters, userLists, countPast, countHistory }: CountParts) {
	const pastCounts = createAnswerCache<string, Promise<NonNullable<FilterCount['past']>>>({ max: MAX_CACHED_COUNTS });
	const historyCounts = createAnswerCache<string, Promise<NonNullable<FilterCount['history']>>>({ max: MAX_CACHED_COUNTS });
	const { symbolOf, ranksOf } = createTableSymbols(directory);

	return async (account: CallerAccount, form: CountForm): Promise<FilterCount> => {
		const { id: userId, licence } = account;
		const effectiveLicence = licenceOf(account);
		const facts = reports.latest(licence);
		const table = facts && (await reports.table(facts));
		if (!facts || !table) return { report: null, now: 0, frozen: 0, tickers: [], past: null, history: null };
		const { entries, groups: requestedGroups } = normalizeConditions({ entries: form.filters, groups: form.groups });
		const groups = toRowGroups(requestedGroups, directory.industries());
		const question: ListQuestion = {
			tab: form.tab,
			operation: tabOperation(form.tab),
			strategy: strategyNamed(form.timeframes),
			conditions: toConditions(entries),
			groups,
			caps: form.marketcap,
			mentions: form.pne,
		};
		const ownLists = await userLists.get(userId);
		if (form.filter !== undefined && !ownLists.filter(form.filter)) throw unknownFilter('filter', 400);
		const hiddenTickers = ownLists.findHidden({ filterId: form.filter ?? null, tab: form.tab });
		const currentQuestion = { ...question, types: createTypeRule(directory, form.ticker_type) };
		const listQuestion = { ...currentQuestion, exclude: hiddenTickers, sortColumn: defaultSortColumn(form.tab) };
		const page = rankPage(table, ranksOf(table), listQuestion, parameters, { skip: 0, max: MAX_SYMBOLS });
		const key = JSON.stringify([
			facts.time,
			effectiveLicence,
			reports.changeCount(),
			form.tab,
			form.timeframes,
			entries,
			rowGroupsKey(groups),
			form.marketcap,
			form.pne,
		]);
		return {
			report: isoSeconds(facts.time),
			now: page.total,
			frozen: countRows(table, currentQuestion, parameters) - page.total,
			tickers: Array.from(page.rows, (row) => symbolOf(table, row)),
			past: form.past
				? await cachedPromise(pastCounts, key, async () =>
						presentPast(await countPast(question, facts.time, effectiveLicence), effectiveLicence),
					)
				: null,
			history: form.history
				? await cachedPromise(historyCounts, key, async () =>
						presentHistory(await countHistory(question, facts.time, effectiveLicence, reports.changeCount()), effectiveLicence),
					)
				: null,
		};
	};
}

type AnswerCache<T extends object> = ReturnType<typeof createAnswerCache<string, Promise<T>>>;

/** Returns the cached or pending answer for a key. Failed answers are not cached. */
function cachedPromise<T extends object>(cache: AnswerCache<T>, key: string, load: () => Promise<T>): Promise<T> {
	const cached = cache.get(key);
	if (cached) return cached;
	const pending = load();
	cache.set(key, pending);
	pending.catch(() => cache.delete(key));
	return pending;
}

function presentHistory({ firstReportTime, ...counts }: HistoryMatches, licence: Licence): NonNullable<FilterCount['history']> {
	return { licence, from: firstReportTime === null ? null : isoSeconds(firstReportTime), ...counts };
}

function presentPast({ sessions, reportCounts }: PastMatches, licence: Licence): NonNullable<FilterCount['past']> {
	const matched = reportCounts.reduce((sum, report) => sum + report.matched, 0);
	const eligible = reportCounts.reduce((sum, report) => sum + report.eligible, 0);
	return {
		licence,
		sessions,
		reports: reportCounts.length,
		matched: reportCounts.filter((report) => report.matched > 0).length,
		mean: reportCounts.length === 0 ? 0 : Math.round((matched / reportCounts.length) * 100) / 100,
		share: eligible === 0 ? 0 : matched / eligible,
	};
}
