import type { ReportTable } from '@sw/domain/signals/report-table';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportAt } from '@sw/store/postgres/records/reports';
import type { BuiltTable } from '../engine/built-table.ts';

type Column = ArrayLike<number>;

const same = (one: Column, other: Column): boolean => {
	if (one.length !== other.length) return false;
	for (let i = 0; i < one.length; i++) if (!Object.is(one[i], other[i]) && one[i] !== other[i]) return false;
	return true;
};

const columnsOf = ({ tickerId, words, z, price, cap, mentions, flags }: ReportTable): Column[] => [
	tickerId,
	...words,
	z,
	price,
	cap,
	mentions,
	flags,
];

/** Whether two tables say the same of every ticker. */
export const sameTable = (one: ReportTable, other: ReportTable): boolean => {
	const others = columnsOf(other);
	return columnsOf(one).every((column, i) => same(column, others[i] as Column));
};

/**
 * Those that differ from the version in force, or have none: a rebuild that changes nothing makes no new version. By inputs, those into which other bars entered
 * differ too, though no cell may tell: so what was imported in parts names the same bars as what came at once.
 */
export const onlyChanged = async (
	{ records, series }: Stores,
	built: readonly BuiltTable[],
	{ byInputs = false } = {},
): Promise<BuiltTable[]> => {
	const changed: BuiltTable[] = [];
	for (const each of built) {
		const { time, algo } = each.table;
		const inForce = await reportAt(records.db, time, algo);
		const isOther = !inForce || (byInputs && inForce.inputHash !== each.inputs.hash);
		if (isOther || !sameTable(await reportRows(series, time, algo, inForce.buildId), each.table)) changed.push(each);
	}
	return changed;
};
