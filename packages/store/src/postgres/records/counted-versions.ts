/** Which version of each report statistics stand on: the first of one that came out live, the newest of one that was built afterwards. */
import type { CountedVersion, ReportSpan } from '@sw/domain/reports/first-report';
import type { Algo } from '@sw/domain/reports/licence';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { aliasedTable, and, asc, eq, gt, gte, isNull, lte, max, min, or, type SQL } from 'drizzle-orm';
import type { Db } from '../records.ts';
import { reports } from '../schema/reports.ts';

const first = aliasedTable(reports, 'first');

/**
 * Of a live report what a reader could have known then. The first version of a reconstructed one may have stood on half an import; no version of it sees
 * later data, so the newest is as fair and does not depend on the order of imports.
 */
const isCounted: SQL | undefined = or(
	and(eq(reports.version, 1), eq(reports.reconstructed, false)),
	and(isNull(reports.supersededBy), eq(first.reconstructed, true)),
);

const withFirst = and(eq(first.time, reports.time), eq(first.algo, reports.algo), eq(first.version, 1));

const told = {
	time: reports.time,
	buildId: reports.buildId,
	publishedAt: reports.publishedAt,
	dueWall: reports.dueWall,
	publishedWall: reports.publishedWall,
	reconstructed: reports.reconstructed,
};

/** From `from` to `to`, both included, oldest first. */
export const countedVersions = (db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<CountedVersion[]> =>
	db
		.select(told)
		.from(reports)
		.innerJoin(first, withFirst)
		.where(and(eq(reports.algo, algo), isCounted, gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));

/** Whether one of them was published after the place `seq` of the chain: statistics that were taken then are not those of now. */
export const countedAfter = async (db: Db, from: UtcMs, to: UtcMs, algo: Algo, seq: number): Promise<boolean> => {
	const [found] = await db
		.select({ seq: reports.chainSeq })
		.from(reports)
		.innerJoin(first, withFirst)
		.where(and(eq(reports.algo, algo), isCounted, gt(reports.chainSeq, seq), gte(reports.time, from), lte(reports.time, to)))
		.limit(1);
	return found !== undefined;
};

/** First versions from `from` to `to`, both included, oldest first: whether and when each came out. */
export const firstVersions = (db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<CountedVersion[]> =>
	db
		.select(told)
		.from(reports)
		.where(and(eq(reports.algo, algo), eq(reports.version, 1), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));

/** Oldest and newest report of an algo, and the last place in the chain that any version of one has; undefined before the first. */
export const reportSpan = async (db: Db, algo: Algo): Promise<ReportSpan | undefined> => {
	const [found] = await db
		.select({ from: min(reports.time), to: max(reports.time), newest: max(reports.chainSeq) })
		.from(reports)
		.where(eq(reports.algo, algo));
	return found?.from != null && found.to != null ? { from: found.from, to: found.to, newest: found.newest ?? 0 } : undefined;
};

/** Of an algo, when the first report came out live; undefined before. */
export const firstLive = async (db: Db, algo: Algo): Promise<ReportTime | undefined> =>
	(
		await db
			.select({ time: reports.time })
			.from(reports)
			.where(and(eq(reports.algo, algo), eq(reports.version, 1), eq(reports.reconstructed, false)))
			.orderBy(asc(reports.time))
			.limit(1)
	)[0]?.time;
