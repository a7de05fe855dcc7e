import { SPANS_OF_ROWS } from '../clickhouse/engine/ddl.ts';
import { decodeBlocks } from '../clickhouse/engine/native.ts';
import { changeTable, insertRows, type Series } from '../clickhouse/engine/series.ts';
import { readData } from './data-file.ts';
import { BackupError, type Manifest } from './manifest.ts';
import { SERIES_TABLES, type SeriesTableName } from './series-out.ts';

/** Fills the series tables. Columns are those of the backup: newer ones get their defaults. */
export async function readSeries(series: Series, folder: string, tables: Manifest['series'], say: (line: string) => void): Promise<void> {
	for (const [name, { columns: spec, rows, files }] of Object.entries(tables)) {
		if (!isKnown(name)) throw new BackupError(`This program has no series table ${name}: restore with the version that made the backup.`);
		for (const { file, rows: expected } of files) {
			const { count, columns } = decodeBlocks(spec, await readData(folder, file));
			if (count !== expected) throw new BackupError(`${file} contains ${count} rows instead of ${expected}.`);
			await insertRows(series, name, spec, columns, count);
		}
		say(`${name}: ${rows} rows`);
	}
	// A backup from before spans were stored.
	if (!('mention_spans' in tables)) await series.bulk.run(SPANS_OF_ROWS);
}

function isKnown(name: string): name is SeriesTableName {
	return name in SERIES_TABLES;
}

/**
 * Makes sure that no data is overwritten. Series without an identity have never been opened together with a database: their rows remain from an
 * interrupted restore, and are removed. Throws a BackupError for a store that is in use.
 */
export async function emptySeries(series: Series): Promise<void> {
	const { count } = await series.bulk.read({ identity: 'UInt32' }, 'SELECT identity FROM store_identity LIMIT 1');
	if (count > 0) throw new BackupError("The series store isn't empty: use an empty ClickHouse database.");
	// Not part of a backup: breadth is counted again from the reports, and inserting their rows fills deep_cells.
	for (const name of [...Object.keys(SERIES_TABLES), 'breadth', 'deep_cells', 'deep_cells_missing'])
		await changeTable(series, `TRUNCATE TABLE ${name}`);
}
