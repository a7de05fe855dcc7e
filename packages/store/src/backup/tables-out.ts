import { type ClientBase, escapeIdentifier } from 'pg';
import { encodeBlock } from '../clickhouse/engine/native.ts';
import type { Series } from '../clickhouse/engine/series.ts';
import { int, inVisibleBatches } from '../clickhouse/engine/sql.ts';
import { BARS, DAILY_BARS, MENTION_SPANS, MENTIONS, OPTION_SUMS, REPORT_ROWS } from '../clickhouse/engine/tables.ts';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { type Manifest, type RecordsTable, type SeriesTable, writeData } from './backup-files.ts';

const ROWS_PER_FETCH = 2_000;

interface Reference {
	table: string;
	refers: string;
}

/** Returns the names of the tables of the current schema, each after those that it references. Throws a RangeError if they form a cycle. */
export async function tablesInOrder(client: ClientBase): Promise<string[]> {
	const { rows: tables } = await client.query<{ name: string }>(
		`select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by relname`,
	);
	const { rows: references } = await client.query<Reference>(
		`select r.relname as "table", f.relname as refers from pg_constraint c
		join pg_class r on r.oid = c.conrelid join pg_class f on f.oid = c.confrelid
		where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conrelid <> c.confrelid`,
	);
	const remaining = new Set(tables.map(({ name }) => name));
	const ordered: string[] = [];
	while (remaining.size > 0) {
		const ready = [...remaining].filter((name) => !references.some(({ table, refers }) => table === name && remaining.has(refers)));
		if (ready.length === 0) throw new RangeError(`Tables refer to each other in a cycle: ${[...remaining].join(', ')}.`);
		for (const name of ready) {
			ordered.push(name);
			remaining.delete(name);
		}
	}
	return ordered;
}

/** Writes all records that `client`'s transaction sees. */
export async function writeRecords(client: ClientBase, folder: string): Promise<Manifest['records']> {
	const tables: RecordsTable[] = [];
	for (const table of await tablesInOrder(client)) {
		let rows = 0;
		const addRows = (added: number): void => {
			rows += added;
		};
		tables.push({ table, ...(await writeData(folder, `records/${table}.jsonl.zst`, tableLines(client, table, addRows))), rows });
	}
	const { rows: sequences } = await client.query<{ name: string; last: string }>(
		'select sequencename as name, last_value::text as last from pg_sequences where schemaname = current_schema() and last_value is not null order by 1',
	);
	const { rows: migrations } = await client.query<{ count: number }>('select count(*)::int as count from drizzle.__drizzle_migrations');
	return {
		migrations: migrations[0]?.count ?? 0,
		tables,
		sequences: Object.fromEntries(sequences.map(({ name, last }) => [name, last])),
	};
}

/** Reads all rows of a table as lines of JSON, in an order that depends only on the rows. `client` must be in a transaction. */
async function* tableLines(client: ClientBase, table: string, onRows: (rows: number) => void): AsyncGenerator<string> {
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

/** Each table with its columns, an expression for a row's date, the column of the batch that makes a row visible, and an order that compresses well. */
export const SERIES_TABLES = {
	bars: { columns: BARS, date: 'toDate(time)', batch: 'batch', order: 'ticker_id, time, batch' },
	daily_bars: { columns: DAILY_BARS, date: 'day', batch: 'batch', order: 'ticker_id, day, batch' },
	option_sums: { columns: OPTION_SUMS, date: 'toDate(time)', batch: 'batch', order: 'ticker_id, time, batch' },
	mentions: { columns: MENTIONS, date: 'toDate(time)', batch: 'batch', order: 'ticker_id, time, source, batch' },
	mention_spans: { columns: MENTION_SPANS, date: 'toDate(since)', batch: 'batch', order: 'since, source, ticker_id, batch' },
	report_rows: { columns: REPORT_ROWS, date: 'toDate(report)', batch: 'build', order: 'report, algo, build, ticker_id' },
} as const;
export type SeriesTableName = keyof typeof SERIES_TABLES;

/** Minimum rows of a file, which contains whole days. A backup needs memory only for one file, not for the table. */
const MIN_ROWS_PER_FILE = 300_000;

interface DaySpan {
	first: number;
	last: number;
}

/** Writes the rows of visible batches. Concurrent writes don't matter, because committed rows never change. */
export async function writeSeries(series: Series, name: SeriesTableName, visible: VisibleBatches, folder: string): Promise<SeriesTable> {
	const { columns: spec, date, batch, order } = SERIES_TABLES[name];
	const files: SeriesTable['files'] = [];
	for (const { first, last } of await fileSpans(series, name, visible)) {
		const span = `${date} >= toDate(${int(first)}) AND ${date} <= toDate(${int(last)})`;
		const query = `SELECT ${Object.keys(spec)} FROM ${name} WHERE ${span} AND ${inVisibleBatches(batch, visible)} ORDER BY ${order}`;
		const { count, columns } = await series.bulk.read(spec, query);
		const file = `series/${name}/${String(files.length + 1).padStart(4, '0')}.native.zst`;
		files.push({ ...(await writeData(folder, file, encodeBlock(spec, columns, 0, count))), rows: count, first, last });
	}
	return { columns: spec, rows: files.reduce((sum, { rows }) => sum + rows, 0), files };
}

async function fileSpans(series: Series, name: SeriesTableName, visible: VisibleBatches): Promise<DaySpan[]> {
	const { date, batch } = SERIES_TABLES[name];
	const { count, columns } = await series.bulk.read(
		{ day: 'UInt32', found: 'UInt64' },
		`SELECT toUInt32(${date}) AS day, count() AS found FROM ${name} WHERE ${inVisibleBatches(batch, visible)} GROUP BY day ORDER BY day`,
	);
	const spans: DaySpan[] = [];
	let rows = Number.POSITIVE_INFINITY;
	for (let i = 0; i < count; i++) {
		const day = columns.day[i]!;
		if (rows >= MIN_ROWS_PER_FILE) {
			spans.push({ first: day, last: day });
			rows = 0;
		}
		(spans.at(-1) as DaySpan).last = day;
		rows += Number(columns.found[i]);
	}
	return spans;
}
