import { knowsTimeInList, withTimeInList } from '@sw/domain/reports/list/time-in-list';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTable } from '@sw/domain/signals/report-table';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { newYorkDate, newYorkToUtc } from '@sw/domain/time/zone';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { buildsBetween } from '@sw/store/postgres/records/reports/reports';
import type { BuiltTable } from '../market/engine/built-table.ts';
import type { HotReports } from './hot-reports.ts';

/** Reads the last measured report from `from` up to `time` (excluded); undefined where there is none, null where the store lost its rows. */
type ReportBefore = (from: UtcMs, time: UtcMs) => Promise<ReportTable | undefined | null>;

/** Reports to be published, with the time in lists that follows from those published before them. */
export async function withTimesInLists(
	built: readonly BuiltTable[],
	hot: Pick<HotReports, 'newestBetween' | 'table'>,
): Promise<BuiltTable[]> {
	const done: BuiltTable[] = [];
	for (const each of built) {
		const before: ReportBefore = async (from, time) => {
			const beside = done.findLast(({ table }) => table.algo === 'reverse' && table.time >= from && table.time < time)?.table;
			const shown = hot.newestBetween(from, time - 1, ({ algo }) => algo === 'reverse');
			if (!shown || (beside && beside.time >= shown.time)) return beside;
			return (await hot.table(shown)) ?? null;
		};
		done.push({ ...each, table: await follow(each.table, each.parameters.tabQuorum, before) });
	}
	return done;
}

/** A recomputed report with the time in lists that follows from the versions that were published before it. */
export async function withPublishedTimes(stores: Stores, table: ReportTable, record: ReportRecord, quorum: number): Promise<ReportTable> {
	return follow(table, quorum, async (from, time) => {
		const builds = await buildsBetween(stores.records.db, { from, to: utcMs(time - 1) }, 'reverse');
		const last = builds.findLast(({ build }) => build <= record.buildId);
		return last && reportRows(stores.series, last.time, 'reverse', last.build);
	});
}

/** Earlier reports of the session that are older than these columns are followed, too. */
async function follow(table: ReportTable, quorum: number, before: ReportBefore): Promise<ReportTable> {
	const previous = await before(newYorkToUtc(newYorkDate(table.time), 0, 0), table.time);
	if (previous === null) return table;
	if (!previous || knowsTimeInList(previous)) return withTimeInList(table, previous, quorum);
	return withTimeInList(table, await follow(previous, quorum, before), quorum);
}
