import { TAKEN_WITHIN } from '@sw/domain/lead/rules';
import type { UtcMs } from '@sw/domain/time/units';
import { and, desc, eq, getTableColumns, isNull, lt, not, sql } from 'drizzle-orm';
import { leaseAge } from '../lead/lease.ts';
import { isPresent } from '../presence.ts';
import type { Db } from '../records.ts';
import { leads } from '../schema/lead.ts';
import { processes } from '../schema/processes.ts';

/** What a process tells of itself. */
export interface OwnProcess {
	/** As presence.ts counts it. */
	readonly number: number;
	readonly name: string;
	/** What its connections call themselves. */
	readonly process: string;
	readonly roles: readonly string[];
	readonly version: string;
	/** Where the others reach it; null until it listens. */
	readonly address: string | null;
	/** Time of the newest report that it shows. */
	readonly shows: UtcMs | null;
}

export interface ProcessRow extends OwnProcess {
	readonly startedAt: UtcMs;
	/** Milliseconds since it last told of itself, by the database's clock. */
	readonly silent: number;
	/** A process that hangs lives and is silent. */
	readonly lives: boolean;
	/** Since when it leads the market; null: it does not, or hangs and nobody has taken over. */
	readonly leadsSince: UtcMs | null;
}

/** Those that have gone are remembered so long. */
const REMEMBERED = sql`interval '1 day'`;

/** Tells of a process, at first and then again and again; times are the database's. */
export const tellProcess = async (db: Db, { roles, ...told }: OwnProcess): Promise<void> => {
	const values = { ...told, roles: [...roles] };
	await db
		.insert(processes)
		.values(values)
		.onConflictDoUpdate({ target: processes.number, set: { ...values, seenAt: sql`now()` } });
};

export const removeProcess = async (db: Db, number: number): Promise<void> => {
	await db.delete(processes).where(eq(processes.number, number));
};

/** Forgets those that have been gone for a day. */
export const sweepProcesses = async (db: Db): Promise<void> => {
	await db.delete(processes).where(and(sql`${processes.seenAt} < now() - ${REMEMBERED}`, not(isPresent(processes.number))));
};

/** Where a living process is reached; undefined when it has gone or does not listen yet. */
export const processAddress = async (db: Db, number: number): Promise<string | undefined> => {
	const [found] = await db
		.select({ address: processes.address })
		.from(processes)
		.where(and(eq(processes.number, number), isPresent(processes.number)));
	return found?.address ?? undefined;
};

const { seenAt: _seenAt, ...told } = getTableColumns(processes);

/** All that are remembered, the newest first. */
export const listProcesses = (db: Db): Promise<ProcessRow[]> =>
	db
		.select({
			...told,
			silent: sql<number>`(extract(epoch from now() - ${processes.seenAt}) * 1000)::float8`,
			lives: isPresent(processes.number),
			leadsSince: sql<UtcMs | null>`(extract(epoch from ${leads.takenAt}) * 1000)::float8`,
		})
		.from(processes)
		.leftJoin(leads, and(eq(leads.process, processes.process), isNull(leads.endedAt), lt(leaseAge, TAKEN_WITHIN)))
		.orderBy(desc(processes.startedAt), processes.number);
