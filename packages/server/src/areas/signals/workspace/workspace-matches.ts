import type { AnswerOf } from '@sw/contract/base/define';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { toConditions } from '@sw/domain/filters/entries';
import { hasTestBeyondHistory } from '@sw/domain/filters/groups';
import { type Industries, toRowGroups } from '@sw/domain/filters/industries';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import { countRows } from '@sw/domain/reports/list/ranking';
import { countMatchesBySession, findSessionIndexes, memberRows } from '@sw/domain/reports/list/ranking-members';
import { extractRow, rowOfTicker } from '@sw/domain/reports/list/row-mask';
import { departureIndex, findPlace } from '@sw/domain/reports/place';
import { tabOperation } from '@sw/domain/signals/sector';
import { isoSeconds } from '@sw/domain/time/format';
import { strategyNamed, TIMEFRAMES } from '@sw/domain/time/timeframe';
import { SECOND, type TickerId, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { unknownTicker } from '../../../platform/errors.ts';
import type { OpenReport } from '../open-reports.ts';
import type { OwnedFilter } from '../ports.ts';
import type { ResolvedQuery } from '../reading.ts';
import { buildHistoryTable, findFirstSessionDate, findOpenRows, type TickerHistories } from './history-table.ts';
import type { ListQuery, ReportQuery, WorkspaceLists, WorkspaceTools } from './workspace-lists.ts';

type TickerPlace = AnswerOf<(typeof sectorChartCalls)['sectorChartPlace']>;

/** Finds a ticker's position in a reader's list, and the ticker's neighbours. */
export function createWorkspacePlace(
	{ parts, rankings: { symbolOf } }: WorkspaceTools,
	lists: Pick<WorkspaceLists, 'allRows'>,
	histories: TickerHistories,
) {
	/** Returns the time of the report in which the ticker stopped matching tab and filter; null if it didn't match in the last sessions. */
	const findDepartureTime = async (
		{ facts }: OpenReport,
		{ question: { tab, operation, strategy, conditions, groups, types } }: ResolvedQuery,
		id: TickerId,
		{ licence }: CallerAccount,
	): Promise<string | null> => {
		const firstDate = findFirstSessionDate(parts.calendar, newYorkDate(facts.time), COUNTED_SESSIONS);
		const firstOpen = parts.calendar.sessionOn(firstDate)?.open ?? facts.time;
		const history = await histories(id, { from: firstOpen, to: facts.time, algo: facts.algo, withExtras: hasTestBeyondHistory(groups) });
		const members = new Set(
			memberRows(buildHistoryTable(id, history, facts.algo), { tab, operation, strategy, conditions, groups, types }, parts.parameters),
		);
		const visibleRows = findOpenRows(history, parts.reports, licence);
		const departure = departureIndex(visibleRows.map((row) => members.has(row)));
		if (departure === undefined) return null;
		const row = visibleRows[departure];
		return isoSeconds(row === undefined ? facts.time : utcMs(history.time[row]! * SECOND));
	};

	return async (
		account: CallerAccount,
		id: TickerId,
		{ order, ...query }: Omit<ListQuery, 'skip' | 'max'> & ReportQuery & { order?: number | undefined },
	): Promise<TickerPlace> => {
		if (!parts.directory.byId(id)) throw unknownTicker('id');
		const {
			selection: { report, resolvedQuery, lists: ownLists },
			page,
		} = await lists.allRows(account, query);
		const { filter, question } = resolvedQuery;
		const ids = Uint32Array.from(page.rows, (row) => report?.table.tickerId[row] as number);
		const { place, previous, next } = findPlace(ids, id, order);
		const presentNeighbour = (at: number | null): TickerPlace['next'] =>
			report && at !== null ? { place: at, ticker_id: ids[at - 1]!, ticker: symbolOf(report.table, page.rows[at - 1]!) } : null;
		const row = report ? rowOfTicker(report.table, id) : -1;
		const { tab, operation, strategy, conditions, groups, types } = question;
		const listed =
			report !== undefined &&
			row !== -1 &&
			countRows(extractRow(report.table, row), { tab, operation, strategy, conditions, groups, types }, parts.parameters) > 0;
		return {
			ticker_id: id,
			time: report ? isoSeconds(report.facts.time) : null,
			tab_type: tab,
			filter: filter?.id ?? null,
			list_type: query.list_type,
			total_count: page.total,
			place,
			listed,
			frozen: ownLists.findHidden({ filterId: filter?.id ?? null, tab }).has(id),
			left: report && !listed ? await findDepartureTime(report, resolvedQuery, id, account) : null,
			previous: presentNeighbour(previous),
			next: presentNeighbour(next),
		};
	};
}

type TickerFilters = AnswerOf<(typeof sectorChartCalls)['sectorChartFilters']>;
type Match = TickerFilters['items'][number];

/** Number of sessions in which matches are counted, including the report's own. */
const COUNTED_SESSIONS = 10;

/** Returns for each own and built-in filter of the reader whether a ticker matches in a report, and how often in the last sessions. */
export function createWorkspaceMatches({ parts, open: openReports }: WorkspaceTools, histories: TickerHistories) {
	const { calendar, directory, parameters, reports } = parts;

	/** Reads the ticker's reports of the last sessions as a table. `sessionIndexes`: session index of each row; -1 for reports that the licence doesn't open. */
	const readHistory = async ({ facts }: OpenReport, id: TickerId, { licence }: CallerAccount, withExtras: boolean) => {
		const date = newYorkDate(facts.time);
		const sessions = calendar.sessionsBetween(findFirstSessionDate(calendar, date, COUNTED_SESSIONS), date);
		const from = sessions[0]?.open ?? facts.time;
		const history = await histories(id, { from, to: utcMs(facts.time + SECOND), algo: facts.algo, withExtras });
		const openRowSet = new Set(findOpenRows(history, reports, licence));
		const sessionIndexes = findSessionIndexes(
			history.time,
			sessions.map(({ open }) => open / SECOND),
		).map((sessionIndex, row) => (openRowSet.has(row) ? sessionIndex : -1));
		const counts = new Array<number>(sessions.length).fill(0);
		for (const sessionIndex of sessionIndexes) if (sessionIndex >= 0) counts[sessionIndex] = counts[sessionIndex]! + 1;
		return { sessions, counts, sessionIndexes, table: buildHistoryTable(id, history, facts.algo), locked: history.count - openRowSet.size };
	};

	return async (
		account: CallerAccount,
		id: TickerId,
		{ date, version }: ReportQuery | { date?: undefined; version?: undefined },
	): Promise<TickerFilters> => {
		if (!directory.byId(id)) throw unknownTicker('id');
		const { filters } = await parts.loadLists(account.id);
		const report = await (date === undefined ? openReports.latest(account.licence) : openReports.at(date, version, account.licence));
		if (!report) return { ticker_id: id, time: null, sessions: [], locked: 0, items: [] };
		const { sessions, counts, sessionIndexes, table, locked } = await readHistory(
			report,
			id,
			account,
			filters.some(({ groups }) => hasTestBeyondHistory(groups)),
		);
		const row = rowOfTicker(report.table, id);
		const currentTable = row === -1 ? undefined : extractRow(report.table, row);
		const items = filters.map((filter): Match => {
			const question = toListQuestion(filter, directory.industries());
			return {
				id: filter.id,
				name: filter.name,
				is_branded: filter.userId === null,
				tab: filter.tab,
				timeframes: question.strategy.rated.map((index) => TIMEFRAMES[index].name),
				now: currentTable !== undefined && countRows(currentTable, question, parameters) > 0,
				matched: [...countMatchesBySession(table, sessionIndexes, sessions.length, question, parameters)],
			};
		});
		return {
			ticker_id: id,
			time: isoSeconds(report.facts.time),
			sessions: sessions.map((session, at) => ({ date: session.date, reports: counts[at]! })),
			locked,
			items: items.sort(compareMatches),
		};
	};
}

/** Orders current matches first, then by frequency, then by creation. */
function compareMatches(a: Match, b: Match): number {
	return Number(b.now) - Number(a.now) || sum(b.matched) - sum(a.matched) || a.id - b.id;
}

function sum(counts: readonly number[]): number {
	return counts.reduce((total, count) => total + count, 0);
}

function toListQuestion({ tab, operation, strategy, entries, groups }: OwnedFilter, industries: Industries): ListQuestion {
	return {
		tab,
		operation: operation ?? tabOperation(tab),
		strategy: strategyNamed(strategy),
		conditions: toConditions(entries),
		groups: toRowGroups(groups, industries),
	};
}
