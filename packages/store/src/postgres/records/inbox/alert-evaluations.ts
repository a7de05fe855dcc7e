import type { EvaluatedReport, ReportVersionId } from '@sw/domain/inbox/message';
import type { Licence } from '@sw/domain/reports/licence';
import type { UtcMs } from '@sw/domain/time/units';
import { and, asc, desc, eq, gte, inArray, isNotNull, lt, sql } from '../../orm/drizzle.ts';
import type { Db } from '../../records.ts';
import { evaluatedReports } from '../../schema/inbox.ts';

/** Starts the evaluation of a report for licences. Returns version and start of the first attempt for any licence: all attempts use the same version. */
export async function beginAlerts(
	db: Db,
	{ time, version }: ReportVersionId,
	licences: readonly Licence[],
	now: UtcMs,
): Promise<{ version: number; beganAt: UtcMs }> {
	const selectFirstAttempt = () =>
		db
			.select({ version: evaluatedReports.version, beganAt: evaluatedReports.beganAt })
			.from(evaluatedReports)
			.where(eq(evaluatedReports.time, time))
			.orderBy(asc(sql`coalesce(${evaluatedReports.beganAt}, 'epoch')`))
			.limit(1);
	const [earlierAttempt] = await selectFirstAttempt();
	const rows = licences.map((licence) => ({ time, licence, version: earlierAttempt?.version ?? version, beganAt: now, madeAt: null }));
	await db.insert(evaluatedReports).values(rows).onConflictDoNothing();
	const [firstAttempt] = await selectFirstAttempt();
	return { version: firstAttempt?.version ?? version, beganAt: firstAttempt?.beganAt ?? now };
}

/** Marks a report as evaluated. `lists`: whether lists of filters were compared, not only alerts on tickers. */
export async function endAlerts(
	db: Db,
	{ time }: ReportVersionId,
	licences: readonly Licence[],
	{ lists, now }: { lists: boolean; now: UtcMs },
): Promise<void> {
	await db
		.update(evaluatedReports)
		.set({ madeAt: now, lists })
		.where(and(eq(evaluatedReports.time, time), inArray(evaluatedReports.licence, [...licences])));
}

/** Returns the reports whose evaluation is complete, newest first. */
export function evaluatedSince(db: Db, since: UtcMs): Promise<EvaluatedReport[]> {
	const { time, licence, version, lists } = evaluatedReports;
	return db
		.select({ time, licence, version, lists })
		.from(evaluatedReports)
		.where(and(isNotNull(evaluatedReports.madeAt), gte(time, since)))
		.orderBy(desc(time));
}

export async function sweepEvaluated(db: Db, before: UtcMs): Promise<void> {
	await db.delete(evaluatedReports).where(lt(evaluatedReports.time, before));
}
