import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import { type ReportTable, reportTable } from '@sw/domain/reports/report-table';
import type { ReportTime } from '@sw/domain/time/units';
import { type ColumnsOf, columnArrays } from './native.ts';
import { insertRows, type Series } from './series.ts';
import { REPORT_ROW, REPORT_ROWS, WORD_COLUMNS, Z_COLUMNS } from './tables.ts';
import { int } from './where.ts';

const ROWS_PER_BLOCK = 200_000;

/** Writes the rows of reports under a build; they count once the reports are committed with that build. */
export const insertReportRows = async (series: Series, tables: readonly ReportTable[], build: number): Promise<void> => {
	for (const group of grouped(tables)) {
		const count = group.reduce((sum, table) => sum + table.count, 0);
		const columns = columnArrays(REPORT_ROWS, count);
		columns.build.fill(build);
		let at = 0;
		for (const table of group) {
			copyIn(table, columns, at);
			at += table.count;
		}
		await insertRows(series, 'report_rows', REPORT_ROWS, columns, count);
	}
};

const grouped = (tables: readonly ReportTable[]): ReportTable[][] => {
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
};

const copyIn = (table: ReportTable, columns: ColumnsOf<typeof REPORT_ROWS>, at: number): void => {
	const { count } = table;
	columns.report.fill(table.time / 1_000, at, at + count);
	columns.algo.fill(ALGOS.indexOf(table.algo), at, at + count);
	columns.ticker_id.set(table.tickerId.subarray(0, count), at);
	WORD_COLUMNS.forEach((name, tf) => {
		columns[name].set((table.words[tf] as Uint32Array).subarray(0, count), at);
	});
	columns.price.set(table.price.subarray(0, count), at);
	columns.cap.set(table.cap.subarray(0, count), at);
	columns.mentions.set(table.mentions.subarray(0, count), at);
	columns.flags.set(table.flags.subarray(0, count), at);
	Z_COLUMNS.forEach((name, column) => {
		columns[name]?.set(table.z.subarray(column * count, (column + 1) * count), at);
	});
};

/** The rows of one report as that build wrote them, ascending by ticker; count 0 when it wrote none. */
export const reportRows = async (series: Series, time: ReportTime, algo: Algo, build: number): Promise<ReportTable> => {
	const where = `report = toDateTime(${int(time / 1_000)}, 'UTC') AND algo = ${ALGOS.indexOf(algo)} AND build = ${int(build)}`;
	const query = `SELECT ${Object.keys(REPORT_ROW)} FROM report_rows WHERE ${where} ORDER BY ticker_id`;
	const { count, columns } = await series.requests.read(REPORT_ROW, query);
	const table = reportTable(time, algo, count);
	table.tickerId.set(columns.ticker_id);
	WORD_COLUMNS.forEach((name, tf) => {
		table.words[tf]?.set(columns[name]);
	});
	table.price.set(columns.price);
	table.cap.set(columns.cap);
	table.mentions.set(columns.mentions);
	table.flags.set(columns.flags);
	Z_COLUMNS.forEach((name, column) => {
		table.z.set(columns[name] as Float32Array, column * count);
	});
	return table;
};
