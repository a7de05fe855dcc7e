import { presentNumbers } from '@sw/store/postgres/presence';
import type { Records } from '@sw/store/postgres/records';
import { orphanedJobs, putBack } from '@sw/store/postgres/records/jobs';
import type { Delivery } from './delivery.ts';

/**
 * Returns jobs of dead processes to the queue immediately; pg-boss would only notice after missed heartbeats. If several processes check at the same
 * time, only one returns a job, because only one can take it from the attempt that died.
 */
export const takeUpOrphans = async ({ db }: Records, delivery: Delivery, laneOf: ReadonlyMap<string, string>): Promise<void> => {
	if (laneOf.size === 0) return;
	const orphans = await orphanedJobs(db, [...laneOf.keys()], await presentNumbers(db));
	for (const orphan of orphans) {
		const lane = laneOf.get(orphan.kind) as string;
		await db.transaction(async (tx) => {
			if (await putBack(tx, orphan, { failed: false })) await delivery.giveBack(tx, lane, orphan.id);
		});
		delivery.wake(lane);
	}
};
