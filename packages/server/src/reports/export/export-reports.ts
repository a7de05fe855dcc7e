import { rename, rm, writeFile } from 'node:fs/promises';
import { Z_SERIES } from '@sw/domain/signals/report-table';
import { CELL_STATUSES } from '@sw/domain/signals/status';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND } from '@sw/domain/time/units';
import { cellColumns, exportCells } from '@sw/store/clickhouse/cell-export';
import { EXPORT_COLUMNS, type ExportFormat, exportReports } from '@sw/store/clickhouse/report-export';
import type { ReportRecord } from '@sw/store/postgres/records/reports';
import { type RecomputeParts, recompute } from '../recompute/recompute.ts';
import { addParquetMetadata } from './parquet-metadata.ts';

export interface ExportRequest {
	/** Oldest first; with `cells` only the first is written. */
	records: readonly ReportRecord[];
	symbols: ReadonlyMap<number, string>;
	/** Absolute. */
	file: string;
	format: ExportFormat;
	/** Status, z, scale, value and reference time of each cell instead of depths; recomputed, so it takes as long as a verification. */
	cells: boolean;
}

/** The same facts for people and for programs, beside the file and (Parquet) inside it. */
const descriptionOf = (records: readonly ReportRecord[], columns: readonly { name: string; meaning: string }[]) => ({
	what: 'Signalwheel reports. Past results are hypothetical.',
	reports: records.map((record) => ({
		time: isoSeconds(record.time),
		algo: record.algo,
		version: record.version,
		superseded_by: record.supersededBy,
		content_hash: record.contentHash,
		previous_hash: record.previousHash,
		input_from: record.inputFrom,
		input_hash: record.inputHash,
		parameters_version: record.parametersVersion,
		engine_version: record.engineVersion,
		received_until: isoSeconds(record.cutoff),
		reconstructed: record.reconstructed,
		tickers: record.tickers,
	})),
	columns: columns.map(({ name, meaning }) => ({ name, meaning })),
});

/** Writes the file and, beside it, its data dictionary with the hashes of its reports; returns the dictionary's path. */
export const writeExport = async (parts: RecomputeParts, request: ExportRequest): Promise<string> => {
	const { symbols, file, format, cells } = request;
	const records = cells ? request.records.slice(0, 1) : request.records;
	// Whoever reads the file while it is written sees the old one.
	const draft = `${file}.draft`;
	try {
		const columns = cells ? await writeCells(parts, records[0] as ReportRecord, symbols, draft, format) : EXPORT_COLUMNS;
		if (!cells) await exportReports(parts.stores.series, records, symbols, draft, format);
		const description = descriptionOf(records, columns);
		if (format === 'parquet')
			await addParquetMetadata(draft, {
				'signalwheel.reports': JSON.stringify(description.reports),
				'signalwheel.columns': JSON.stringify(description.columns),
			});
		await rename(draft, file);
		const dictionary = `${file}.dictionary.json`;
		await writeFile(dictionary, `${JSON.stringify(description, null, '\t')}\n`);
		return dictionary;
	} finally {
		await rm(draft, { force: true });
	}
};

const writeCells = async (
	parts: RecomputeParts,
	record: ReportRecord,
	symbols: ReadonlyMap<number, string>,
	file: string,
	format: ExportFormat,
) => {
	const { table, universe, engine } = await recompute(parts, record, false);
	const columns = cellColumns(table.count * 5 * Z_SERIES.length);
	let at = 0;
	for (const id of table.tickerId) {
		for (const [timeframe, detail] of engine.detail(universe.rowOf(id)).timeframes.entries()) {
			for (const [series, name] of Z_SERIES.entries()) {
				const cell = detail[name];
				columns.ticker_id[at] = id;
				columns.timeframe[at] = timeframe;
				columns.series[at] = series;
				columns.status[at] = CELL_STATUSES.indexOf(cell.status);
				columns.z[at] = cell.z ?? Number.NaN;
				columns.scale[at] = cell.scale ?? Number.NaN;
				columns.value[at] = cell.value ?? Number.NaN;
				columns.reference[at] = (detail.referenceTime ?? 0) / SECOND;
				at++;
			}
		}
	}
	columns.report.fill(record.time / SECOND);
	columns.cutoff.fill(record.cutoff / SECOND);
	return exportCells(parts.stores.series, { count: at, columns, statuses: CELL_STATUSES }, symbols, file, format);
};
