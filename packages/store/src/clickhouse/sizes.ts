import type { Series } from './engine/series.ts';

/** Tables listed separately; all others count as other_series. */
const TABLES = ['bars', 'daily_bars', 'option_sums', 'mentions', 'mention_spans', 'report_rows', 'deep_cells', 'breadth'] as const;
type SizedTable = (typeof TABLES)[number] | 'other_series';

/** Returns the bytes on disk by table, over all servers. */
export async function seriesSizes(series: Series): Promise<Record<SizedTable, number>> {
	const { database, stored, system } = series.layout;
	const sums = TABLES.map((table) => `toFloat64(sumIf(bytes_on_disk, table = '${stored(table)}')) AS ${table}`).join(', ');
	const spec = Object.fromEntries([...TABLES, 'whole'].map((name) => [name, 'Float64' as const])) as Record<
		(typeof TABLES)[number] | 'whole',
		'Float64'
	>;
	const { columns } = await series.requests.read(
		spec,
		`SELECT ${sums}, toFloat64(sum(bytes_on_disk)) AS whole FROM ${system('parts')} WHERE database = ${database} AND active`,
	);
	const bytesOf = (name: (typeof TABLES)[number] | 'whole'): number => columns[name][0] ?? 0;
	const named = Object.fromEntries(TABLES.map((table) => [table, bytesOf(table)])) as Record<(typeof TABLES)[number], number>;
	const other = bytesOf('whole') - TABLES.reduce((sum, table) => sum + named[table], 0);
	return { ...named, other_series: Math.max(0, other) };
}
