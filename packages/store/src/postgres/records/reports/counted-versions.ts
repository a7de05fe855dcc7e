/** The version of each report that counts in statistics: the first version of reports published live, the newest version of reports built later. */

import type { Algo } from '@sw/domain/reports/licence';
import type { CountedVersion, ReportSpan } from '@sw/domain/reports/report-record';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { aliasedTable, and, asc, eq, gt, gte, isNull, lte, max, min, or, type SQL } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { reports } from '../../schema/reports.ts';

const firstVersion = aliasedTable(reports, 'first');

/**
 * For a live report, users knew the first version at the time. A reconstructed report's first version can come from half an import. None of its
 * versions includes later data, so the newest is fair and independent of the order of imports.
 */
const isCounted: SQL | undefined = or(
	and(eq(reports.version, 1), eq(reports.reconstructed, false)),
	and(isNull(reports.supersededBy), eq(firstVersion.reconstructed, true)),
);

const matchesFirst = and(eq(firstVersion.time, reports.time), eq(firstVersion.algo, reports.algo), eq(firstVersion.version, 1));

const COLUMNS = {
	time: reports.time,
	buildId: reports.buildId,
	publishedAt: reports.publishedAt,
	dueWall: reports.dueWall,
	publishedWall: reports.publishedWall,
	reconstructed: reports.reconstructed,
};

/** Returns the versions that count from `from` to `to`, both inclusive, oldest first. */
export function countedVersions(db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<CountedVersion[]> {
	return db
		.select(COLUMNS)
		.from(reports)
		.innerJoin(firstVersion, matchesFirst)
		.where(and(eq(reports.algo, algo), isCounted, gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));
}

/** Returns whether a counting version was published after position `seq` of the chain. If so, statistics from that position are outdated. */
export async function countedAfter(db: Db, from: UtcMs, to: UtcMs, algo: Algo, seq: number): Promise<boolean> {
	const [row] = await db
		.select({ seq: reports.chainSeq })
		.from(reports)
		.innerJoin(firstVersion, matchesFirst)
		.where(and(eq(reports.algo, algo), isCounted, gt(reports.chainSeq, seq), gte(reports.time, from), lte(reports.time, to)))
		.limit(1);
	return row !== undefined;
}

/** Returns the first versions from `from` to `to`, both inclusive, oldest first. */
export function firstVersions(db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<CountedVersion[]> {
	return db
		.select(COLUMNS)
		.from(reports)
		.where(and(eq(reports.algo, algo), eq(reports.version, 1), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));
}

/** Returns the times of an algo's oldest and newest report, and the last chain position of their versions; undefined before the first report. */
export async function reportSpan(db: Db, algo: Algo): Promise<ReportSpan | undefined> {
	const [row] = await db
		.select({ from: min(reports.time), to: max(reports.time), newest: max(reports.chainSeq) })
		.from(reports)
		.where(eq(reports.algo, algo));
	return row?.from != null && row.to != null ? { from: row.from, to: row.to, newest: row.newest ?? 0 } : undefined;
}

/** Returns the time of the algo's first report that was published live; undefined if there is none. */
export async function findFirstLiveTime(db: Db, algo: Algo): Promise<ReportTime | undefined> {
	return (
		await db
			.select({ time: reports.time })
			.from(reports)
			.where(and(eq(reports.algo, algo), eq(reports.version, 1), eq(reports.reconstructed, false)))
			.orderBy(asc(reports.time))
			.limit(1)
	)[0]?.time;
}
