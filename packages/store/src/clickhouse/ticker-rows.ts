import { BATCH_TABLES, type BatchTable } from '@sw/domain/prices/batch';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { SUMMED_TABLES } from './engine/row-sums.ts';
import { changeTable, type Series } from './engine/series.ts';
import { int, inVisibleBatches } from './engine/sql.ts';

/** Columns that, together with the ticker, identify a row of each table. */
const KEYS: Readonly<Record<BatchTable, string>> = {
	bars: 'time',
	daily_bars: 'day',
	option_sums: 'time',
	mentions: 'time, source',
	mention_spans: 'source, since, until',
};

/** Copies the rows of a ticker to another ticker under an open batch, each in its newest visible version. */
export async function copyTickerRows(
	series: Series,
	sourceId: number,
	targetId: number,
	batch: number,
	visible: VisibleBatches,
): Promise<void> {
	for (const table of BATCH_TABLES) {
		const columns = Object.keys(SUMMED_TABLES[table].spec);
		const expressions = columns.map((name) => {
			if (name === 'ticker_id') return `toUInt32(${int(targetId)})`;
			return name === 'batch' ? `toUInt32(${int(batch)})` : name;
		});
		const rows = `SELECT * FROM ${table} WHERE ticker_id = ${int(sourceId)} AND ${inVisibleBatches('batch', visible)} ORDER BY batch DESC LIMIT 1 BY ${KEYS[table]}`;
		await series.bulk.run(`INSERT INTO ${table} (${columns}) SELECT ${expressions} FROM (${rows})`);
	}
}

/** Starts the removal of a ticker's rows; doesn't wait for it. */
export async function deleteTickerRows(series: Series, id: number): Promise<void> {
	for (const table of BATCH_TABLES)
		await changeTable(series, `ALTER TABLE ${table} DELETE WHERE ticker_id = ${int(id)} SETTINGS mutations_sync = 0`);
}
