import { knowsTimeInList } from '@sw/domain/reports/list/time-in-list';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { type ReportTable, tableColumns } from '@sw/domain/signals/report-table';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import type { Db } from '@sw/store/postgres/records';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import type { BuiltTable } from '../engine/built-table.ts';

type Column = ArrayLike<number>;

/** Whether two tables say the same of every ticker, apart from its time in lists. */
export function sameTable(one: ReportTable, other: ReportTable): boolean {
	const otherColumns = tableColumns(other);
	return tableColumns(one).every((column, i) => same(column, otherColumns[i] as Column));
}

function same(one: Column, other: Column): boolean {
	if (one.length !== other.length) return false;
	for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i]) && one[i] !== other[i]) return false;
	return true;
}

/** Whether a report is to be published again. One that is older than the time in lists gets it from the publication. */
function isOutdated(stored: ReportTable, built: ReportTable): boolean {
	return !knowsTimeInList(stored) || !sameTable(stored, built);
}

/**
 * Those that differ from the version in force, or have none: a rebuild that changes nothing makes no new version. By inputs, those into which other bars entered
 * differ too, though no cell may tell: so what was imported in parts names the same bars as what came at once.
 */
export async function onlyChanged(
	{ records, series }: Stores,
	built: readonly BuiltTable[],
	{ byInputs = false } = {},
): Promise<BuiltTable[]> {
	const inForce = await inForceAround(records.db, built);
	const changed: BuiltTable[] = [];
	for (const each of built) {
		const record = inForce.get(keyOf(each.table));
		const isOther = !record || (byInputs && record.inputHash !== each.inputs.hash);
		if (isOther || isOutdated(await reportRows(series, record.time, record.algo, record.buildId), each.table)) changed.push(each);
	}
	return changed;
}

function keyOf({ time, algo }: { time: number; algo: string }): string {
	return `${algo} ${time}`;
}

/** The versions in force of the span that some reports lie in, by `keyOf`. */
async function inForceAround(db: Db, built: readonly BuiltTable[]): Promise<ReadonlyMap<string, ReportRecord>> {
	const found = new Map<string, ReportRecord>();
	for (const [algo, reports] of Map.groupBy(built, ({ table }) => table.algo)) {
		const times = reports.map(({ table }) => table.time).sort((a, b) => a - b);
		const [first, last] = [times[0], times.at(-1)];
		if (first === undefined || last === undefined) continue;
		for (const record of await reportsBetween(db, first, last, algo)) found.set(keyOf(record), record);
	}
	return found;
}
