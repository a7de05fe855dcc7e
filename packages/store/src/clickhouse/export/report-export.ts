import { INFORMATION_STATES, informationShift, LOOK_BACKS } from '@sw/domain/filings/information';
import { formOfCode } from '@sw/domain/filings/information-codes';
import { NULL_BITS } from '@sw/domain/signals/packed';
import { CHANGE_UNITS, FLAG_ELIGIBLE, FLAG_QUARANTINE, FLAG_STALE, UNKNOWN_CHANGE, Z_SERIES } from '@sw/domain/signals/report-table';
import { SECTORS } from '@sw/domain/signals/sector';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { Engine } from '../engine/engine.ts';
import { type ExportedColumn, type ExportSink, exportQuery } from '../engine/export-sink.ts';
import type { Series } from '../engine/series.ts';
import { betweenSeconds, int, sqlText } from '../engine/sql.ts';
import { WORD_COLUMNS, Z_COLUMNS } from '../engine/tables.ts';

/** A report to export, from its PostgreSQL row. */
export interface ExportedReport {
	/** UTC milliseconds. */
	time: number;
	version: number;
	buildId: number;
	/** SHA-256 in hex. */
	contentHash: string;
	/** Number of its rows. */
	tickers: number;
}

/** Columns with expressions over report_rows (as r), export_reports (as e) and export_tickers (as t). */

const depthColumns: ExportedColumn[] = TIMEFRAMES.flatMap(({ label }, tf) =>
	[...SECTORS.map(({ key }) => key), 'squeeze'].map((name, slice) => ({
		name: `${name}_${label}`,
		sql: `if(bitAnd(r.${WORD_COLUMNS[tf as 0]}, ${int(NULL_BITS[slice]!)}) != 0, NULL, toUInt8(bitAnd(bitShiftRight(r.${WORD_COLUMNS[tf as 0]}, ${4 * slice}), 7)))`,
		type: 'uint8',
		meaning: `depth of ${name} on ${label}, 0 to 5; null: not measurable`,
	})),
);

const zColumns: ExportedColumn[] = TIMEFRAMES.flatMap(({ label }, tf) =>
	Z_SERIES.map((series, at) => {
		const column = `r.${Z_COLUMNS[tf * Z_SERIES.length + at]}`;
		return {
			name: `z_${series}_${label}`,
			sql: `if(isNaN(${column}), NULL, ${column})`,
			type: 'float',
			meaning: `typical moves of ${series} on ${label} (price: rises are positive; diff: call-heavy is positive; squeeze: zeta); null: not measurable`,
		};
	}),
);

function flagColumn(bit: number) {
	return { sql: `toBool(bitAnd(r.flags, ${bit}) != 0)`, type: 'boolean', required: true } as const;
}

const informationColumns: ExportedColumn[] = LOOK_BACKS.map((lookBack) => {
	const key = `bitAnd(bitShiftRight(r.information, ${informationShift(lookBack)}), 3)`;
	const span = lookBack === 'previous_close' ? 'since the previous close' : 'within five sessions';
	return {
		name: `information_${lookBack}`,
		sql: `transform(${key}, [0, 1, 2], [${INFORMATION_STATES.map(sqlText)}], '')`,
		key,
		type: 'text',
		required: true,
		meaning: `whether the issuer filed something ${span}: yes, no, or unknown (not covered)`,
	};
});

/** All forms with their codes, including amendments. */
const FORMS = Array.from({ length: 256 }, (_, code) => [code, formOfCode(code)] as const).flatMap(([code, form]) =>
	form === undefined ? [] : [[code, form] as const],
);

/** The data dictionary: all columns, in order. */
export const EXPORT_COLUMNS: readonly ExportedColumn[] = [
	{ name: 'report', sql: 'r.report', type: 'instant', required: true, meaning: 'time of the report: the end of its slot, UTC' },
	{
		name: 'algo',
		sql: "if(r.algo = 0, 'reverse', 'forecast')",
		key: 'r.algo',
		type: 'text',
		required: true,
		meaning: 'reverse: measured moves; forecast: rank of the expected move',
	},
	{ name: 'version', sql: 'e.version', type: 'uint32', required: true, meaning: '1 as first published; each correction adds one' },
	{
		name: 'report_hash',
		sql: 'e.content_hash',
		key: 'e.number',
		type: 'text',
		required: true,
		meaning: 'SHA-256 of the report, chained to the one published before it',
	},
	{ name: 'ticker_id', sql: 'r.ticker_id', type: 'uint32', required: true, meaning: 'permanent number of the ticker' },
	{
		name: 'symbol',
		sql: 't.symbol',
		key: 'r.ticker_id',
		type: 'text',
		required: true,
		meaning: 'symbol at the time of the export',
	},
	{ name: 'price', sql: 'r.price / 10000', type: 'decimal', required: true, meaning: 'last traded close as printed, dollars' },
	{ name: 'cap', sql: 'if(isNaN(r.cap), NULL, round(r.cap))', type: 'decimal', meaning: 'market capitalisation, dollars; null: unknown' },
	{
		name: 'mentions',
		sql: 'if(r.mentions < 0, NULL, r.mentions)',
		type: 'int32',
		meaning: 'mentions in the last 24 hours; null: not covered by any source',
	},
	{ name: 'eligible', ...flagColumn(FLAG_ELIGIBLE), meaning: 'enough trading to be in a tab' },
	{ name: 'stale', ...flagColumn(FLAG_STALE), meaning: 'trading is halted: cells are from the last traded slot' },
	{ name: 'quarantine', ...flagColumn(FLAG_QUARANTINE), meaning: 'unexplained price jump: all cells are null' },
	...depthColumns,
	...zColumns,
	...informationColumns,
	{
		name: 'filing_form',
		sql: `transform(r.filing_form, [${FORMS.map(([code]) => int(code))}], [${FORMS.map(([, form]) => sqlText(form))}], NULL)`,
		key: 'if(r.filing_form = 0, NULL, r.filing_form)',
		type: 'text',
		meaning: 'newest filing of the last five sessions; null: none known',
	},
	{
		name: 'filing_accepted',
		sql: "if(r.filing_accepted = 0, NULL, toDateTime(r.filing_accepted, 'UTC'))",
		type: 'instant',
		meaning: 'when that filing became public',
	},
	{
		name: 'price_change',
		sql: `if(r.change = ${UNKNOWN_CHANGE}, NULL, r.change / ${CHANGE_UNITS})`,
		type: 'decimal',
		meaning: 'change since the close of the session before, a fraction; null: unknown',
	},
	{
		name: 'dollar_volume',
		sql: 'if(isNaN(r.dollar_volume), NULL, round(r.dollar_volume))',
		type: 'decimal',
		meaning: 'shares traded in the session so far x price, dollars; null: unknown',
	},
];

/** ClickHouse's limit for a statement is 256 KiB. */
const CHARACTERS_PER_STATEMENT = 100_000;
/** Rows per read into memory; a report's rows stay together. */
const ROWS_PER_READ = 10_000;
/** Rows per statement that writes a file. */
const ROWS_PER_WRITE = 200_000;

let lastExport: Promise<unknown> = Promise.resolve();

/** Serializes exports, because they use the same table names. */
export function runExclusively<T>(task: () => Promise<T>): Promise<T> {
	const next = lastExport.then(task, task);
	lastExport = next.catch(() => {});
	return next;
}

/** Runs the task while the in-memory table export_tickers holds the symbols. */
export async function withTickers<T>(connection: Engine, symbols: ReadonlyMap<number, string>, task: () => Promise<T>): Promise<T> {
	await connection.run('CREATE OR REPLACE TABLE export_tickers (ticker_id UInt32, symbol String) ENGINE = Memory');
	try {
		await insertValues(
			connection,
			'export_tickers',
			Array.from(symbols, ([id, symbol]) => `(${int(id)}, ${sqlText(symbol)})`),
		);
		return await task();
	} finally {
		await connection.run('DROP TABLE IF EXISTS export_tickers');
	}
}

async function insertValues(connection: Engine, table: string, rows: readonly string[]): Promise<void> {
	for (let at = 0; at < rows.length; ) {
		const from = at;
		for (let length = 0; at < rows.length && (at === from || length < CHARACTERS_PER_STATEMENT); at++) length += rows[at]!.length;
		await connection.run(`INSERT INTO ${table} SELECT * FROM values(${rows.slice(from, at).join(', ')})`);
	}
}

/** Reports per query, about 250 characters each. */
const REPORTS_PER_READ = 400;

const REPORT_COLUMNS = "number UInt32, report DateTime('UTC'), build UInt32, version UInt32, content_hash LowCardinality(String)";

/**
 * Exports the rows of reports (oldest first) with EXPORT_COLUMNS, by report and ticker. Exports them in parts, so that memory use does not grow with
 * the span. `onProgress` receives the finished fraction, 0 to 1.
 */
export async function exportReports(
	{ bulk }: Series,
	reports: readonly ExportedReport[],
	symbols: ReadonlyMap<number, string>,
	sink: ExportSink,
	onProgress: (fraction: number) => void = () => {},
): Promise<void> {
	const reportValues = reports.map(
		({ time, buildId, version, contentHash }, number) =>
			`(${number}, toDateTime(${int(time / 1_000)}, 'UTC'), ${int(buildId)}, ${int(version)}, ${sqlText(contentHash)})`,
	);
	const texts = {
		algo: (key: number) => (key === 0 ? 'reverse' : 'forecast'),
		report_hash: (key: number) => reports[key]?.contentHash ?? '',
		symbol: (key: number) => symbols.get(key) ?? '',
		...Object.fromEntries(LOOK_BACKS.map((lookBack) => [`information_${lookBack}`, (key: number) => INFORMATION_STATES[key] ?? ''])),
		filing_form: (key: number) => formOfCode(key) ?? '',
	};
	/** Exports the spans one after another. `reportQuery`: a query for a range of the reports; `symbolJoin`: the join with the symbols. */
	const exportSpans = async (reportQuery: (from: number, to: number) => string, symbolJoin: string): Promise<void> => {
		for (const [from, to] of spansOf(reports, sink)) {
			const times = reports.slice(from, to).map(({ time }) => time / 1_000);
			// Without the time span, the engine would read the whole table each time.
			const table = `report_rows AS r INNER JOIN (${reportQuery(from, to)}) AS e ON r.report = e.report AND r.build = e.build
				${symbolJoin} WHERE ${betweenSeconds('r.report', Math.min(...times), Math.max(...times) + 1)} ORDER BY r.report, r.ticker_id`;
			await exportQuery(bulk, EXPORT_COLUMNS, table, texts, 'rows' in sink ? sink : { ...sink, append: from > 0 });
			onProgress(to / reports.length);
		}
	};
	// The reports are part of each query: in a cluster, the next statement can reach another server, where temporary tables are missing.
	if ('rows' in sink)
		return exportSpans(
			(from, to) => `SELECT * FROM values('${REPORT_COLUMNS.replaceAll("'", "''")}', ${reportValues.slice(from, to).join(', ')})`,
			'',
		);
	await runExclusively(() =>
		withTickers(bulk, symbols, async () => {
			await bulk.run(`CREATE OR REPLACE TABLE export_reports (${REPORT_COLUMNS}) ENGINE = Memory`);
			try {
				await insertValues(bulk, 'export_reports', reportValues);
				await exportSpans(
					(from, to) => `SELECT * FROM export_reports WHERE number >= ${from} AND number < ${to}`,
					'LEFT JOIN export_tickers AS t ON r.ticker_id = t.ticker_id',
				);
			} finally {
				await bulk.run('DROP TABLE IF EXISTS export_reports');
			}
		}),
	);
}

/** Splits `reports` into ranges [from, to) of indices, each with about the intended number of rows. */
function spansOf(reports: readonly ExportedReport[], sink: ExportSink): [number, number][] {
	const rowLimit = rowsPerSpan(sink);
	const reportLimit = 'rows' in sink ? REPORTS_PER_READ : Number.POSITIVE_INFINITY;
	const spans: [number, number][] = [];
	for (let [from, at, rows] = [0, 0, 0]; at < reports.length; at++) {
		rows += (reports[at] as ExportedReport).tickers;
		if (rows < rowLimit && at + 1 - from < reportLimit && at + 1 < reports.length) continue;
		spans.push([from, at + 1]);
		[from, rows] = [at + 1, 0];
	}
	return spans;
}

/** Returns the intended number of rows per span. An Arrow file has one span, because nothing can be appended to such a file. */
function rowsPerSpan(sink: ExportSink): number {
	if ('rows' in sink) return ROWS_PER_READ;
	return sink.format === 'csv' ? ROWS_PER_WRITE : Number.POSITIVE_INFINITY;
}
