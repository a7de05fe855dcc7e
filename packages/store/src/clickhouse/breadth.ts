import { type Breadth, CAP_GROUP_COUNT, COUNTS_PER_CELL, cellOffset, createBreadthCounts, SLICE_COUNT } from '@sw/domain/attention/breadth';
import { ALGOS } from '@sw/domain/reports/licence';
import { createReportTable, type ReportTable } from '@sw/domain/signals/report-table';
import { TIMEFRAME_COUNT } from '@sw/domain/time/timeframe';
import { type ReportTime, SECOND, type UtcMs } from '@sw/domain/time/units';
import { type Columns, type ColumnsOf, createColumnArrays } from './engine/native.ts';
import { insertRows, type Series } from './engine/series.ts';
import { int, oneOf } from './engine/sql.ts';

const DEPTH_COLUMNS = ['d0', 'd1', 'd2', 'd3', 'd4', 'd5', 'unmeasured'] as const;
const BREADTH = {
	report: 'DateTime',
	build: 'UInt32',
	type: 'UInt8',
	cap: 'UInt8',
	timeframe: 'UInt8',
	slice: 'UInt8',
	d0: 'UInt32',
	d1: 'UInt32',
	d2: 'UInt32',
	d3: 'UInt32',
	d4: 'UInt32',
	d5: 'UInt32',
	unmeasured: 'UInt32',
} as const satisfies Columns;

/** The time of a reverse report, and the build that wrote its rows. */
export interface ReportBuild {
	readonly time: ReportTime;
	readonly build: number;
}
export interface BreadthOfBuild extends ReportBuild {
	readonly breadth: Breadth;
}

const ROWS_PER_BUCKET = TIMEFRAME_COUNT * SLICE_COUNT;

/** Writes the breadth of reports, visible once the reports are committed with their build. Idempotent. */
export async function insertBreadth(series: Series, reports: readonly BreadthOfBuild[]): Promise<void> {
	const rows = reports.map(({ breadth, ...report }) => ({ ...report, buckets: bucketsOf(breadth) }));
	const count = rows.reduce((sum, { buckets }) => sum + buckets.length * ROWS_PER_BUCKET, 0);
	const columns = createColumnArrays(BREADTH, count);
	let at = 0;
	for (const { time, build, buckets } of rows)
		for (const { type, cap, cells } of buckets)
			for (let timeframe = 0; timeframe < TIMEFRAME_COUNT; timeframe++)
				for (let slice = 0; slice < SLICE_COUNT; slice++, at++) {
					columns.report[at] = time / SECOND;
					columns.build[at] = build;
					columns.type[at] = type;
					columns.cap[at] = cap;
					columns.timeframe[at] = timeframe;
					columns.slice[at] = slice;
					const offset = cellOffset(cap, timeframe, slice);
					DEPTH_COLUMNS.forEach((name, depth) => {
						columns[name][at] = cells[offset + depth]!;
					});
				}
	if (count > 0) await insertRows(series, 'breadth', BREADTH, columns, count);
}

/** Returns the buckets that contain tickers. A report without tickers gets one empty bucket as a mark that it was counted. */
function bucketsOf(breadth: Breadth): { type: number; cap: number; cells: Uint32Array }[] {
	const buckets = [...breadth].flatMap(([type, cells]) =>
		Array.from({ length: CAP_GROUP_COUNT }, (_, cap) => cap).flatMap((cap) => (hasTickers(cells, cap) ? [{ type, cap, cells }] : [])),
	);
	return buckets.length > 0 ? buckets : [{ type: 0, cap: 0, cells: createBreadthCounts() }];
}

function hasTickers(cells: Uint32Array, cap: number): boolean {
	const at = cellOffset(cap, 0, 0);
	return cells.subarray(at, at + COUNTS_PER_CELL).some((count) => count > 0);
}

/** Returns the breadths in the given order; undefined for a report whose breadth has not been counted yet. */
export async function queryBreadths(series: Series, reports: readonly ReportBuild[]): Promise<(Breadth | undefined)[]> {
	if (reports.length === 0) return [];
	const times = reports.map(({ time }) => `toDateTime(${int(time / SECOND)}, 'UTC')`).join();
	const builds = [...new Set(reports.map(({ build }) => build))];
	const query = `SELECT ${Object.keys(BREADTH)} FROM breadth WHERE report IN (${times}) AND ${oneOf('build', builds)}`;
	const { count, columns } = await series.requests.read(BREADTH, query);
	const breadths = readBreadth(columns, count);
	return reports.map(({ time, build }) => breadths.get(keyOf(time / SECOND, build)));
}

function keyOf(seconds: number, build: number): string {
	return `${seconds} ${build}`;
}

/** Returns breadths by `${time in seconds} ${build}`. */
function readBreadth(columns: ColumnsOf<typeof BREADTH>, count: number): Map<string, Map<number, Uint32Array>> {
	const breadths = new Map<string, Map<number, Uint32Array>>();
	for (let i = 0; i < count; i++) {
		const key = keyOf(columns.report[i]!, columns.build[i]!);
		const reportBreadth = breadths.get(key) ?? new Map<number, Uint32Array>();
		breadths.set(key, reportBreadth);
		const type = columns.type[i]!;
		const cells = reportBreadth.get(type) ?? createBreadthCounts();
		reportBreadth.set(type, cells);
		const offset = cellOffset(columns.cap[i]!, columns.timeframe[i]!, columns.slice[i]!);
		DEPTH_COLUMNS.forEach((name, depth) => {
			cells[offset + depth] = columns[name][i]!;
		});
	}
	return breadths;
}

/** Returns the keys of the reports with stored breadth, committed or not, for isCountedIn. */
export async function queryCountedKeys(series: Series): Promise<ReadonlySet<string>> {
	const spec = { report: 'DateTime', build: 'UInt32' } as const;
	const { count, columns } = await series.bulk.read(spec, 'SELECT DISTINCT report, build FROM breadth');
	return new Set(Array.from({ length: count }, (_, i) => keyOf(columns.report[i]!, columns.build[i]!)));
}

export function isCountedIn(countedKeys: ReadonlySet<string>, { time, build }: ReportBuild): boolean {
	return countedKeys.has(keyOf(time / SECOND, build));
}

const SOURCE_COLUMNS = {
	ticker_id: 'UInt32',
	w15: 'UInt32',
	w30: 'UInt32',
	w60: 'UInt32',
	w240: 'UInt32',
	w1d: 'UInt32',
	cap: 'Float64',
	flags: 'UInt8',
} as const satisfies Columns;

/** Reads the parts of a stored reverse report from which breadth is counted. z, prices and mentions stay empty. */
export async function queryPackedWords(series: Series, { time, build }: ReportBuild): Promise<ReportTable> {
	const where = `report = toDateTime(${int(time / SECOND)}, 'UTC') AND algo = ${ALGOS.indexOf('reverse')} AND build = ${int(build)}`;
	const { count, columns } = await series.bulk.read(
		SOURCE_COLUMNS,
		`SELECT ${Object.keys(SOURCE_COLUMNS)} FROM report_rows WHERE ${where}`,
	);
	const { ticker_id, w15, w30, w60, w240, w1d, cap, flags } = columns;
	return { ...createReportTable(time as UtcMs, 'reverse', 0), count, tickerId: ticker_id, words: [w15, w30, w60, w240, w1d], cap, flags };
}
