import type { Series } from './engine/series.ts';

/** Tables listed separately; all others count as other_series. */
const TABLES = ['bars', 'daily_bars', 'option_sums', 'mentions', 'mention_spans', 'report_rows', 'deep_cells', 'breadth'] as const;
type SizedTable = (typeof TABLES)[number] | 'other_series';

/** Returns the bytes on disk by table, over all servers. */
export async function querySeriesSizes(series: Series): Promise<Record<SizedTable, number>> {
	const { database, storageTable, systemTable } = series.layout;
	const sums = TABLES.map((table) => `toFloat64(sumIf(bytes_on_disk, table = '${storageTable(table)}')) AS ${table}`).join(', ');
	const spec = Object.fromEntries([...TABLES, 'total'].map((name) => [name, 'Float64' as const])) as Record<
		(typeof TABLES)[number] | 'total',
		'Float64'
	>;
	const { columns } = await series.requests.read(
		spec,
		`SELECT ${sums}, toFloat64(sum(bytes_on_disk)) AS total FROM ${systemTable('parts')} WHERE database = ${database} AND active`,
	);
	const bytesOf = (name: (typeof TABLES)[number] | 'total'): number => columns[name][0] ?? 0;
	const tableSizes = Object.fromEntries(TABLES.map((table) => [table, bytesOf(table)])) as Record<(typeof TABLES)[number], number>;
	const otherSize = bytesOf('total') - TABLES.reduce((sum, table) => sum + tableSizes[table], 0);
	return { ...tableSizes, other_series: Math.max(0, otherSize) };
}
