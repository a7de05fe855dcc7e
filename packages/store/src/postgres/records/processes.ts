import { MAX_TAKEOVER_TIME } from '@sw/domain/lead/rules';
import type { UtcMs } from '@sw/domain/time/units';
import { leaseAgeMs } from '../lead/fence.ts';
import { and, desc, eq, getTableColumns, isNull, lt, not, sql } from '../orm/drizzle.ts';
import { isPresent } from '../presence.ts';
import type { Db } from '../records.ts';
import { leads, processes } from '../schema/processes.ts';

/** What a process reports about itself. */
export interface ProcessInfo {
	/** The number of the process (see presence.ts). */
	readonly number: number;
	readonly name: string;
	/** The application name of its database connections. */
	readonly process: string;
	readonly roles: readonly string[];
	readonly version: string;
	/** Address of the process for others; null until it listens. */
	readonly address: string | null;
	/** Time of the newest report that it serves; null if none. */
	readonly shows: UtcMs | null;
}

export interface ProcessRow extends ProcessInfo {
	readonly startedAt: UtcMs;
	/** Milliseconds since its last heartbeat, by the database's clock. */
	readonly silent: number;
	/** Whether the process lives, even if it hangs and sends no heartbeats. */
	readonly lives: boolean;
	/** Since when the process leads the market; null if it doesn't. Stays set for a hanging leader until another process has replaced it. */
	readonly leadsSince: UtcMs | null;
}

/** How long processes that are gone are listed. */
const RETENTION = sql`interval '1 day'`;

/** Adds or updates a process as its heartbeat. Times are those of the database. */
export async function reportProcess(db: Db, { roles, ...info }: ProcessInfo): Promise<void> {
	const values = { ...info, roles: [...roles] };
	await db
		.insert(processes)
		.values(values)
		.onConflictDoUpdate({ target: processes.number, set: { ...values, seenAt: sql`now()` } });
}

export async function removeProcess(db: Db, number: number): Promise<void> {
	await db.delete(processes).where(eq(processes.number, number));
}

/** Deletes processes that have been gone for a day. */
export async function sweepProcesses(db: Db): Promise<void> {
	await db.delete(processes).where(and(sql`${processes.seenAt} < now() - ${RETENTION}`, not(isPresent(processes.number))));
}

/** Returns the address of a living process; undefined if it is gone or does not listen yet. */
export async function processAddress(db: Db, number: number): Promise<string | undefined> {
	const [row] = await db
		.select({ address: processes.address })
		.from(processes)
		.where(and(eq(processes.number, number), isPresent(processes.number)));
	return row?.address ?? undefined;
}

const { seenAt: _seenAt, ...columns } = getTableColumns(processes);

/** Returns all stored processes, the newest first. */
export function listProcesses(db: Db): Promise<ProcessRow[]> {
	return db
		.select({
			...columns,
			silent: sql<number>`(extract(epoch from now() - ${processes.seenAt}) * 1000)::float8`,
			lives: isPresent(processes.number),
			leadsSince: sql<UtcMs | null>`(extract(epoch from ${leads.takenAt}) * 1000)::float8`,
		})
		.from(processes)
		.leftJoin(leads, and(eq(leads.process, processes.process), isNull(leads.endedAt), lt(leaseAgeMs, MAX_TAKEOVER_TIME)))
		.orderBy(desc(processes.startedAt), processes.number);
}
