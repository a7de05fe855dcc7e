import { setTimeout as delay } from 'node:timers/promises';
import { DAY } from '@sw/domain/time/units';
import { StoreError } from '../faults/store-error.ts';
import { markSwept, unsweptBatches } from '../postgres/records/tickers/batches.ts';
import type { Db } from '../postgres/records.ts';
import { changeTable, type Series } from './engine/series.ts';
import { oneOf } from './engine/sql.ts';

const MARKET_DATA_TABLES = ['bars', 'daily_bars', 'option_sums', 'mentions', 'mention_spans'] as const;
const REPORT_TABLES = ['report_rows', 'deep_cells', 'breadth'] as const;
type SweptTable = (typeof MARKET_DATA_TABLES)[number] | (typeof REPORT_TABLES)[number];
const REPORT_TABLE_SET: ReadonlySet<SweptTable> = new Set(REPORT_TABLES);

/**
 * Removes the rows of aborted batches and builds; returns how many batches were swept. Can last long, because the embedded engine rewrites only a few
 * parts per second; reads always exclude those rows. If `signal` aborts, no batch is marked, and the rewriting continues at the next opening.
 * `areWritersDead`: if false, a suspended process might still write, so for one more day, reads exclude the batch, and each
 * sweep checks it for rows.
 */
export async function sweepAbortedBatches(
	db: Db,
	series: Series,
	{ areWritersDead = true, signal }: { areWritersDead?: boolean; signal?: AbortSignal } = {},
): Promise<number> {
	const batches = await unsweptBatches(db, 'bars');
	const builds = await unsweptBatches(db, 'reports');
	const tables: SweptTable[] = [...(batches.length > 0 ? MARKET_DATA_TABLES : []), ...(builds.length > 0 ? REPORT_TABLES : [])];
	// The statement doesn't wait for the rewriting, because it could not be aborted.
	for (const table of tables) {
		const rowCondition = REPORT_TABLE_SET.has(table) ? oneOf('build', builds) : oneOf('batch', batches);
		if (await hasRows(series, table, rowCondition))
			await changeTable(series, `ALTER TABLE ${table} DELETE WHERE ${rowCondition} SETTINGS mutations_sync = 0`);
	}
	for (const table of tables) if (!(await waitUntilRewritten(series, table, signal))) return 0;
	return markSwept(db, [...batches, ...builds], areWritersDead ? 0 : DAY);
}

async function hasRows(series: Series, table: SweptTable, rowCondition: string): Promise<boolean> {
	const { count } = await series.bulk.read({ found: 'UInt8' }, `SELECT toUInt8(1) AS found FROM ${table} WHERE ${rowCondition} LIMIT 1`);
	return count > 0;
}

/** Waits until all parts have been rewritten; false if aborted. */
async function waitUntilRewritten(series: Series, table: SweptTable, signal?: AbortSignal): Promise<boolean> {
	const { database, storageTable, systemTable } = series.layout;
	const pendingQuery = `SELECT toUInt8(latest_fail_time != 0) AS failed FROM ${systemTable('mutations')}
		WHERE database = ${database} AND table = '${storageTable(table)}' AND NOT is_done`;
	for (;;) {
		if (signal?.aborted) return false;
		const { count, columns } = await series.bulk.read({ failed: 'UInt8' }, pendingQuery);
		if (count === 0) return true;
		if (columns.failed.includes(1)) throw new StoreError('series_failed', `Rows of aborted batches couldn't be removed from ${table}.`);
		await delay(100, undefined, { signal }).catch(() => {});
	}
}
