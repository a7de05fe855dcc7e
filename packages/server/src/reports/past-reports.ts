import type { Algo } from '@sw/domain/reports/licence';
import type { CountedVersion, ReportRecord } from '@sw/domain/reports/report-record';
import type { ScannedQuestion, WordsSpan } from '@sw/domain/research/history-scan';
import { SECOND, type UtcMs } from '@sw/domain/time/units';
import { findStoredColumns, queryReportCaps, queryRingCounts, scanHistory } from '@sw/store/clickhouse/history-scan';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { bindQueries } from '@sw/store/postgres/records/bind-queries';
import { countedAfter, countedVersions, reportSpan } from '@sw/store/postgres/records/reports/counted-versions';
import { latestReport, reportAt, reportVersions } from '@sw/store/postgres/records/reports/reports';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';

/** Published reports, from which statistics and forecasts are computed. */
export type PastReports = ReturnType<typeof createPastReports>;

export function createPastReports({ records: { db }, series }: Stores) {
	return {
		...bindQueries({ reportSpan, countedVersions, countedAfter, latestReport, reportAt, reportVersions }, db),
		/** Evaluates a question on every report of a span. */
		scan: async (question: ScannedQuestion, span: WordsSpan) => scanHistory(series, question, span, await visibleBatches(db)),
		/** Reads market caps in the given reports; `time` in UTC seconds. */
		caps: (reports: readonly { time: number; build: number }[], algo: Algo) => queryReportCaps(series, reports, algo),
		/** Finds whether a report's rows have the columns that earlier product versions didn't store. */
		knownColumns: ({ time, buildId }: Pick<CountedVersion, 'time' | 'buildId'>, algo: Algo) =>
			findStoredColumns(series, { time: time / SECOND, build: buildId }, algo),
		/** Counts tickers by level over the reports from `from` to `to`, both inclusive. */
		ringCounts: async (from: UtcMs, to: UtcMs, algo: Algo) => {
			const versions = await countedVersions(db, from, to, algo);
			return queryRingCounts(
				series,
				versions.map(({ time, buildId }) => ({ time: time / SECOND, build: buildId })),
				algo,
			);
		},
		rows: ({ time, algo, buildId }: ReportRecord) => queryReportRows(series, time, algo, buildId),
	};
}
