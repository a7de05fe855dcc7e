import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { TimeframeIndex } from '@sw/domain/time/timeframe';
import type { VisibleBatches } from '../postgres/records/batches.ts';
import { ELIGIBLE, matchCondition, type ScannedQuestion } from './history-scan-condition.ts';
import type { Columns } from './native.ts';
import type { Series } from './series.ts';
import { WORD_COLUMNS } from './tables.ts';
import { counts, int, oneOf, within } from './where.ts';

export interface ScanSpan {
	/** UTC seconds, `from` included, `to` not. */
	from: number;
	to: number;
	algo: Algo;
	/** Only these tickers; all when undefined. */
	tickers?: ArrayLike<number> | undefined;
}

const MATCH = { report: 'DateTime', build: 'UInt32', ticker_id: 'UInt32' } as const satisfies Columns;
const WORDS = { w15: 'UInt32', w30: 'UInt32', w60: 'UInt32', w240: 'UInt32', w1d: 'UInt32' } as const satisfies Columns;

/** Rows that answer a question, by report, then ticker: index i of each array is match i. Of corrected reports the rows of every version are here. */
export interface Matches {
	count: number;
	/** UTC seconds. */
	report: Uint32Array;
	build: Uint32Array;
	tickerId: Uint32Array;
	/** Packed words of the timeframes asked for, in their order. */
	words: readonly Uint32Array[];
}

const from = (question: ScannedQuestion, span: ScanSpan, seen: VisibleBatches): string => {
	const { first, rest } = matchCondition(question);
	const conditions = [
		...rest,
		ELIGIBLE,
		within('report', span.from, span.to),
		`algo = ${int(ALGOS.indexOf(span.algo))}`,
		counts('build', seen),
		...(span.tickers ? [oneOf('ticker_id', span.tickers)] : []),
	];
	return `FROM report_rows ${first.length > 0 ? `PREWHERE ${first.join(' AND ')}` : ''} WHERE ${conditions.join(' AND ')}`;
};

/**
 * Replays a question over the packed words of every report of a span, in one pass. Columns are read in the order in which they narrow the
 * rows, and of the words only those asked for. Rows of builds that are not committed are left out.
 */
export const scanHistory = async (
	series: Series,
	question: ScannedQuestion,
	span: ScanSpan & { words: readonly TimeframeIndex[] },
	seen: VisibleBatches,
): Promise<Matches> => {
	const names = span.words.map((timeframe) => WORD_COLUMNS[timeframe]);
	const spec = { ...MATCH, ...Object.fromEntries(names.map((name) => [name, WORDS[name]])) };
	const { count, columns } = await series.bulk.read(
		spec,
		`SELECT ${Object.keys(spec)} ${from(question, span, seen)} ORDER BY report, ticker_id`,
	);
	const { report, build, ticker_id: tickerId } = columns;
	const read = columns as unknown as Record<string, Uint32Array>;
	return { count, report, build, tickerId, words: names.map((name) => read[name] as Uint32Array) };
};

/** How many rows match, from the same pass. */
export const countHistory = async (series: Series, question: ScannedQuestion, span: ScanSpan, seen: VisibleBatches): Promise<number> => {
	const { columns } = await series.bulk.read({ n: 'UInt64' }, `SELECT count() AS n ${from(question, span, seen)}`);
	return Number(columns.n[0] ?? 0n);
};

/** Capitalisation of every row of the given reports (UTC seconds) in the given builds: what tiers are made of. NaN where unknown. */
export const capsOfReports = (
	series: Series,
	reports: readonly { time: number; build: number }[],
	algo: Algo,
): Promise<{ count: number; columns: { report: Uint32Array; ticker_id: Uint32Array; cap: Float64Array } }> => {
	const keys = reports.map(({ time, build }) => `(toDateTime(${int(time)}, 'UTC'), ${int(build)})`);
	const chosen = keys.length === 0 ? '0' : `(report, build) IN (${keys.join(', ')}) AND algo = ${int(ALGOS.indexOf(algo))}`;
	return series.bulk.read(
		{ report: 'DateTime', ticker_id: 'UInt32', cap: 'Float64' },
		`SELECT report, ticker_id, cap FROM report_rows WHERE ${chosen} ORDER BY report, ticker_id`,
	);
};
