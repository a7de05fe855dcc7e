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

/** `like`: with its tables and columns alone, as far as they are still there. */
export async function readContents(folder: string, like?: Contents): Promise<Contents> {
	return new Map([...(await readRecords(folder, like)), ...(await readSeries(folder, like))]);
}

async function readRecords(folder: string, like: Contents | undefined): Promise<Contents> {
	const database = await startEmbedded({ folder: join(folder, 'postgres') });
	const records = openRecords(database.url);
	try {
		const found: Contents = new Map();
		for (const [name, columns] of await recordColumns(records)) {
			const kept = wanted(like, name, columns);
			if (kept.length === 0) continue;
			const list = kept.map((column) => `"${column}"`).join(', ');
			const { rows } = await records.pool.query<{ row: string }>(
				`select to_jsonb(t)::text as row from (select ${list} from ${name}) t order by to_jsonb(t)::text collate "C"`,
			);
			found.set(name, { columns: kept, rows: rows.map(({ row }) => row) });
		}
		return found;
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

async function readSeries(folder: string, like: Contents | undefined): Promise<Contents> {
	const { only: engine, close } = openEmbedded(join(folder, 'series'), { only: 1 });
	try {
		const found: Contents = new Map();
		for (const [name, columns] of await seriesColumns(engine)) {
			const kept = wanted(like, `series.${name}`, columns);
			if (kept.length === 0) continue;
			const { columns: sums } = await engine.read(
				{ rows: 'UInt64', hash: 'UInt64' },
				`SELECT count() AS rows, sum(cityHash64(${kept.join(', ')})) AS hash FROM ${name}`,
			);
			found.set(`series.${name}`, { columns: kept, rows: [`${sums.rows[0]} rows, checksum ${sums.hash[0]}`] });
		}
		return found;
	} finally {
		await close();
	}
}

/** Read as bytes: the reader of blocks has no texts. */
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

function wanted(like: Contents | undefined, name: string, columns: string[]): string[] {
	if (!like) return columns;
	return like.get(name)?.columns.filter((column) => columns.includes(column)) ?? [];
}

/** What differs, a line or two a table. `isChanged`: rows that may differ. */
export function differences(before: Contents, after: Contents, isChanged: (row: string) => boolean = () => false): string[] {
	const found: string[] = [];
	for (const [name, { columns, rows }] of before) {
		const now = after.get(name);
		if (!now) {
			found.push(`${name} is missing`);
			continue;
		}
		const lost = columns.filter((column) => !now.columns.includes(column));
		if (lost.length > 0) found.push(`${name} has lost ${lost}`);
		else {
			const kept = new Set(now.rows);
			const changed = rows.filter((row) => !kept.has(row) && !isChanged(row));
			if (changed.length > 0) found.push(`${name}: ${changed.length} of ${rows.length} rows differ, the first was ${changed[0]}`);
			if (now.rows.length !== rows.length) found.push(`${name} had ${rows.length} rows and has ${now.rows.length}`);
		}
	}
	for (const name of after.keys()) if (!before.has(name)) found.push(`${name} is new`);
	return found;
}
