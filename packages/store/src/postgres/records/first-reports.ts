import type { FirstReport } from '@sw/domain/reports/first-report';
import type { Algo } from '@sw/domain/reports/licence';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { reports } from '../schema/reports.ts';

/** First versions of the reports of one kind from `from` to `to`, both included, oldest first: corrections say nothing of punctuality. */
export const firstReports = (db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<FirstReport[]> =>
	db
		.select({ time: reports.time, publishedAt: reports.publishedAt, reconstructed: reports.reconstructed })
		.from(reports)
		.where(and(eq(reports.algo, algo), eq(reports.version, 1), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));
