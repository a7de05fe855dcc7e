import { Z_SERIES } from '@sw/domain/signals/report-table';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { Engine } from '../engine/engine.ts';
import { convertRows, type ExportedColumn, type ExportSink, exportQuery, type TextsByKey } from '../engine/export-sink.ts';
import { type ColumnsOf, createColumnArrays } from '../engine/native.ts';
import type { Series } from '../engine/series.ts';
import { sqlText } from '../engine/sql.ts';
import { runExclusively, withTickers } from './report-export.ts';

/** Columns of exported cells, with a row per report, ticker, timeframe and series. NaN and time 0 represent null. */
export const CELLS = {
	report: 'DateTime',
	cutoff: 'DateTime',
	ticker_id: 'UInt32',
	timeframe: 'UInt8',
	series: 'UInt8',
	/** Index into the `statuses` of the export. */
	status: 'UInt8',
	z: 'Float32',
	scale: 'Float64',
	value: 'Float64',
	reference: 'DateTime',
} as const;
export type CellColumns = ColumnsOf<typeof CELLS>;

export function createCellColumns(count: number): CellColumns {
	return createColumnArrays(CELLS, count);
}

const TIMEFRAME_LABELS = TIMEFRAMES.map(({ label }) => label);

/** Ordered by report, ticker, timeframe and series. */
export interface ExportedCells {
	count: number;
	columns: CellColumns;
	statuses: readonly string[];
}

/**
 * Exports cells and returns the dictionary of their columns, after passing it to `createSink`. The engine writes files, from in-memory tables made for one
 * export. Rows are produced in this process, without a query to a server.
 */
export async function exportCells(
	{ bulk }: Series,
	cells: ExportedCells,
	symbols: ReadonlyMap<number, string>,
	createSink: (columns: readonly ExportedColumn[]) => Promise<ExportSink> | ExportSink,
): Promise<readonly ExportedColumn[]> {
	const { statuses } = cells;
	const columns = columnsFor(statuses);
	const texts = {
		symbol: (key: number) => symbols.get(key) ?? '',
		timeframe: (key: number) => TIMEFRAME_LABELS[key] ?? '',
		series: (key: number) => Z_SERIES[key] ?? '',
		status: (key: number) => statuses[key] ?? '',
	};
	const sink = await createSink(columns);
	if ('rows' in sink) await sink.rows(convertRows(columns, numbersOf(cells), texts));
	else await runExclusively(() => exportToFile(bulk, cells, symbols, columns, texts, sink));
	return columns;
}

function numbersOf({ count, columns: cells }: ExportedCells): Record<string, ArrayLike<number>> {
	const numbers = {
		...cells,
		received_until: cells.cutoff,
		symbol: cells.ticker_id,
		reference_time: Float64Array.from(cells.reference, (seconds) => (seconds === 0 ? Number.NaN : seconds)),
	};
	return Object.fromEntries(Object.entries(numbers).map(([name, column]) => [name, column.subarray(0, count)]));
}

/** Returns the columns, with expressions over export_cells (as c) and export_tickers (as t). */
function columnsFor(statuses: readonly string[]): ExportedColumn[] {
	return [
		{ name: 'report', sql: 'c.report', type: 'instant', required: true, meaning: 'time of the report: the end of its slot, UTC' },
		{
			name: 'received_until',
			sql: 'c.cutoff',
			type: 'instant',
			required: true,
			meaning: 'cut-off: bars received by then are in the cell, UTC',
		},
		{ name: 'ticker_id', sql: 'c.ticker_id', type: 'uint32', required: true, meaning: 'permanent number of the ticker' },
		{ name: 'symbol', sql: 't.symbol', key: 'c.ticker_id', type: 'text', required: true, meaning: 'symbol at the time of the export' },
		{ name: 'timeframe', ...textColumn(TIMEFRAME_LABELS, 'c.timeframe'), meaning: '15m, 30m, 1h, 4h or 1d' },
		{
			name: 'series',
			...textColumn(Z_SERIES, 'c.series'),
			meaning: 'price (rises positive), volume, sum and diff of option contracts (call-heavy positive), squeeze',
		},
		{ name: 'status', ...textColumn(statuses, 'c.status'), meaning: 'ok, or why the cell has no value' },
		{ name: 'z', sql: nullIfNan('z'), type: 'float', meaning: 'typical moves; null: not measurable' },
		{
			name: 'scale',
			sql: nullIfNan('scale'),
			type: 'decimal',
			meaning: 'the typical move: sigma for price, s for volume and options, usual true range for squeeze',
		},
		{
			name: 'value',
			sql: nullIfNan('value'),
			type: 'decimal',
			meaning: 'log return (price), shares (volume), contracts (sum), median (diff) or ratio of ranges (squeeze)',
		},
		{
			name: 'reference_time',
			sql: 'if(toUInt32(c.reference) = 0, NULL, c.reference)',
			type: 'instant',
			meaning: 'end of the bar from which the move is measured, UTC',
		},
	];
}

function nullIfNan(column: string): string {
	return `if(isNaN(c.${column}), NULL, c.${column})`;
}

function textColumn(texts: readonly string[], key: string) {
	return { sql: `${sqlArray(texts)}[${key} + 1]`, key, type: 'text', required: true } as const;
}

function sqlArray(names: readonly string[]): string {
	return `[${names.map(sqlText).join(', ')}]`;
}

function exportToFile(
	bulk: Engine,
	{ count, columns: cells }: ExportedCells,
	symbols: ReadonlyMap<number, string>,
	columns: readonly ExportedColumn[],
	texts: TextsByKey,
	sink: ExportSink,
): Promise<void> {
	return withTickers(bulk, symbols, async () => {
		const spec = Object.entries(CELLS).map(([name, type]) => `${name} ${type === 'DateTime' ? "DateTime('UTC')" : type}`);
		await bulk.run(`CREATE OR REPLACE TABLE export_cells (${spec.join(', ')}) ENGINE = Memory`);
		try {
			await bulk.write('export_cells', CELLS, cells, 0, count);
			const from = `export_cells AS c LEFT JOIN export_tickers AS t ON c.ticker_id = t.ticker_id
				ORDER BY c.report, c.ticker_id, c.timeframe, c.series`;
			await exportQuery(bulk, columns, from, texts, sink);
		} finally {
			await bulk.run('DROP TABLE IF EXISTS export_cells');
		}
	});
}
