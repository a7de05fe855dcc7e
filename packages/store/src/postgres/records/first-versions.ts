import type { FirstVersion, ReportSpan } from '@sw/domain/reports/first-report';
import type { Algo } from '@sw/domain/reports/licence';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, count, eq, gte, lte, max, min } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { reports } from '../schema/reports.ts';

/** First versions of the reports from `from` to `to`, both included, oldest first. */
export const firstVersions = (db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<FirstVersion[]> =>
	db
		.select({ time: reports.time, buildId: reports.buildId, publishedAt: reports.publishedAt, reconstructed: reports.reconstructed })
		.from(reports)
		.where(and(eq(reports.algo, algo), eq(reports.version, 1), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));

/** Oldest and newest report of an algo, and how many there are; undefined before the first. */
export const reportSpan = async (db: Db, algo: Algo): Promise<ReportSpan | undefined> => {
	const [found] = await db
		.select({ from: min(reports.time), to: max(reports.time), count: count() })
		.from(reports)
		.where(and(eq(reports.algo, algo), eq(reports.version, 1)));
	return found?.from != null && found.to != null ? { from: found.from, to: found.to, count: found.count } : undefined;
};
