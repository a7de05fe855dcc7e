import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { createReportTable, type ReportTable } from '@sw/domain/signals/report-table';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { type ColumnsOf, createColumnArrays } from './engine/native.ts';
import { insertRows, type Series } from './engine/series.ts';
import { betweenSeconds, int } from './engine/sql.ts';
import { HISTORY_COLUMNS, INFORMATION, KEYLESS_REPORT_ROWS, REPORT_ROWS, Z_COLUMNS } from './engine/tables.ts';

const ROWS_PER_BLOCK = 200_000;
/** A report fills two or three adjacent granules. Reading them whole is a third faster than filtering first or using several threads. */
const POINT_READ_SETTINGS = 'SETTINGS optimize_move_to_prewhere = 0, max_threads = 1';

/** Writes the rows of reports under a build, visible once the reports are committed with that build. */
export async function insertReportRows(series: Series, tables: readonly ReportTable[], build: number): Promise<void> {
	// Users wait for the single report that a running market publishes. Several reports at a time are from the past.
	const connection = tables.length === 1 ? series.publishing : series.bulk;
	for (const group of groupTables(tables)) {
		const count = group.reduce((sum, table) => sum + table.count, 0);
		const columns = createColumnArrays(REPORT_ROWS, count);
		columns.build.fill(build);
		let at = 0;
		for (const table of group) {
			copyTable(table, columns, at);
			at += table.count;
		}
		await insertRows(series, 'report_rows', REPORT_ROWS, columns, count, connection);
	}
}

function groupTables(tables: readonly ReportTable[]): ReportTable[][] {
	const groups: ReportTable[][] = [];
	let rows = Number.POSITIVE_INFINITY;
	for (const table of tables) {
		rows += table.count;
		if (rows <= ROWS_PER_BLOCK) {
			groups.at(-1)?.push(table);
			continue;
		}
		groups.push([table]);
		rows = table.count;
	}
	return groups;
}

function copyTable(table: ReportTable, columns: ColumnsOf<typeof REPORT_ROWS>, at: number): void {
	const { count } = table;
	columns.report.fill(table.time / 1_000, at, at + count);
	columns.algo.fill(ALGOS.indexOf(table.algo), at, at + count);
	const target: Readonly<Record<string, Pick<Float64Array, 'set'>>> = columns;
	for (const [name, values] of Object.entries(columnsOf(table))) target[name]?.set(values.subarray(0, count), at);
}

/** Returns the table's stored columns, sharing its arrays. */
function columnsOf({
	count,
	tickerId,
	words,
	price,
	cap,
	mentions,
	flags,
	z,
	...table
}: ReportTable): ColumnsOf<typeof KEYLESS_REPORT_ROWS> {
	const { change, dollarVolume: dollar_volume } = table;
	const [listed_first, listed_second, listed_third] = table.listed;
	const listed = { listed_first, listed_second, listed_third };
	const { information, filingForm: filing_form, filingItems: filing_items, filingAccepted: filing_accepted } = table;
	const [w15, w30, w60, w240, w1d] = words;
	const zs = Object.fromEntries(Z_COLUMNS.map((name, column) => [name, z.subarray(column * count, (column + 1) * count)]));
	const filing = { information, filing_form, filing_items, filing_accepted };
	return { ticker_id: tickerId, w15, w30, w60, w240, w1d, price, cap, mentions, change, dollar_volume, flags, ...listed, ...filing, ...zs };
}

/** Reads the rows of one report as written by a build, by ticker; count 0 if the build wrote none. */
export async function queryReportRows(series: Series, time: ReportTime, algo: Algo, build: number): Promise<ReportTable> {
	const where = `report = toDateTime(${int(time / 1_000)}, 'UTC') AND algo = ${ALGOS.indexOf(algo)} AND build = ${int(build)}`;
	const query = `SELECT ${Object.keys(KEYLESS_REPORT_ROWS)} FROM report_rows WHERE ${where} ORDER BY ticker_id ${POINT_READ_SETTINGS}`;
	let table = createReportTable(time, algo, 0);
	await series.requests.read(KEYLESS_REPORT_ROWS, query, (count) => {
		table = createReportTable(time, algo, count);
		return columnsOf(table);
	});
	return table;
}

/** The columns that content hashes cover: no floating-point numbers except the price. */
const { cap: _, ...CONTENT } = { ...HISTORY_COLUMNS, ...INFORMATION };
type ContentColumns = ColumnsOf<typeof CONTENT>;

/** The rows that a build wrote for a report, without z and market caps. */
export interface StoredContent {
	table: ReportTable;
	build: number;
}

/** Splits rows, ordered by report, algo and build, into reports. */
export function* splitIntoReports(columns: ContentColumns, count: number): Generator<StoredContent> {
	const { report, algo, build, ticker_id, w15, w30, w60, w240, w1d, price, mentions, flags } = columns;
	const { information, filing_form, filing_items, filing_accepted } = columns;
	for (let from = 0, to = 0; from < count; from = to) {
		while (to < count && report[to] === report[from] && algo[to] === algo[from] && build[to] === build[from]) to++;
		const [first, end] = [from, to];
		const slice = (column: Uint32Array): Uint32Array => column.subarray(first, end);
		const empty = createReportTable((report[from]! * 1_000) as UtcMs, ALGOS[algo[from]!] ?? 'reverse', 0);
		yield {
			build: build[from]!,
			table: {
				...empty,
				count: to - from,
				tickerId: slice(ticker_id),
				words: [slice(w15), slice(w30), slice(w60), slice(w240), slice(w1d)],
				price: price.subarray(from, to),
				mentions: mentions.subarray(from, to),
				flags: flags.subarray(from, to),
				information: information.subarray(from, to),
				filingForm: filing_form.subarray(from, to),
				filingItems: slice(filing_items),
				filingAccepted: slice(filing_accepted),
			},
		};
	}
}

/** Returns the contents of all builds, even uncommitted ones, in reports in [from, to) (UTC seconds). */
export async function queryReportContents(series: Series, from: number, to: number): Promise<StoredContent[]> {
	const query = `SELECT ${Object.keys(CONTENT)} FROM report_rows WHERE ${betweenSeconds('report', from, to)} ORDER BY report, algo, build, ticker_id`;
	const { count, columns } = await series.bulk.read(CONTENT, query);
	return [...splitIntoReports(columns, count)];
}
