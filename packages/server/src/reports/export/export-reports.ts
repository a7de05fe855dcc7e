import { rename, rm, writeFile } from 'node:fs/promises';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import { Z_SERIES } from '@sw/domain/signals/report-table';
import { CELL_STATUSES } from '@sw/domain/signals/status';
import { isoSeconds } from '@sw/domain/time/format';
import { SECOND } from '@sw/domain/time/units';
import type { ExportedColumn, ExportSink } from '@sw/store/clickhouse/engine/export-sink';
import { createCellColumns, type ExportedCells, exportCells } from '@sw/store/clickhouse/export/cell-export';
import { EXPORT_COLUMNS, exportReports } from '@sw/store/clickhouse/export/report-export';
import { createParquetFile } from '../../platform/tables/table-file.ts';
import { type RecomputeParts, recompute } from '../recompute/recompute.ts';

export type ExportFormat = 'csv' | 'parquet' | 'arrow';

export interface ExportRequest {
	/** Oldest first. With `cells`, only the first is written. */
	records: readonly ReportRecord[];
	symbols: ReadonlyMap<number, string>;
	/** Absolute path. */
	file: string;
	format: ExportFormat;
	/** Write status, z, scale, value and reference time of each cell instead of depths. Recomputing these takes as long as a verification. */
	cells: boolean;
	/** Called with the fraction written so far, 0 to 1. */
	onProgress?: (fraction: number) => void;
}

/** Writes the file, and a data dictionary with the hashes of its reports. Returns the dictionary's path. */
export async function writeExport(parts: RecomputeParts, request: ExportRequest): Promise<string> {
	const { symbols, file, format } = request;
	const records = request.cells ? request.records.slice(0, 1) : request.records;
	const { series } = parts.stores;
	const reports = records.map(toReportMetadata);
	// Readers of the file see its old version until the new version is complete.
	const draft = `${file}.draft`;
	let closeSink = (): void => {};
	const createSink = async (columns: readonly ExportedColumn[]): Promise<ExportSink> => {
		const output = await openSink(draft, format, { columns, reports });
		closeSink = output.end;
		return output.sink;
	};
	try {
		let columns = EXPORT_COLUMNS;
		if (request.cells) columns = await exportCells(series, await recomputeCells(parts, records[0] as ReportRecord), symbols, createSink);
		else await exportReports(series, records, symbols, await createSink(columns), request.onProgress);
		closeSink();
		await rename(draft, file);
		const dictionary = `${file}.dictionary.json`;
		const description = 'Signalwheel reports. Past results are hypothetical.';
		await writeFile(
			dictionary,
			`${JSON.stringify({ what: description, reports, columns: columns.map(pickNameAndMeaning) }, null, '\t')}\n`,
		);
		return dictionary;
	} finally {
		await rm(draft, { force: true });
	}
}

function pickNameAndMeaning({ name, meaning }: ExportedColumn) {
	return { name, meaning };
}

/** Opens the output. The series engine writes CSV and Arrow files itself; Parquet files are written here from rows. */
async function openSink(
	path: string,
	format: ExportFormat,
	description: { columns: readonly ExportedColumn[]; reports: unknown },
): Promise<{ sink: ExportSink; end: () => void }> {
	if (format !== 'parquet') return { sink: { file: path, format }, end: () => {} };
	const file = await createParquetFile(path, description.columns, {
		'signalwheel.reports': JSON.stringify(description.reports),
		'signalwheel.columns': JSON.stringify(description.columns.map(pickNameAndMeaning)),
	});
	return { sink: { rows: file.add }, end: file.end };
}

/** Describes a report for the data dictionary and the Parquet metadata. */
function toReportMetadata(record: ReportRecord) {
	return {
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
	};
}

async function recomputeCells(parts: RecomputeParts, record: ReportRecord): Promise<ExportedCells> {
	const { table, universe, engine } = await recompute(parts, record, false);
	const columns = createCellColumns(table.count * 5 * Z_SERIES.length);
	let at = 0;
	for (const id of table.tickerId) {
		for (const [timeframe, detail] of engine.detail(universe.rowOf(id)).timeframes.entries()) {
			for (const [seriesIndex, name] of Z_SERIES.entries()) {
				const cell = detail[name];
				columns.ticker_id[at] = id;
				columns.timeframe[at] = timeframe;
				columns.series[at] = seriesIndex;
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
	return { count: at, columns, statuses: CELL_STATUSES };
}
