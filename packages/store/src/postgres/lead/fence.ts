import type { UtcMs } from '@sw/domain/time/units';
import { and, desc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { StoreError } from '../../faults/store-error.ts';
import type { Db } from '../records.ts';
import { leads } from '../schema/processes.ts';

/** Keeps a process that no longer leads from committing what it began as the leader. */
export interface Fence {
	/** The epoch in which this process leads; undefined where no lead is needed. Throws StoreError lead_lost as soon as it knows that it does not lead. */
	epoch(): number | undefined;
	/** In a transaction, before its commit: until its end no other process can take the lead. Throws StoreError lead_lost. */
	hold(tx: Db): Promise<void>;
}

/** For a process with exclusive use of the stores. */
export const UNFENCED: Fence = { epoch: () => undefined, hold: async () => {} };

/** `epochNow` is undefined while this process does not lead. */
export function createFence(epochNow: () => number | undefined): Fence {
	const epoch = (): number => {
		const now = epochNow();
		if (now === undefined) throw leadLost();
		return now;
	};
	return {
		epoch,
		hold: (tx) => requireEpoch(tx, epoch()),
	};
}

function leadLost(): StoreError {
	return new StoreError('lead_lost', 'This process no longer leads the market.');
}

/** In a transaction: the epoch leads until the transaction ends. Throws StoreError lead_lost when it does not lead. */
export async function requireEpoch(tx: Db, epoch: number): Promise<void> {
	// Renewing the row is not blocked: only ending it needs the stronger lock, which waits for this one.
	const held = await tx
		.select({ epoch: leads.epoch })
		.from(leads)
		.where(and(eq(leads.epoch, epoch), isNull(leads.endedAt)))
		.for('key share');
	if (held.length === 0) throw leadLost();
}

/** Milliseconds since a lease was renewed, on the database's clock. */
export const leaseAge: SQL<number> = sql<number>`(extract(epoch from clock_timestamp() - ${leads.renewedAt}) * 1000)::float8`;

/** The last renewal by the current leader, or by the last one. */
export interface LastLease {
	/** On the database's clock. */
	readonly renewedAt: UtcMs;
	readonly age: number;
}

/** undefined if there has never been a leader. */
export async function lastLease(db: Db): Promise<LastLease | undefined> {
	const [found] = await db
		.select({ renewedAt: sql<UtcMs>`(extract(epoch from ${leads.renewedAt}) * 1000)::float8`, age: leaseAge })
		.from(leads)
		.orderBy(desc(leads.epoch))
		.limit(1);
	return found;
}
