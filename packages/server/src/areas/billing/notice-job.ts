import { z } from 'zod';
import { defineJob } from '../../platform/jobs/definition.ts';

/** Works on all notices of payments that wait. `upTo` is the number of the newest when it was asked for: another one that comes later is another job. */
export const PAYMENT_NOTICES = defineJob({
	kind: 'payment_notices',
	lane: 'billing',
	payload: z.object({ upTo: z.number() }),
});
