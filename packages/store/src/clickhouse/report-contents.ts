import { ALGOS } from '@sw/domain/reports/licence';
import { type ReportTable, reportTable } from '@sw/domain/signals/report-table';
import type { UtcMs } from '@sw/domain/time/units';
import type { ColumnsOf } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { INFORMATION, REPORT_WORDS } from './engine/tables.ts';
import { betweenSeconds } from './engine/where.ts';

/** The columns that content hashes cover: no floats except the price. */
const { cap: _, ...CONTENT } = { ...REPORT_WORDS, ...INFORMATION };
export type ContentColumns = ColumnsOf<typeof CONTENT>;

/** The rows that a build wrote for a report, without z and capitalisations. */
export interface StoredContent {
	table: ReportTable;
	build: number;
}

/** Splits rows ordered by report, algo and build into reports. */
export function* contentsOf(columns: ContentColumns, count: number): Generator<StoredContent> {
	const { report, algo, build, ticker_id, w15, w30, w60, w240, w1d, price, mentions, flags } = columns;
	const { information, filing_form, filing_items, filing_accepted } = columns;
	for (let from = 0, to = 0; from < count; from = to) {
		while (to < count && report[to] === report[from] && algo[to] === algo[from] && build[to] === build[from]) to++;
		const [first, end] = [from, to];
		const part = (column: Uint32Array): Uint32Array => column.subarray(first, end);
		const empty = reportTable((report[from]! * 1_000) as UtcMs, ALGOS[algo[from]!] ?? 'reverse', 0);
		yield {
			build: build[from]!,
			table: {
				...empty,
				count: to - from,
				tickerId: part(ticker_id),
				words: [part(w15), part(w30), part(w60), part(w240), part(w1d)],
				price: price.subarray(from, to),
				mentions: mentions.subarray(from, to),
				flags: flags.subarray(from, to),
				information: information.subarray(from, to),
				filingForm: filing_form.subarray(from, to),
				filingItems: part(filing_items),
				filingAccepted: part(filing_accepted),
			},
		};
	}
}

/** The contents of all builds, even uncommitted ones, in reports from `from` up to `to` (UTC seconds, `to` excluded). */
export async function reportContents(series: Series, from: number, to: number): Promise<StoredContent[]> {
	const query = `SELECT ${Object.keys(CONTENT)} FROM report_rows WHERE ${betweenSeconds('report', from, to)} ORDER BY report, algo, build, ticker_id`;
	const { count, columns } = await series.bulk.read(CONTENT, query);
	return [...contentsOf(columns, count)];
}
