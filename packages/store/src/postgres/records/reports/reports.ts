import { GENESIS_LINK } from '@sw/domain/reports/chain';
import { REPORT_FORMAT } from '@sw/domain/reports/content-hash';
import type { Algo } from '@sw/domain/reports/licence';
import type { ReportRecord } from '@sw/domain/reports/report-record';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { hashLink } from '../../../chain/chain-hashes.ts';
import type { ChainNote } from '../../../chain/chain-note.ts';
import { ADVISORY_LOCKS } from '../../advisory-locks.ts';
import { and, asc, DrizzleQueryError, desc, eq, gt, gte, inArray, isNull, lte, max, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { reports } from '../../schema/reports.ts';
import { commitBatch } from '../tickers/batches.ts';

export type ReportKey = Pick<ReportRecord, 'time' | 'algo'>;

/** Channel notified in the transaction that publishes: JSON of ReportNotification. */
export const REPORT_CHANNEL = 'report';
export type ReportNotification = Pick<ReportRecord, 'time' | 'algo' | 'version' | 'buildId' | 'tickers'>;

/** A built report that is ready to be published: its rows are in the series store under the build. */
export interface BuiltReport
	extends Omit<
			ReportRecord,
			| 'version'
			| 'buildId'
			| 'format'
			| 'previousHash'
			| 'link'
			| 'chainSeq'
			| 'supersededBy'
			| 'inputFrom'
			| 'inputHash'
			| 'dueWall'
			| 'publishedWall'
		>,
		Partial<Pick<ReportRecord, 'inputFrom' | 'inputHash' | 'dueWall' | 'publishedWall'>> {}

/** Reports per statement: an import can publish thousands, and a statement's parameters are limited. */
const REPORTS_PER_STATEMENT = 1_000;

/**
 * Publishes the reports of one build, in this order, all or none: appends them to the chain, makes each the current version, commits the build's batch
 * and notifies. Throws if the build is not open. A build has at most one report of each time and algo. `note` records the chain's end before and after the
 * publication, and the success after the commit.
 */
export async function commitReports(
	db: Db,
	buildId: number,
	builtReports: readonly BuiltReport[],
	note?: Pick<ChainNote, 'beginPublication' | 'endPublication'>,
): Promise<ReportRecord[]> {
	const publishing = db.transaction(async (tx) => {
		await tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.reportChain})`);
		const [last] = await tx.select().from(reports).orderBy(desc(reports.chainSeq)).limit(1);
		const previousEnd = { links: last?.chainSeq ?? 0, link: last?.link ?? GENESIS_LINK };
		let end = previousEnd;
		const published: ReportRecord[] = [];
		for (let at = 0; at < builtReports.length; at += REPORTS_PER_STATEMENT) {
			const batch = builtReports.slice(at, at + REPORTS_PER_STATEMENT);
			const versions = await supersedeVersions(tx, batch);
			const rows = batch.map((report): ReportRecord => {
				const position = { version: versions.get(keyOf(report)) ?? 1, previousHash: end.link, chainSeq: end.links + 1 };
				const unlinkedReport = { inputFrom: null, inputHash: null, dueWall: null, publishedWall: null, ...report, ...position };
				const link = hashLink(unlinkedReport);
				end = { links: position.chainSeq, link };
				return { ...unlinkedReport, buildId, format: REPORT_FORMAT, link, supersededBy: null };
			});
			await tx.insert(reports).values(rows);
			await tx.execute(
				sql`select pg_notify(${REPORT_CHANNEL}, notice) from unnest(${sql.param(rows.map(notificationText))}::text[]) as notice`,
			);
			published.push(...rows);
		}
		await commitBatch(
			tx,
			buildId,
			builtReports.reduce((sum, report) => sum + report.tickers, 0),
		);
		await note?.beginPublication(previousEnd, end);
		return published;
	});
	const published = await publishing.catch(throwCause);
	const last = published.at(-1);
	if (last) await note?.endPublication({ links: last.chainSeq, link: last.link });
	return published;
}

/** Throws the database's own error: Drizzle's error quotes the statement, and one with a thousand reports would fill a log. */
function throwCause(error: unknown): never {
	throw error instanceof DrizzleQueryError ? (error.cause ?? error) : error;
}

function keyOf({ time, algo }: ReportKey): string {
	return `${algo} ${time}`;
}

/** Marks the current versions of some reports as superseded, and returns each report's next version number. New reports are absent. */
async function supersedeVersions(tx: Db, reportKeys: readonly ReportKey[]): Promise<ReadonlyMap<string, number>> {
	const next = new Map<string, number>();
	for (const [algo, records] of Map.groupBy(reportKeys, (report) => report.algo)) {
		const existing = await tx
			.select({ time: reports.time, newest: max(reports.version) })
			.from(reports)
			.where(hasTimes(algo, records))
			.groupBy(reports.time);
		for (const [version, group] of Map.groupBy(existing, ({ newest }) => (newest ?? 0) + 1)) {
			await tx
				.update(reports)
				.set({ supersededBy: version })
				.where(and(hasTimes(algo, group), isNull(reports.supersededBy)));
			for (const { time } of group) next.set(keyOf({ time, algo }), version);
		}
	}
	return next;
}

function hasTimes(algo: Algo, records: readonly { time: ReportTime }[]) {
	return and(
		eq(reports.algo, algo),
		inArray(
			reports.time,
			records.map(({ time }) => time),
		),
	);
}

function notificationText({ time, algo, version, buildId, tickers }: ReportNotification): string {
	return JSON.stringify({ time, algo, version, buildId, tickers } satisfies ReportNotification);
}

function isAt(time: ReportTime, algo: Algo) {
	return and(eq(reports.time, time), eq(reports.algo, algo));
}

/** Returns the current version of the newest report, optionally at or before `until`. */
export async function latestReport(db: Db, algo: Algo, until?: UtcMs): Promise<ReportRecord | undefined> {
	const isCurrent = and(eq(reports.algo, algo), isNull(reports.supersededBy), until === undefined ? undefined : lte(reports.time, until));
	return (await db.select().from(reports).where(isCurrent).orderBy(desc(reports.time)).limit(1))[0];
}

/** Returns the current version of the oldest report after an instant. */
export async function nextReport(db: Db, algo: Algo, after: UtcMs): Promise<ReportRecord | undefined> {
	const isCurrent = and(eq(reports.algo, algo), isNull(reports.supersededBy), gt(reports.time, after));
	return (await db.select().from(reports).where(isCurrent).orderBy(asc(reports.time)).limit(1))[0];
}

/** Returns the requested version of a report. Default: the current version. */
export async function reportAt(db: Db, time: ReportTime, algo: Algo, version?: number): Promise<ReportRecord | undefined> {
	const isVersion = version === undefined ? isNull(reports.supersededBy) : eq(reports.version, version);
	return (
		await db
			.select()
			.from(reports)
			.where(and(isAt(time, algo), isVersion))
	)[0];
}

/** Returns the reports of a build, in the order of the chain; empty if its transaction was not committed. */
export function reportsOfBuild(db: Db, buildId: number): Promise<ReportRecord[]> {
	return db.select().from(reports).where(eq(reports.buildId, buildId)).orderBy(asc(reports.chainSeq));
}

/** Returns all versions of the reports of a span (both bounds inclusive), or of all reports, with their builds; oldest first. */
export function buildsBetween(
	db: Db,
	span: { from: UtcMs; to: UtcMs } | undefined,
	algo: Algo,
): Promise<{ time: ReportTime; build: number }[]> {
	return db
		.select({ time: reports.time, build: reports.buildId })
		.from(reports)
		.where(and(eq(reports.algo, algo), span && gte(reports.time, span.from), span && lte(reports.time, span.to)))
		.orderBy(asc(reports.time), asc(reports.version));
}

/** Returns all versions of the report of that time, in the order of the chain. */
export function versionsOf(db: Db, time: ReportTime, algo: Algo): Promise<ReportRecord[]> {
	return db.select().from(reports).where(isAt(time, algo)).orderBy(asc(reports.chainSeq));
}

/** Returns the report at a position of the chain. */
export async function reportOfLink(db: Db, chainSeq: number): Promise<ReportRecord | undefined> {
	return (await db.select().from(reports).where(eq(reports.chainSeq, chainSeq)))[0];
}

/** Returns the last position of the chain; 0 before the first report. */
export async function chainLength(db: Db): Promise<number> {
	return (await db.select({ last: max(reports.chainSeq) }).from(reports))[0]?.last ?? 0;
}

/** Returns the current report versions that were published after a position of the chain, in its order. */
export function reportsAfter(db: Db, chainSeq: number): Promise<ReportRecord[]> {
	return db
		.select()
		.from(reports)
		.where(and(gt(reports.chainSeq, chainSeq), isNull(reports.supersededBy)))
		.orderBy(asc(reports.chainSeq));
}

/** Returns the number of versions of a report; 0 if there is none. */
export async function reportVersions(db: Db, time: ReportTime, algo: Algo): Promise<number> {
	return (
		(
			await db
				.select({ version: max(reports.version) })
				.from(reports)
				.where(isAt(time, algo))
		)[0]?.version ?? 0
	);
}

/** Returns the current versions of the reports from `from` to `to`, both inclusive, oldest first. */
export function reportsBetween(db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<ReportRecord[]> {
	return db
		.select()
		.from(reports)
		.where(and(eq(reports.algo, algo), isNull(reports.supersededBy), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));
}

/** Returns the times of the reports from `from` to `to`, both inclusive, oldest first. */
export async function reportTimes(db: Db, from: UtcMs, to: UtcMs, algo: Algo): Promise<ReportTime[]> {
	const rows = await db
		.select({ time: reports.time })
		.from(reports)
		.where(and(eq(reports.algo, algo), isNull(reports.supersededBy), gte(reports.time, from), lte(reports.time, to)))
		.orderBy(asc(reports.time));
	return rows.map((row) => row.time);
}

/** Returns the time of the oldest stored report; null if there is none. */
export async function oldestReportTime(db: Db): Promise<ReportTime | null> {
	return (await db.select({ time: reports.time }).from(reports).orderBy(asc(reports.time)).limit(1))[0]?.time ?? null;
}
