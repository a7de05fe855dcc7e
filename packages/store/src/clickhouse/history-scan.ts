import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { Matches, ReportCaps, ScannedQuestion, ScanSpan, WordsSpan } from '@sw/domain/research/history-scan';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { deepCellsOf, deepRanges, tierIs } from './engine/deep-cells.ts';
import { ELIGIBLE, HAS_DAY_FIGURES, HAS_TIME_IN_LIST, matchCondition } from './engine/history-scan-condition.ts';
import type { Columns } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { WORD_COLUMNS } from './engine/tables.ts';
import { betweenSeconds, int, ofVisibleBatches, oneOf } from './engine/where.ts';

const MATCH = { report: 'DateTime', build: 'UInt32', ticker_id: 'UInt32' } as const satisfies Columns;
const WORDS = { w15: 'UInt32', w30: 'UInt32', w60: 'UInt32', w240: 'UInt32', w1d: 'UInt32' } as const satisfies Columns;

/**
 * Replays a question over the packed words of every report of a span, in one pass. The most selective columns are read first, and only the required
 * words. Rows of uncommitted builds are left out.
 */
export async function scanHistory(series: Series, question: ScannedQuestion, span: WordsSpan, seen: VisibleBatches): Promise<Matches> {
	const names = span.words.map((timeframe) => WORD_COLUMNS[timeframe]);
	const spec: Readonly<Record<string, 'DateTime' | 'UInt32' | 'UInt8'>> = {
		...MATCH,
		...(span.information ? ({ information: 'UInt8' } as const) : {}),
		...Object.fromEntries(names.map((name) => [name, WORDS[name]])),
	};
	const { count, columns } = await series.bulk.read(
		spec,
		`SELECT ${Object.keys(spec)} ${await scanQuery(series, question, span, seen)} ORDER BY report, ticker_id, build`,
	);
	const column = (name: string): Uint32Array => columns[name] as Uint32Array;
	return {
		count,
		report: column('report'),
		build: column('build'),
		tickerId: column('ticker_id'),
		words: names.map(column),
		information: columns['information'] as Uint8Array | undefined,
	};
}

/** Uses the deepest cells of the filter if there are any, otherwise all rows, for one ticker in the order by ticker: the result is the same. */
async function scanQuery(series: Series, question: ScannedQuestion, span: ScanSpan, seen: VisibleBatches): Promise<string> {
	const cells = span.tickers ? undefined : deepCellsOf(question);
	if (cells === undefined || (await isMissing(series, span))) return ofRows(question, span, seen);
	return ofCell(deepRanges(cells), question, span, seen);
}

/** The query over all rows of a span of reports. */
function ofRows(question: ScannedQuestion, span: ScanSpan, seen: VisibleBatches): string {
	const { first, rest } = matchCondition(question);
	return from('report_rows', first, [...rest, ELIGIBLE, ...ofSpan(span, seen)]);
}

function from(table: 'report_rows' | 'deep_cells', first: readonly string[], conditions: readonly string[]): string {
	return `FROM ${table} ${first.length > 0 ? `PREWHERE ${first.join(' AND ')}` : ''} WHERE ${conditions.join(' AND ')}`;
}

function ofSpan(span: ScanSpan, seen: VisibleBatches): string[] {
	return [
		betweenSeconds('report', span.from, span.to),
		`algo = ${int(ALGOS.indexOf(span.algo))}`,
		ofVisibleBatches('build', seen),
		...(span.tickers ? [oneOf('ticker_id', span.tickers)] : []),
	];
}

/** The same query over the rows of cells; deep_cells only has rows that can be in a tab. */
function ofCell(range: string, question: ScannedQuestion, span: ScanSpan, seen: VisibleBatches): string {
	const { first, rest } = matchCondition(question, tierIs);
	return from('deep_cells', [range, ...first], [...rest, ...ofSpan(span, seen)]);
}

/** Whether reports of the span's months are older than the table and have not been added to it yet. */
async function isMissing({ bulk }: Series, { from, to }: ScanSpan): Promise<boolean> {
	const month = (seconds: number): string => `toYYYYMM(toDateTime(${int(seconds)}, 'UTC'))`;
	const { count } = await bulk.read(
		{ month: 'UInt32' },
		`SELECT month FROM deep_cells_missing WHERE month >= ${month(from)} AND month <= ${month(to)} LIMIT 1`,
	);
	return count > 0;
}

/** Matching rows of each report (UTC seconds) and build that has any, from the same pass; in no order. */
export interface ReportMatches {
	readonly count: number;
	readonly report: Uint32Array;
	readonly build: Uint32Array;
	readonly matches: Uint32Array;
}

export async function matchesByReport(
	series: Series,
	question: ScannedQuestion,
	span: ScanSpan,
	seen: VisibleBatches,
): Promise<ReportMatches> {
	const { count, columns } = await series.bulk.read(
		{ report: 'DateTime', build: 'UInt32', matches: 'UInt32' },
		`SELECT report, build, toUInt32(count()) AS matches ${await scanQuery(series, question, span, seen)} GROUP BY report, build`,
	);
	return { count, report: columns.report, build: columns.build, matches: columns.matches };
}

/** All matching rows. */
export function totalOf({ matches }: ReportMatches): number {
	return matches.reduce((sum, n) => sum + n, 0);
}

/** What the rows of a report (UTC seconds) in a build have beside those of earlier versions of the product. */
export async function knownColumns(
	series: Series,
	{ time, build }: { time: number; build: number },
	algo: Algo,
): Promise<{ dayFigures: boolean; timeInList: boolean }> {
	const { columns } = await series.bulk.read(
		{ figures: 'UInt8', listed: 'UInt8' },
		`SELECT toUInt8(count() = 0 OR ${HAS_DAY_FIGURES}) AS figures, toUInt8(count() = 0 OR ${HAS_TIME_IN_LIST}) AS listed FROM report_rows
		WHERE report = toDateTime(${int(time)}, 'UTC') AND algo = ${int(ALGOS.indexOf(algo))} AND build = ${int(build)}`,
	);
	return { dayFigures: columns.figures[0] === 1, timeInList: columns.listed[0] === 1 };
}

/** Capitalisations in the rows of the given reports (UTC seconds) in the given builds. */
export async function capsOfReports(series: Series, reports: readonly { time: number; build: number }[], algo: Algo): Promise<ReportCaps> {
	const keys = reports.map(({ time, build }) => `(toDateTime(${int(time)}, 'UTC'), ${int(build)})`);
	const chosen = keys.length === 0 ? '0' : `(report, build) IN (${keys.join(', ')}) AND algo = ${int(ALGOS.indexOf(algo))}`;
	const { count, columns } = await series.bulk.read(
		{ report: 'DateTime', ticker_id: 'UInt32', cap: 'Float64' },
		`SELECT report, ticker_id, cap FROM report_rows WHERE ${chosen} ORDER BY report, ticker_id`,
	);
	const { report, ticker_id: tickerId, cap } = columns;
	return { count, report, tickerId, cap };
}
