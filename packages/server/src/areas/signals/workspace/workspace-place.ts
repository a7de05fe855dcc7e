import type { AnswerOf } from '@sw/contract/base/define';
import type { sectorChartCalls } from '@sw/contract/signals/sector-charts';
import type { CallerAccount } from '@sw/domain/access/caller';
import { asksBesideHistory } from '@sw/domain/filters/groups';
import { countRows } from '@sw/domain/reports/list/ranking';
import { memberRows } from '@sw/domain/reports/list/ranking-members';
import { rowOfTicker, singleRow } from '@sw/domain/reports/list/row-mask';
import { departureIndex, placeAmong } from '@sw/domain/reports/place';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND, type TickerId, utcMs } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import { unknownTicker } from '../../../platform/unknown-values.ts';
import type { OpenReport } from '../open-reports.ts';
import type { Reading } from '../reading.ts';
import { firstOfSessions, historyTable, openRows } from './history-table.ts';
import type { TickerPast } from './ticker-past.ts';
import type { ListQuery, ReportQuery, WorkspaceLists, WorkspaceTools } from './workspace-lists.ts';

type TickerPlace = AnswerOf<(typeof sectorChartCalls)['sectorChartPlace']>;

/** How far back a ticker's last match is looked for. */
const SESSIONS = 10;

/** A ticker's position and membership in a reader's list of a report. */
export function createWorkspacePlace(
	{ parts, rankings: { symbolOf } }: WorkspaceTools,
	lists: Pick<WorkspaceLists, 'whole'>,
	past: TickerPast,
) {
	/** Time of the report with which the ticker stopped matching tab and filter; null where it has not matched recently. */
	const leftWith = async (
		{ facts }: OpenReport,
		{ question: { tab, operation, strategy, conditions, groups, types } }: Reading,
		id: TickerId,
		{ licence }: CallerAccount,
	): Promise<string | null> => {
		const from = firstOfSessions(parts.calendar, newYorkDate(facts.time), SESSIONS);
		const first = parts.calendar.sessionOn(from)?.open ?? facts.time;
		const history = await past(id, { from: first, to: facts.time, algo: facts.algo, beside: asksBesideHistory(groups) });
		const members = new Set(
			memberRows(historyTable(id, history, facts.algo), { tab, operation, strategy, conditions, groups, types }, parts.parameters),
		);
		const open = openRows(history, parts.reports, licence);
		const left = departureIndex(open.map((row) => members.has(row)));
		if (left === undefined) return null;
		const row = open[left];
		return isoSeconds(row === undefined ? facts.time : utcMs(history.time[row]! * SECOND));
	};

	return async (
		account: CallerAccount,
		id: TickerId,
		{ order, ...query }: Omit<ListQuery, 'skip' | 'max'> & ReportQuery & { order?: number | undefined },
	): Promise<TickerPlace> => {
		if (!parts.directory.byId(id)) throw unknownTicker('id');
		const {
			selection: { open, reading, lists: own },
			page,
		} = await lists.whole(account, query);
		const { filter, question } = reading;
		const ids = Uint32Array.from(page.rows, (row) => open?.table.tickerId[row] as number);
		const { place, previous, next } = placeAmong(ids, id, order);
		const neighbour = (at: number | null): TickerPlace['next'] =>
			open && at !== null ? { place: at, ticker_id: ids[at - 1]!, ticker: symbolOf(open.table, page.rows[at - 1]!) } : null;
		const row = open ? rowOfTicker(open.table, id) : -1;
		const { tab, operation, strategy, conditions, groups, types } = question;
		const listed =
			open !== undefined &&
			row !== -1 &&
			countRows(singleRow(open.table, row), { tab, operation, strategy, conditions, groups, types }, parts.parameters) > 0;
		return {
			ticker_id: id,
			time: open ? isoSeconds(open.facts.time) : null,
			tab_type: tab,
			filter: filter?.id ?? null,
			list_type: query.list_type,
			total_count: page.total,
			place,
			listed,
			frozen: own.hidden({ filterId: filter?.id ?? null, tab }).has(id),
			left: open && !listed ? await leftWith(open, reading, id, account) : null,
			previous: neighbour(previous),
			next: neighbour(next),
		};
	};
}
