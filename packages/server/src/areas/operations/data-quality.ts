import type { AnswerOf } from '@sw/contract/base/define';
import type { healthCalls } from '@sw/contract/operations/operator-health';
import { FLAG_QUARANTINE, type ReportTable } from '@sw/domain/signals/report-table';
import { isoSeconds } from '@sw/domain/time/format';
import { z } from 'zod';
import type { Job } from '../../platform/jobs/job.ts';
import type { HotReports } from '../../reports/hot-reports.ts';

type DataQuality = AnswerOf<(typeof healthCalls)['dataQuality']>;
type CheckLine = DataQuality['items'][number];

export interface DataQualityParts {
	/** The last successful check. */
	lastCheck(kind: 'gaps' | 'splits_check'): Promise<Pick<Job, 'result' | 'created' | 'finished'> | undefined>;
	readonly reports: Pick<HotReports, 'newest' | 'table'>;
}

const checkCounts = z.object({ count: z.number(), newest: z.string().nullable() });

/** Summarizes the results of the last checks and the newest report, without reading bars. */
export async function summarizeDataQuality({ lastCheck, reports }: DataQualityParts): Promise<DataQuality> {
	const [gapCheck, splitCheck] = [await lastCheck('gaps'), await lastCheck('splits_check')];
	const newest = reports.newest();
	return {
		items: [
			presentCheck('gaps', gapCheck, 'open'),
			presentCheck('splits', splitCheck, 'open'),
			presentQuarantine(newest && (await reports.table(newest))),
			presentCheck('outliers', splitCheck, 'outliers'),
		],
	};
}

/** Presents a check. Checks by earlier versions have no counts, and are treated like missing checks. */
function presentCheck(
	kind: CheckLine['kind'],
	check: Awaited<ReturnType<DataQualityParts['lastCheck']>>,
	part: 'open' | 'outliers',
): CheckLine {
	const counts = checkCounts.safeParse(check?.result?.[part]).data;
	if (!check || !counts) return { kind, open: null, newest: null, checked: null };
	return { kind, open: counts.count, newest: counts.newest, checked: isoSeconds(check.finished ?? check.created) };
}

function presentQuarantine(table: Pick<ReportTable, 'flags' | 'time'> | undefined): CheckLine {
	if (!table) return { kind: 'quarantine', open: null, newest: null, checked: null };
	return { kind: 'quarantine', open: countQuarantined(table), newest: null, checked: isoSeconds(table.time) };
}

/** Counts the tickers of a report that are in quarantine. */
export function countQuarantined({ flags }: Pick<ReportTable, 'flags'>): number {
	return flags.reduce((count, flag) => count + ((flag & FLAG_QUARANTINE) === 0 ? 0 : 1), 0);
}
