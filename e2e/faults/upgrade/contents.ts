/** Everything that a data folder's stores hold, read without migrating them. */
import { join } from 'node:path';
import { openEmbedded } from '@sw/store/clickhouse/engine/embedded-engine';
import type { Engine } from '@sw/store/clickhouse/engine/engine';
import { startEmbedded } from '@sw/store/postgres/embedded';
import { openRecords, type Records } from '@sw/store/postgres/records';

export interface Table {
	columns: string[];
	/** One text per row, sorted; of a series table its count and checksum. */
	rows: string[];
}
export type Contents = Map<string, Table>;

/** `template`: restricts the result to its tables and columns, as far as they still exist. */
export async function readContents(folder: string, template?: Contents): Promise<Contents> {
	return new Map([...(await readRecords(folder, template)), ...(await readSeries(folder, template))]);
}

async function readRecords(folder: string, template: Contents | undefined): Promise<Contents> {
	const database = await startEmbedded({ folder: join(folder, 'postgres') });
	const records = openRecords(database.url);
	try {
		const contents: Contents = new Map();
		for (const [name, columns] of await recordColumns(records)) {
			const selectedColumns = selectColumns(template, name, columns);
			if (selectedColumns.length === 0) continue;
			const columnList = selectedColumns.map((column) => `"${column}"`).join(', ');
			const { rows } = await records.pool.query<{ row: string }>(
				`select to_jsonb(t)::text as row from (select ${columnList} from ${name}) t order by to_jsonb(t)::text collate "C"`,
			);
			contents.set(name, { columns: selectedColumns, rows: rows.map(({ row }) => row) });
		}
		return contents;
	} finally {
		await records.close();
		await database.stop();
	}
}

async function recordColumns({ pool }: Records): Promise<Map<string, string[]>> {
	const { rows } = await pool.query<{ name: string; columns: string[] }>(
		`select format('%I.%I', table_schema, table_name) as name, array_agg(column_name::text order by ordinal_position) as columns
		from information_schema.columns join information_schema.tables using (table_schema, table_name)
		where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema') group by 1 order by 1`,
	);
	return new Map(rows.map(({ name, columns }) => [name, columns]));
}

async function readSeries(folder: string, template: Contents | undefined): Promise<Contents> {
	const { only: engine, close } = openEmbedded(join(folder, 'series'), { only: 1 });
	try {
		const contents: Contents = new Map();
		for (const [name, columns] of await seriesColumns(engine)) {
			const selectedColumns = selectColumns(template, `series.${name}`, columns);
			if (selectedColumns.length === 0) continue;
			const { columns: sums } = await engine.read(
				{ rows: 'UInt64', hash: 'UInt64' },
				`SELECT count() AS rows, sum(cityHash64(${selectedColumns.join(', ')})) AS hash FROM ${name}`,
			);
			contents.set(`series.${name}`, { columns: selectedColumns, rows: [`${sums.rows[0]} rows, checksum ${sums.hash[0]}`] });
		}
		return contents;
	} finally {
		await close();
	}
}

/** Column names by table. They are read as bytes, because `Engine.read` has no text columns. */
async function seriesColumns(engine: Engine): Promise<Map<string, string[]>> {
	const { columns } = await engine.read(
		{ byte: 'UInt8' },
		`SELECT reinterpretAsUInt8(arrayJoin(ngrams(arrayStringConcat(groupArray(line), '\n'), 1))) AS byte FROM (
			SELECT concat(table, ' ', arrayStringConcat(groupArray(name), ' ')) AS line FROM system.columns
			WHERE database = currentDatabase()
				AND table IN (SELECT name FROM system.tables WHERE database = currentDatabase() AND engine LIKE '%MergeTree')
			GROUP BY table ORDER BY table)`,
	);
	const lines = Buffer.from(columns.byte).toString().split('\n').filter(Boolean);
	return new Map(lines.map((line) => [line.split(' ')[0]!, line.split(' ').slice(1)]));
}

function selectColumns(template: Contents | undefined, name: string, columns: string[]): string[] {
	if (!template) return columns;
	return template.get(name)?.columns.filter((column) => columns.includes(column)) ?? [];
}

/** Describes what differs, in a line or two per table. `mayDiffer`: rows that may differ. */
export function findDifferences(oldContents: Contents, newContents: Contents, mayDiffer: (row: string) => boolean = () => false): string[] {
	const lines: string[] = [];
	for (const [name, { columns, rows }] of oldContents) {
		const newTable = newContents.get(name);
		if (!newTable) {
			lines.push(`${name} is missing`);
			continue;
		}
		const lostColumns = columns.filter((column) => !newTable.columns.includes(column));
		if (lostColumns.length > 0) lines.push(`${name} has lost ${lostColumns}`);
		else {
			const newRows = new Set(newTable.rows);
			const changedRows = rows.filter((row) => !newRows.has(row) && !mayDiffer(row));
			if (changedRows.length > 0)
				lines.push(`${name}: ${changedRows.length} of ${rows.length} rows differ, the first was ${changedRows[0]}`);
			if (newTable.rows.length !== rows.length) lines.push(`${name} had ${rows.length} rows and has ${newTable.rows.length}`);
		}
	}
	for (const name of newContents.keys()) if (!oldContents.has(name)) lines.push(`${name} is new`);
	return lines;
}
