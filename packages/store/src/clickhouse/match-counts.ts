import { asksDayFigures, asksTimeInList } from '@sw/domain/filters/groups';
import { ALGOS, type Algo } from '@sw/domain/reports/licence';
import type { ListQuestion } from '@sw/domain/reports/list/list-question';
import type { MatchCount } from '@sw/domain/reports/list/match-count';
import type { VisibleBatches } from '../postgres/records/tickers/batches.ts';
import { ELIGIBLE, HAS_DAY_FIGURES, HAS_TIME_IN_LIST, matchCondition } from './engine/history-scan-condition.ts';
import type { Series } from './engine/series.ts';
import { betweenSeconds, int, ofVisibleBatches } from './engine/where.ts';

/**
 * Number of matches of a question in each report from `from` up to `to` (UTC seconds, `to` excluded), oldest first. `versions`: the build to use for
 * each report time; rows of other builds are ignored.
 */
export async function matchCounts(
	series: Series,
	question: ListQuestion,
	span: { from: number; to: number; algo: Algo; quorum: number },
	versions: ReadonlyMap<number, number>,
	seen: VisibleBatches,
): Promise<MatchCount[]> {
	const where = [
		betweenSeconds('report', span.from, span.to),
		`algo = ${int(ALGOS.indexOf(span.algo))}`,
		ofVisibleBatches('build', seen),
		ELIGIBLE,
	].join(' AND ');
	const { first, rest } = matchCondition({ ...question, quorum: span.quorum });
	const matches = [...first, ...rest, '1'].join(' AND ');
	// Of reports that have no such numbers nothing is known.
	const { groups } = question;
	const known = [...(asksDayFigures(groups) ? [HAS_DAY_FIGURES] : []), ...(asksTimeInList(groups) ? [HAS_TIME_IN_LIST] : [])];
	const having = known.length > 0 ? `HAVING ${known.join(' AND ')}` : '';
	const query = `SELECT report, build, toUInt32(countIf(${matches})) AS matched, toUInt32(count()) AS eligible
		FROM report_rows WHERE ${where} GROUP BY report, build ${having} ORDER BY report, build`;
	const { count, columns } = await series.bulk.read({ report: 'DateTime', build: 'UInt32', matched: 'UInt32', eligible: 'UInt32' }, query);
	const found: MatchCount[] = [];
	for (let i = 0; i < count; i += 1) {
		const report = columns.report[i]!;
		if (versions.get(report) !== columns.build[i]) continue;
		found.push({ report, matched: columns.matched[i]!, eligible: columns.eligible[i]! });
	}
	return found;
}
