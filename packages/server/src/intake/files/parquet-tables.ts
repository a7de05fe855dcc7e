import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Series } from '@sw/store/clickhouse/engine/series';
import { convertParquetToCsv } from '@sw/store/clickhouse/export/parquet';
import { ImportError } from './faults/import-error.ts';
import type { TableConverter } from './survey.ts';

/** Converts Parquet files to temporary CSV files. Throws ImportError with an external ClickHouse server, which can't read local files. */
export function createParquetConverter(series: Series): TableConverter {
	return async (path) => {
		if (!series.isEmbedded)
			throw new ImportError('format', 'Parquet needs the embedded ClickHouse; with CLICKHOUSE_URL, convert it to CSV first.');
		const folder = await mkdtemp(join(tmpdir(), 'signalwheel-parquet-'));
		const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
		const csv = join(folder, 'table.csv');
		try {
			await convertParquetToCsv(series, path, csv);
		} catch (error) {
			await remove();
			throw new ImportError('damaged', error instanceof Error ? error.message.trim() : undefined, { cause: error });
		}
		return { path: csv, remove };
	};
}
