import type { ReportTime } from '@sw/domain/time/units';
import { asc } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { reports } from '../schema/reports.ts';

/** Time of the oldest stored report; null while there is none. */
export const oldestReportTime = async (db: Db): Promise<ReportTime | null> =>
	(await db.select({ time: reports.time }).from(reports).orderBy(asc(reports.time)).limit(1))[0]?.time ?? null;
