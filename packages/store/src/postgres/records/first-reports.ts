import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, eq, gte, lte } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { reports } from '../schema/reports.ts';

/** When a slot's report first came out, and whether it came out live. */
export interface FirstReport {
	time: UtcMs;
	publishedAt: UtcMs;
	reconstructed: boolean;
}

/** First versions of the reverse reports from `from` to `to`, both included, oldest first: corrections say nothing of punctuality. */
export const firstReports = (db: Db, from: UtcMs, to: UtcMs): Promise<FirstReport[]> =>
	db
		.select({ time: reports.time, publishedAt: reports.publishedAt, reconstructed: reports.reconstructed })
		.from(reports)
		.where(and(eq(reports.algo, 'reverse'), eq(reports.version, 1), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));
