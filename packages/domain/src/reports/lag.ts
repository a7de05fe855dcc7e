import type { ReportRecord } from './report-record.ts';

/** Wall-clock milliseconds from the end of a slot to its report; null where they were not noted. */
export const lagOf = ({ dueWall, publishedWall }: Pick<ReportRecord, 'dueWall' | 'publishedWall'>): number | null =>
	dueWall === null || publishedWall === null ? null : Math.max(0, publishedWall - dueWall);
