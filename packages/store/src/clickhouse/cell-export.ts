import { Z_SERIES } from '@sw/domain/signals/report-table';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { type ColumnsOf, columnArrays } from './native.ts';
import { type ExportedColumn, type ExportFormat, oneExport, selectIntoFile, sqlText, withTickers } from './report-export.ts';
import type { Series } from './series.ts';

/** One row for each report, ticker, timeframe and series. NaN and time 0 mean null. */
export const CELLS = {
	report: 'DateTime',
	cutoff: 'DateTime',
	ticker_id: 'UInt32',
	timeframe: 'UInt8',
	series: 'UInt8',
	/** Index into the status names given with the export. */
	status: 'UInt8',
	z: 'Float32',
	scale: 'Float64',
	value: 'Float64',
	reference: 'DateTime',
} as const;
export type CellColumns = ColumnsOf<typeof CELLS>;
export const cellColumns = (count: number): CellColumns => columnArrays(CELLS, count);

const list = (names: readonly string[]): string => `[${names.map(sqlText).join(', ')}]`;
const orNull = (column: string): string => `if(isNaN(c.${column}), NULL, c.${column})`;

const columnsFor = (statuses: readonly string[]): ExportedColumn[] => [
	{ name: 'report', sql: 'c.report', meaning: 'instant that names the report, UTC' },
	{ name: 'received_until', sql: 'c.cutoff', meaning: 'bars received up to this instant entered the cell, UTC' },
	{ name: 'ticker_id', sql: 'c.ticker_id', meaning: 'permanent number of the ticker' },
	{ name: 'symbol', sql: 't.symbol', meaning: 'symbol at the time of the export' },
	{ name: 'timeframe', sql: `${list(TIMEFRAMES.map(({ label }) => label))}[c.timeframe + 1]`, meaning: '15m, 30m, 1h, 4h or 1d' },
	{
		name: 'series',
		sql: `${list(Z_SERIES)}[c.series + 1]`,
		meaning: 'price (rises positive), volume, sum and diff of option contracts (call-heavy positive), squeeze',
	},
	{ name: 'status', sql: `${list(statuses)}[c.status + 1]`, meaning: 'why the cell has, or has not, a number' },
	{ name: 'z', sql: orNull('z'), meaning: 'how many typical moves; null: not measurable' },
	{ name: 'scale', sql: orNull('scale'), meaning: 'the typical move: sigma of price, s of the amounts, usual true range of squeeze' },
	{
		name: 'value',
		sql: orNull('value'),
		meaning: 'log return of the move, shares, contracts, centre of the difference, or ratio of ranges',
	},
	{
		name: 'reference_time',
		sql: 'if(toUInt32(c.reference) = 0, NULL, c.reference)',
		meaning: 'end of the bar that the move is measured from, UTC',
	},
];

/** Writes cells to a file and returns the dictionary of its columns. `file` is absolute and is replaced. Embedded engine only. */
export const exportCells = (
	{ bulk }: Series,
	cells: { count: number; columns: CellColumns; statuses: readonly string[] },
	symbols: ReadonlyMap<number, string>,
	file: string,
	format: ExportFormat,
): Promise<ExportedColumn[]> =>
	oneExport(() =>
		withTickers(bulk, symbols, async () => {
			const spec = Object.entries(CELLS).map(([name, type]) => `${name} ${type === 'DateTime' ? "DateTime('UTC')" : type}`);
			await bulk.run(`CREATE OR REPLACE TABLE export_cells (${spec.join(', ')}) ENGINE = Memory`);
			try {
				await bulk.write('export_cells', CELLS, cells.columns, 0, cells.count);
				const columns = columnsFor(cells.statuses);
				const selected = columns.map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
				const from = 'FROM export_cells AS c LEFT JOIN export_tickers AS t ON c.ticker_id = t.ticker_id';
				const order = 'ORDER BY c.report, c.ticker_id, c.timeframe, c.series';
				await selectIntoFile(bulk, file, format, `SELECT ${selected} ${from} ${order}`);
				return columns;
			} finally {
				await bulk.run('DROP TABLE IF EXISTS export_cells');
			}
		}),
	);
