import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { TickerHistory } from '@sw/domain/reports/report-record';
import { UNKNOWN_CHANGE } from '@sw/domain/signals/report-table';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import type { Columns, ColumnsOf } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';
import { DAY_FIGURES, HISTORY_COLUMNS, LISTED_COLUMNS, TIME_IN_LIST, WORD_COLUMNS, Z_COLUMNS, Z_TYPES } from './engine/tables.ts';

export interface HistorySpan {
	/** UTC seconds, `from` inclusive, `to` exclusive. */
	from: number;
	to: number;
	algo: Algo;
	/** Which version of a corrected report to read: the first one (for statistics) or the newest one (for display). */
	version: 'first' | 'newest';
	/** Also reads public information, numbers of the session, time in lists and z, which the projection by ticker lacks. Default: false. */
	withExtras?: boolean | undefined;
}

const EXTRA_COLUMNS = { report: 'DateTime', information: 'UInt8', ...DAY_FIGURES, ...TIME_IN_LIST, ...Z_TYPES } as const satisfies Columns;

/** The projection by ticker finds a ticker's few rows. Filtering before reading their other columns would take three times as long. */
const READ_SETTINGS = 'optimize_move_to_prewhere = 0';

/** Reads what the reports of a span say about a ticker, oldest first, one version per report. */
export async function queryTickerHistory(series: Series, id: number, span: HistorySpan, visible: VisibleBatches): Promise<TickerHistory> {
	const conditions = [
		oneOf('ticker_id', [id]),
		betweenSeconds('report', span.from, span.to),
		`algo = ${int(ALGOS.indexOf(span.algo))}`,
		inVisibleBatches('build', visible),
	];
	const order = span.version === 'first' ? 'build DESC' : 'build';
	const query = `SELECT ${Object.keys(HISTORY_COLUMNS)} FROM report_rows WHERE ${conditions.join(' AND ')} ORDER BY report, ${order} SETTINGS ${READ_SETTINGS}`;
	const { count, columns } = await series.requests.read(HISTORY_COLUMNS, query);
	const history = keepLastVersions(count, columns);
	if (!span.withExtras) return history;
	const extraQuery = `SELECT ${Object.keys(EXTRA_COLUMNS)} FROM report_rows WHERE ${conditions.join(' AND ')} ORDER BY report, ${order}`;
	const { columns: extras } = await series.requests.read(EXTRA_COLUMNS, extraQuery);
	const rows = new Map(Array.from(extras.report, (time, i) => [time, i]));
	const rowOf = (time: number): number => rows.get(time) ?? -1;
	const listed = (column: 0 | 1 | 2): Uint16Array =>
		Uint16Array.from(history.time, (time) => extras[LISTED_COLUMNS[column]][rowOf(time)] ?? 0);
	const extraColumns: Readonly<Record<string, ArrayLike<number>>> = extras;
	const z = new Float32Array(Z_COLUMNS.length * history.count).fill(Number.NaN);
	for (const [column, name] of Z_COLUMNS.entries()) {
		history.time.forEach((time, i) => {
			z[column * history.count + i] = extraColumns[name]?.[rowOf(time)] ?? Number.NaN;
		});
	}
	return {
		...history,
		z,
		listed: [listed(0), listed(1), listed(2)],
		information: Uint8Array.from(history.time, (time) => extras.information[rowOf(time)] ?? 0),
		change: Int32Array.from(history.time, (time) => extras.change[rowOf(time)] ?? UNKNOWN_CHANGE),
		dollarVolume: Float32Array.from(history.time, (time) => extras.dollar_volume[rowOf(time)] ?? Number.NaN),
	};
}

/** Keeps the last row of each report. The rows of a report's builds are adjacent, and the requested build is the last. */
function keepLastVersions(count: number, rows: ColumnsOf<typeof HISTORY_COLUMNS>): TickerHistory {
	const lastRows = new Uint32Array(count);
	let length = 0;
	for (let i = 0; i < count; i += 1) if (i + 1 === count || rows.report[i] !== rows.report[i + 1]) lastRows[length++] = i;
	const rowIndexes = lastRows.subarray(0, length);
	const pick = <A extends Uint32Array | Float64Array | Int32Array | Uint8Array>(source: A, target: A): A => {
		rowIndexes.forEach((i, at) => {
			target[at] = source[i]!;
		});
		return target;
	};
	const word = (tf: 0 | 1 | 2 | 3 | 4): Uint32Array => pick(rows[WORD_COLUMNS[tf]], new Uint32Array(length));
	return {
		count: length,
		time: pick(rows.report, new Uint32Array(length)),
		words: [word(0), word(1), word(2), word(3), word(4)],
		price: pick(rows.price, new Float64Array(length)),
		cap: pick(rows.cap, new Float64Array(length)),
		mentions: pick(rows.mentions, new Int32Array(length)),
		flags: pick(rows.flags, new Uint8Array(length)),
	};
}
