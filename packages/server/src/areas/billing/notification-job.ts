import { z } from 'zod';
import { defineJob } from '../../platform/jobs/definition.ts';

/**
 * Processes all waiting payment notifications. `upTo` is the number of the newest one at the time of the request, so that a later one gets its own
 * job.
 */
export const PROCESS_NOTIFICATIONS = defineJob({
	kind: 'payment_notices',
	lane: 'billing',
	payload: z.object({ upTo: z.number() }),
});
