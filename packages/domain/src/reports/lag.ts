import type { ReportRecord } from './report-record.ts';

/** Wall-clock milliseconds from the end of a slot to its report; null if not recorded. */
export function lagOf({ dueWall, publishedWall }: Pick<ReportRecord, 'dueWall' | 'publishedWall'>): number | null {
	return dueWall === null || publishedWall === null ? null : Math.max(0, publishedWall - dueWall);
}
