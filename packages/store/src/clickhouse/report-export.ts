import { NULL_BITS } from '@sw/domain/signals/packed';
import { FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, Z_SERIES } from '@sw/domain/signals/report-table';
import { SECTORS } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { Engine } from './engine.ts';
import type { Series } from './series.ts';
import { WORD_COLUMNS, Z_COLUMNS } from './tables.ts';
import { int } from './where.ts';

/** The engine's names of the formats, by ours. */
export const EXPORT_FORMATS = { csv: 'CSVWithNames', parquet: 'Parquet', arrow: 'Arrow' } as const;
export type ExportFormat = keyof typeof EXPORT_FORMATS;

/** A report to be exported, as its PostgreSQL row names it. */
export interface ExportedReport {
	/** UTC milliseconds. */
	time: number;
	version: number;
	buildId: number;
	/** SHA-256 in hex. */
	contentHash: string;
}

export interface ExportedColumn {
	name: string;
	/** The engine's expression over report_rows (as r), export_reports (as e) and export_tickers (as t). */
	sql: string;
	meaning: string;
}

const depthColumns: ExportedColumn[] = TIMEFRAMES.flatMap(({ label }, tf) =>
	[...SECTORS.map(({ key }) => key), 'squeeze'].map((name, slice) => ({
		name: `${name}_${label}`,
		sql: `if(bitAnd(r.${WORD_COLUMNS[tf as 0]}, ${int(NULL_BITS[slice] as number)}) != 0, NULL, toUInt8(bitAnd(bitShiftRight(r.${WORD_COLUMNS[tf as 0]}, ${4 * slice}), 7)))`,
		meaning: `rings 0 to 5 of ${name} on ${label}; null: not measurable`,
	})),
);

const zColumns: ExportedColumn[] = TIMEFRAMES.flatMap(({ label }, tf) =>
	Z_SERIES.map((series, at) => {
		const column = `r.${Z_COLUMNS[tf * Z_SERIES.length + at]}`;
		return {
			name: `z_${series}_${label}`,
			sql: `if(isNaN(${column}), NULL, ${column})`,
			meaning: `how many typical moves, ${series} on ${label} (price: rises are positive; diff: call-heavy is positive; squeeze: zeta); null: not measurable`,
		};
	}),
);

const flag = (bit: number): string => `toBool(bitAnd(r.flags, ${bit}) != 0)`;

/** The data dictionary: every column in order. */
export const EXPORT_COLUMNS: readonly ExportedColumn[] = [
	{ name: 'report', sql: 'r.report', meaning: 'instant that names the report: the end of its slot, UTC' },
	{ name: 'algo', sql: "if(r.algo = 0, 'reverse', 'forecast')", meaning: 'reverse: what has moved; forecast: rank of the expected move' },
	{ name: 'version', sql: 'e.version', meaning: '1 as first published; each correction adds one' },
	{ name: 'report_hash', sql: 'e.content_hash', meaning: 'SHA-256 over the report, chained to the report published before it' },
	{ name: 'ticker_id', sql: 'r.ticker_id', meaning: 'permanent number of the ticker' },
	{ name: 'symbol', sql: 't.symbol', meaning: 'symbol at the time of the export' },
	{ name: 'price', sql: 'r.price / 10000', meaning: 'last traded close as printed, dollars' },
	{ name: 'cap', sql: 'if(isNaN(r.cap), NULL, r.cap)', meaning: 'market capitalisation, dollars; null: unknown' },
	{ name: 'mentions', sql: 'if(r.mentions < 0, NULL, r.mentions)', meaning: 'mentions of the last 24 hours; null: no source covered it' },
	{ name: 'eligible', sql: flag(FLAG_ELIGIBLE), meaning: 'may stand in a tab' },
	{ name: 'stale', sql: flag(FLAG_STALE), meaning: 'trading stands still: cells are those of the last traded slot' },
	{ name: 'quarantine', sql: flag(FLAG_QUARANTINE), meaning: 'an unexplained jump: all cells null' },
	...depthColumns,
	...zColumns,
];

/** Text as SQL that nothing inside it can end: its bytes in hex. */
export const sqlText = (value: string): string => `unhex('${Buffer.from(value, 'utf8').toString('hex')}')`;

const ROWS_PER_STATEMENT = 2_000;

const fill = async (line: Engine, table: string, rows: readonly string[]): Promise<void> => {
	for (let at = 0; at < rows.length; at += ROWS_PER_STATEMENT)
		await line.run(`INSERT INTO ${table} SELECT * FROM values(${rows.slice(at, at + ROWS_PER_STATEMENT).join(', ')})`);
};

/** Writes what a query selects to a file; only on the embedded engine, a server would write to its own disk. */
export const selectIntoFile = (line: Engine, file: string, format: ExportFormat, query: string): Promise<void> =>
	line.run(
		`INSERT INTO FUNCTION file(${sqlText(file)}, '${EXPORT_FORMATS[format]}') ${query} SETTINGS engine_file_truncate_on_insert = 1, output_format_parquet_string_as_string = 1, output_format_arrow_string_as_string = 1, output_format_arrow_compression_method = 'none', date_time_output_format = 'iso', format_csv_null_representation = ''`,
	);

let exporting: Promise<unknown> = Promise.resolve();

/** Exports share tables of fixed names, so they come one after another. */
export const oneExport = <T>(work: () => Promise<T>): Promise<T> => {
	const next = exporting.then(work, work);
	exporting = next.catch(() => {});
	return next;
};

/** Writes rows into tables that live in memory for one export. */
export const withTickers = async <T>(line: Engine, symbols: ReadonlyMap<number, string>, work: () => Promise<T>): Promise<T> => {
	await line.run('CREATE OR REPLACE TABLE export_tickers (ticker_id UInt32, symbol String) ENGINE = Memory');
	try {
		await fill(
			line,
			'export_tickers',
			Array.from(symbols, ([id, symbol]) => `(${int(id)}, ${sqlText(symbol)})`),
		);
		return await work();
	} finally {
		await line.run('DROP TABLE IF EXISTS export_tickers');
	}
};

/**
 * Writes the rows of reports to a file, by report and ticker, with EXPORT_COLUMNS. `file` is absolute and is replaced. Embedded engine only.
 */
export const exportReports = (
	{ bulk }: Series,
	reports: readonly ExportedReport[],
	symbols: ReadonlyMap<number, string>,
	file: string,
	format: ExportFormat,
): Promise<void> =>
	oneExport(() =>
		withTickers(bulk, symbols, async () => {
			await bulk.run(
				"CREATE OR REPLACE TABLE export_reports (report DateTime('UTC'), build UInt32, version UInt32, content_hash LowCardinality(String)) ENGINE = Memory",
			);
			try {
				const rows = reports.map(
					({ time, buildId, version, contentHash }) =>
						`(toDateTime(${int(time / 1_000)}, 'UTC'), ${int(buildId)}, ${int(version)}, ${sqlText(contentHash)})`,
				);
				await fill(bulk, 'export_reports', rows);
				const columns = EXPORT_COLUMNS.map(({ name, sql }) => `${sql} AS ${name}`).join(', ');
				const from = `FROM report_rows AS r INNER JOIN export_reports AS e ON r.report = e.report AND r.build = e.build
					LEFT JOIN export_tickers AS t ON r.ticker_id = t.ticker_id ORDER BY r.report, r.ticker_id`;
				await selectIntoFile(bulk, file, format, `SELECT ${columns} ${from}`);
			} finally {
				await bulk.run('DROP TABLE IF EXISTS export_reports');
			}
		}),
	);
