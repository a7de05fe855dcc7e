import { hasSessionFigureTest, hasTimeInListTest } from '@sw/domain/filters/groups';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { ListQuestion, MatchCount } from '@sw/domain/reports/list/list-question';
import type { Matches, ReportCaps, ScannedQuestion, ScanSpan, WordsSpan } from '@sw/domain/research/history-scan';
import type { RingCount } from '@sw/domain/research/ring-shares';
import { NULL_BITS } from '@sw/domain/signals/packed';
import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { coveringConditions, deepRanges, tierEquals } from './engine/deep-cells.ts';
import { buildMatchTests, ELIGIBLE, HAS_DAY_FIGURES, HAS_TIME_IN_LIST } from './engine/history-scan-condition.ts';
import type { Columns } from './engine/native.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, inVisibleBatches, oneOf } from './engine/sql.ts';
import { WORD_COLUMNS } from './engine/tables.ts';

const MATCH = { report: 'DateTime', build: 'UInt32', ticker_id: 'UInt32' } as const satisfies Columns;
const WORDS = { w15: 'UInt32', w30: 'UInt32', w60: 'UInt32', w240: 'UInt32', w1d: 'UInt32' } as const satisfies Columns;

/**
 * Evaluates a question over the packed words of all reports of a span, in one pass. The most selective columns are read first, and only the required
 * words. Rows of uncommitted builds are left out.
 */
export async function scanHistory(series: Series, question: ScannedQuestion, span: WordsSpan, visible: VisibleBatches): Promise<Matches> {
	const names = span.words.map((timeframe) => WORD_COLUMNS[timeframe]);
	const spec: Readonly<Record<string, 'DateTime' | 'UInt32' | 'UInt8'>> = {
		...MATCH,
		...(span.information ? ({ information: 'UInt8' } as const) : {}),
		...Object.fromEntries(names.map((name) => [name, WORDS[name]])),
	};
	const { count, columns } = await series.bulk.read(
		spec,
		`SELECT ${Object.keys(spec)} ${await scanQuery(series, question, span, visible)} ORDER BY report, ticker_id, build`,
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

/**
 * Returns a query over deep_cells if that table can answer the question, otherwise over all rows. Given tickers always use the rows, which are sorted
 * by ticker. The results are the same.
 */
async function scanQuery(series: Series, question: ScannedQuestion, span: ScanSpan, visible: VisibleBatches): Promise<string> {
	const cells = span.tickers ? undefined : coveringConditions(question);
	if (cells === undefined || (await lacksDeepCells(series, span))) return rowsQuery(question, span, visible);
	return cellsQuery(deepRanges(cells), question, span, visible);
}

function rowsQuery(question: ScannedQuestion, span: ScanSpan, visible: VisibleBatches): string {
	const { depthTests, otherTests } = buildMatchTests(question);
	return fromClause('report_rows', depthTests, [...otherTests, ELIGIBLE, ...spanConditions(span, visible)]);
}

function fromClause(table: 'report_rows' | 'deep_cells', prewhereTests: readonly string[], conditions: readonly string[]): string {
	return `FROM ${table} ${prewhereTests.length > 0 ? `PREWHERE ${prewhereTests.join(' AND ')}` : ''} WHERE ${conditions.join(' AND ')}`;
}

function spanConditions(span: ScanSpan, visible: VisibleBatches): string[] {
	return [
		betweenSeconds('report', span.from, span.to),
		`algo = ${int(ALGOS.indexOf(span.algo))}`,
		inVisibleBatches('build', visible),
		...(span.tickers ? [oneOf('ticker_id', span.tickers)] : []),
	];
}

/** Returns the query over deep_cells, where every row can be in a tab. */
function cellsQuery(range: string, question: ScannedQuestion, span: ScanSpan, visible: VisibleBatches): string {
	const { depthTests, otherTests } = buildMatchTests(question, tierEquals);
	return fromClause('deep_cells', [range, ...depthTests], [...otherTests, ...spanConditions(span, visible)]);
}

/** Returns whether deep_cells still lacks reports in the span's months, from before the table existed. */
async function lacksDeepCells({ bulk }: Series, { from, to }: ScanSpan): Promise<boolean> {
	const month = (seconds: number): string => `toYYYYMM(toDateTime(${int(seconds)}, 'UTC'))`;
	const { count } = await bulk.read(
		{ month: 'UInt32' },
		`SELECT month FROM deep_cells_missing WHERE month >= ${month(from)} AND month <= ${month(to)} LIMIT 1`,
	);
	return count > 0;
}

/** Number of matching rows per report (UTC seconds) and build with matches, in no particular order. */
export interface ReportMatches {
	readonly count: number;
	readonly report: Uint32Array;
	readonly build: Uint32Array;
	readonly matches: Uint32Array;
}

export async function countMatchesByReport(
	series: Series,
	question: ScannedQuestion,
	span: ScanSpan,
	visible: VisibleBatches,
): Promise<ReportMatches> {
	const { count, columns } = await series.bulk.read(
		{ report: 'DateTime', build: 'UInt32', matches: 'UInt32' },
		`SELECT report, build, toUInt32(count()) AS matches ${await scanQuery(series, question, span, visible)} GROUP BY report, build`,
	);
	return { count, report: columns.report, build: columns.build, matches: columns.matches };
}

export function sumMatches({ matches }: ReportMatches): number {
	return matches.reduce((sum, n) => sum + n, 0);
}

/** Returns whether the rows of a report (UTC seconds) in a build have the columns that earlier product versions didn't store. */
export async function findStoredColumns(
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

/** Returns the market caps in the rows of the given reports (UTC seconds) in the given builds. */
export async function queryReportCaps(
	series: Series,
	reports: readonly { time: number; build: number }[],
	algo: Algo,
): Promise<ReportCaps> {
	const keys = reports.map(({ time, build }) => `(toDateTime(${int(time)}, 'UTC'), ${int(build)})`);
	const reportCondition = keys.length === 0 ? '0' : `(report, build) IN (${keys.join(', ')}) AND algo = ${int(ALGOS.indexOf(algo))}`;
	const { count, columns } = await series.bulk.read(
		{ report: 'DateTime', ticker_id: 'UInt32', cap: 'Float64' },
		`SELECT report, ticker_id, cap FROM report_rows WHERE ${reportCondition} ORDER BY report, ticker_id`,
	);
	const { report, ticker_id: tickerId, cap } = columns;
	return { count, report, tickerId, cap };
}

/**
 * Counts the matches of a question in each report in [from, to) (UTC seconds), oldest first. `buildByTime`: the build to use for each report time; rows of
 * other builds are ignored.
 */
export async function queryMatchCounts(
	series: Series,
	question: ListQuestion,
	span: { from: number; to: number; algo: Algo; quorum: number },
	buildByTime: ReadonlyMap<number, number>,
	visible: VisibleBatches,
): Promise<MatchCount[]> {
	const where = [
		betweenSeconds('report', span.from, span.to),
		`algo = ${int(ALGOS.indexOf(span.algo))}`,
		inVisibleBatches('build', visible),
		ELIGIBLE,
	].join(' AND ');
	const { depthTests, otherTests } = buildMatchTests({ ...question, quorum: span.quorum });
	const matchExpression = [...depthTests, ...otherTests, '1'].join(' AND ');
	// Leaves out reports that lack the columns the question asks for.
	const { groups } = question;
	const columnConditions = [
		...(hasSessionFigureTest(groups) ? [HAS_DAY_FIGURES] : []),
		...(hasTimeInListTest(groups) ? [HAS_TIME_IN_LIST] : []),
	];
	const having = columnConditions.length > 0 ? `HAVING ${columnConditions.join(' AND ')}` : '';
	const query = `SELECT report, build, toUInt32(countIf(${matchExpression})) AS matched, toUInt32(count()) AS eligible
		FROM report_rows WHERE ${where} GROUP BY report, build ${having} ORDER BY report, build`;
	const { count, columns } = await series.bulk.read({ report: 'DateTime', build: 'UInt32', matched: 'UInt32', eligible: 'UInt32' }, query);
	const counts: MatchCount[] = [];
	for (let i = 0; i < count; i += 1) {
		const report = columns.report[i]!;
		if (buildByTime.get(report) !== columns.build[i]) continue;
		counts.push({ report, matched: columns.matched[i]!, eligible: columns.eligible[i]! });
	}
	return counts;
}

const RINGS = [1, 2, 3, 4, 5] as const;

/** Reports per query; with more, the statement would be too long. */
const REPORTS_PER_PASS = 2_000;

/** Counts tickers by level over the rows of these reports (UTC seconds) and builds that can be in a tab. */
export async function queryRingCounts(
	series: Series,
	reports: readonly { time: number; build: number }[],
	algo: Algo,
): Promise<RingCount[]> {
	const cells = TIMEFRAMES.flatMap((_, timeframe) => NULL_BITS.map((nullBit, slice) => ({ timeframe, slice, nullBit })));
	const names = cells.map(({ timeframe, slice }) => `c${timeframe}_${slice}`);
	const selected = cells.flatMap(({ timeframe, slice, nullBit }, at) => {
		const word = WORD_COLUMNS[timeframe as 0];
		const measured = `bitAnd(${word}, ${int(nullBit)}) = 0`;
		const depth = `bitAnd(bitShiftRight(${word}, ${int(4 * slice)}), 7)`;
		return [0, ...RINGS].map((ring) => `toUInt32(countIf(${measured} AND ${depth} >= ${int(ring)})) AS ${names[at]}_${int(ring)}`);
	});
	const spec = Object.fromEntries(names.flatMap((name) => [0, ...RINGS].map((ring) => [`${name}_${ring}`, 'UInt32' as const])));
	const sums = new Map<string, number>();
	for (let at = 0; at < reports.length; at += REPORTS_PER_PASS) {
		const batch = reports.slice(at, at + REPORTS_PER_PASS);
		const times = batch.map(({ time }) => time);
		const reportKeys = batch.map(({ time, build }) => `(toDateTime(${int(time)}, 'UTC'), ${int(build)})`);
		// Without the time span, the engine would read the whole table.
		const where = [
			betweenSeconds('report', Math.min(...times), Math.max(...times) + 1),
			`algo = ${int(ALGOS.indexOf(algo))}`,
			`(report, build) IN (${reportKeys.join(', ')})`,
			ELIGIBLE,
		];
		const { columns } = await series.bulk.read(spec, `SELECT ${selected} FROM report_rows WHERE ${where.join(' AND ')}`);
		for (const name of Object.keys(spec)) sums.set(name, (sums.get(name) ?? 0) + (columns[name]?.[0] ?? 0));
	}
	return cells.map(({ timeframe, slice }, at) => {
		const [measured = 0, ...atLeast] = [0, ...RINGS].map((ring) => sums.get(`${names[at]}_${ring}`) ?? 0);
		return { timeframe, slice, measured, atLeast };
	});
}
