import type { UtcMs } from '@sw/domain/time/units';
import { StoreError } from '../../faults/store-error.ts';
import { and, desc, eq, isNull, type SQL, sql } from '../orm/drizzle.ts';
import type { Db } from '../records.ts';
import { leads } from '../schema/processes.ts';

/** Prevents a former leader from committing work that it started while it led. */
export interface Fence {
	/**
	 * Returns the epoch in which this process leads; undefined if no lead is needed. Throws StoreError lead_lost if the process knows that it doesn't
	 * lead.
	 */
	epoch(): number | undefined;
	/** Ensures, until the end of the transaction, that no other process becomes the leader. To be called before the commit. Throws StoreError lead_lost. */
	holdLead(tx: Db): Promise<void>;
}

/** For a process with exclusive use of the stores. */
export const UNFENCED: Fence = { epoch: () => undefined, holdLead: async () => {} };

/** Creates a fence. `epochNow` returns undefined while this process does not lead. */
export function createFence(epochNow: () => number | undefined): Fence {
	const epoch = (): number => {
		const currentEpoch = epochNow();
		if (currentEpoch === undefined) throw leadLost();
		return currentEpoch;
	};
	return {
		epoch,
		holdLead: (tx) => requireEpoch(tx, epoch()),
	};
}

function leadLost(): StoreError {
	return new StoreError('lead_lost', 'This process no longer leads the market.');
}

/** Ensures that the epoch leads until the end of the transaction. Throws StoreError lead_lost if it doesn't lead. */
export async function requireEpoch(tx: Db, epoch: number): Promise<void> {
	// This lock doesn't block renewals of the row. Only the end of the epoch needs a stronger lock, and therefore waits.
	const lockedRows = await tx
		.select({ epoch: leads.epoch })
		.from(leads)
		.where(and(eq(leads.epoch, epoch), isNull(leads.endedAt)))
		.for('key share');
	if (lockedRows.length === 0) throw leadLost();
}

/** Milliseconds since a lease was renewed, on the database's clock. */
export const leaseAgeMs: SQL<number> = sql<number>`(extract(epoch from clock_timestamp() - ${leads.renewedAt}) * 1000)::float8`;

/** The last renewal of a lease, by the current leader or, if no process leads, by the previous one. */
export interface LastLease {
	/** By the database's clock. */
	readonly renewedAt: UtcMs;
	readonly ageMs: number;
}

/** Returns undefined if there has never been a leader. */
export async function readLastLease(db: Db): Promise<LastLease | undefined> {
	const [lease] = await db
		.select({ renewedAt: sql<UtcMs>`(extract(epoch from ${leads.renewedAt}) * 1000)::float8`, ageMs: leaseAgeMs })
		.from(leads)
		.orderBy(desc(leads.epoch))
		.limit(1);
	return lease;
}
