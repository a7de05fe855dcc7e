import { type ClientBase, escapeIdentifier } from 'pg';
import { writeData } from './data-file.ts';
import type { Manifest, RecordsTable } from './manifest.ts';

const ROWS_PER_FETCH = 2_000;

interface Reference {
	table: string;
	refers: string;
}

/** The tables of the current schema, each after those that it references. */
export async function tablesInOrder(client: ClientBase): Promise<string[]> {
	const { rows: tables } = await client.query<{ name: string }>(
		`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`,
	);
	const { rows: references } = await client.query<Reference>(
		`select r.relname as "table", f.relname as refers from pg_constraint c
		join pg_class r on r.oid = c.conrelid join pg_class f on f.oid = c.confrelid
		where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`,
	);
	const waiting = new Set(tables.map(({ name }) => name));
	const ordered: string[] = [];
	while (waiting.size > 0) {
		const ready = [...waiting].filter((name) => !references.some(({ table, refers }) => table === name && waiting.has(refers)));
		if (ready.length === 0) throw new RangeError(`Tables refer to each other in a cycle: ${[...waiting].join(', ')}.`);
		for (const name of ready) {
			ordered.push(name);
			waiting.delete(name);
		}
	}
	return ordered;
}

/** Writes all records that `client`'s transaction sees. */
export async function writeRecords(client: ClientBase, folder: string): Promise<Manifest['records']> {
	const tables: RecordsTable[] = [];
	for (const table of await tablesInOrder(client)) {
		let rows = 0;
		const count = (more: number): void => {
			rows += more;
		};
		tables.push({ table, ...(await writeData(folder, `records/${table}.jsonl.zst`, linesOf(client, table, count))), rows });
	}
	const { rows: sequences } = await client.query<{ name: string; last: string }>(
		'select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() and last_value is not null order by 1',
	);
	const { rows: applied } = await client.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations');
	return {
		migrations: applied[0]?.count ?? 0,
		tables,
		sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
	};
}

/** Every row of a table as a line of JSON, in an order that depends only on the rows. `client` is in a transaction. */
async function* linesOf(client: ClientBase, table: string, onRows: (rows: number) => void): AsyncGenerator<string> {
	const name = escapeIdentifier(table);
	await client.query(
		`declare backup no scroll cursor for select to_jsonb(t)::text as line from ${name} t order by to_jsonb(t)::text collate "C"`,
	);
	for (;;) {
		const { rows } = await client.query<{ line: string }>(`fetch ${ROWS_PER_FETCH} from backup`);
		if (rows.length === 0) break;
		onRows(rows.length);
		yield `${rows.map(({ line }) => line).join('\n')}\n`;
	}
	await client.query('close backup');
}
