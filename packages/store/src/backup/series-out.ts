import { encodeBlock } from '../clickhouse/engine/native.ts';
import type { Series } from '../clickhouse/engine/series.ts';
import { BARS, DAILY_BARS, MENTION_SPANS, MENTIONS, OPTION_SUMS, REPORT_ROWS } from '../clickhouse/engine/tables.ts';
import { int, ofVisibleBatches } from '../clickhouse/engine/where.ts';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { writeData } from './data-file.ts';
import type { SeriesTable } from './manifest.ts';

/** Each table with its columns, the column that dates its rows, the one that makes them visible, and a sort order that compresses well. */
export const SERIES_TABLES = {
	bars: { columns: BARS, date: 'toDate(time)', batch: 'batch', order: 'ticker_id, time, batch' },
	daily_bars: { columns: DAILY_BARS, date: 'day', batch: 'batch', order: 'ticker_id, day, batch' },
	option_sums: { columns: OPTION_SUMS, date: 'toDate(time)', batch: 'batch', order: 'ticker_id, time, batch' },
	mentions: { columns: MENTIONS, date: 'toDate(time)', batch: 'batch', order: 'ticker_id, time, source, batch' },
	mention_spans: { columns: MENTION_SPANS, date: 'toDate(since)', batch: 'batch', order: 'since, source, ticker_id, batch' },
	report_rows: { columns: REPORT_ROWS, date: 'toDate(report)', batch: 'build', order: 'report, algo, build, ticker_id' },
} as const;
export type SeriesTableName = keyof typeof SERIES_TABLES;

/** A file contains whole days with at least this many rows: a backup only needs memory for one file, not for the table. */
const ENOUGH_ROWS = 300_000;

interface Days {
	first: number;
	last: number;
}

/** Writes the rows of committed batches. Others may be written meanwhile, since committed rows never change. */
export async function writeSeries(series: Series, name: SeriesTableName, seen: VisibleBatches, folder: string): Promise<SeriesTable> {
	const { columns: spec, date, batch, order } = SERIES_TABLES[name];
	const files: SeriesTable['files'] = [];
	for (const { first, last } of await daysOf(series, name, seen)) {
		const span = `${date} >= toDate(${int(first)}) AND ${date} <= toDate(${int(last)})`;
		const query = `SELECT ${Object.keys(spec)} FROM ${name} WHERE ${span} AND ${ofVisibleBatches(batch, seen)} ORDER BY ${order}`;
		const { count, columns } = await series.bulk.read(spec, query);
		const file = `series/${name}/${String(files.length + 1).padStart(4, '0')}.native.zst`;
		files.push({ ...(await writeData(folder, file, encodeBlock(spec, columns, 0, count))), rows: count, first, last });
	}
	return { columns: spec, rows: files.reduce((sum, { rows }) => sum + rows, 0), files };
}

async function daysOf(series: Series, name: SeriesTableName, seen: VisibleBatches): Promise<Days[]> {
	const { date, batch } = SERIES_TABLES[name];
	const { count, columns } = await series.bulk.read(
		{ day: 'UInt32', found: 'UInt64' },
		`SELECT toUInt32(${date}) AS day, count() AS found FROM ${name} WHERE ${ofVisibleBatches(batch, seen)} GROUP BY day ORDER BY day`,
	);
	const spans: Days[] = [];
	let rows = Number.POSITIVE_INFINITY;
	for (let i = 0; i < count; i++) {
		const day = columns.day[i]!;
		if (rows >= ENOUGH_ROWS) {
			spans.push({ first: day, last: day });
			rows = 0;
		}
		(spans.at(-1) as Days).last = day;
		rows += Number(columns.found[i]);
	}
	return spans;
}
