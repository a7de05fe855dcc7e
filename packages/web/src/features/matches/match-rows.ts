import type { AnswerOf } from '@sw/contract/base/define';
import type { Contract } from '@sw/contract/index';
import { TABS, type Tab } from '@sw/domain/signals/sector';
import { queryOptions } from '@tanstack/react-query';
import type { Api } from '../../lib/api/client.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { monthDayYear } from '../../lib/format/times.ts';
import { matchWords as words } from './words.ts';

type Item = TickerFilters['items'][number];

export interface MatchRow {
	id: number;
	name: string;
	isBuiltIn: boolean;
	tab: Tab;
	tabLabel: string;
	timeframes: Item['timeframes'];
	isMatch: boolean;
	/** Number of matches in all reports of the sessions. */
	total: number;
	/** One for each session, oldest first. `share`: the share of the session's reports that matched, 0 to 1; null if the session has no reports. */
	sessions: { share: number | null; label: string }[];
}

/** Returns rows for the filters that matched at least once, and the names of the filters that never did. */
export function createMatchRows({ items, sessions }: TickerFilters): { rows: MatchRow[]; unmatched: string[] } {
	const allRows = items.map((item) => createRow(item, sessions));
	const isShown = ({ isMatch, total }: MatchRow): boolean => isMatch || total > 0;
	return {
		rows: allRows.filter(isShown),
		unmatched: allRows.filter((row) => !isShown(row)).map(({ name, tabLabel }) => `${name} · ${tabLabel}`),
	};
}

function createRow(item: Item, sessions: TickerFilters['sessions']): MatchRow {
	return {
		id: item.id,
		name: item.name,
		isBuiltIn: item.is_branded,
		tab: item.tab,
		tabLabel: TABS.find(({ name }) => name === item.tab)?.label ?? item.tab,
		timeframes: item.timeframes,
		isMatch: item.now,
		total: item.matched.reduce((sum, count) => sum + count, 0),
		sessions: sessions.map(({ date, reports }, at) => {
			const matchCount = item.matched[at] ?? 0;
			return {
				share: reports === 0 ? null : matchCount / reports,
				label: words.session(monthDayYear(date), matchCount, words.inReports(formatCount(reports))),
			};
		}),
	};
}

/** Counts the reports of all sessions. */
export function countReports({ sessions }: Pick<TickerFilters, 'sessions'>): number {
	return sessions.reduce((sum, { reports }) => sum + reports, 0);
}

/** Describes the scope of the counts: sessions, dates, reports, and reports that the licence excludes. Empty without reports. */
export function describeSpan({ sessions, locked }: Pick<TickerFilters, 'sessions' | 'locked'>): string {
	// Sessions without reports aren't counted.
	const reportedSessions = sessions.filter(({ reports }) => reports > 0);
	const [first, last] = [reportedSessions[0], reportedSessions.at(-1)];
	if (!first || !last) return '';
	const reportCountText = words.inReports(formatCount(countReports({ sessions })));
	const spanText = words.span(reportedSessions.length, monthDayYear(first.date), monthDayYear(last.date), reportCountText);
	return locked > 0 ? `${spanText} ${words.locked(words.inReports(formatCount(locked)))}` : spanText;
}

export type TickerFilters = AnswerOf<Contract['signals']['sectorChartFilters']>;

/** Requests which filters a ticker matches in a report, and how often it matched them in the last ten sessions. */
export function matchesQuery(api: Api, id: number, date: string, version: number | undefined) {
	const query = { date, ...(version === undefined ? {} : { version }) };
	return queryOptions({
		queryKey: ['filters', 'matches', id, query],
		queryFn: () => api.signals.sectorChartFilters({ params: { id }, query }),
	});
}
