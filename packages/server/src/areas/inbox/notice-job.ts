import { z } from 'zod';
import { defineJob } from '../../platform/jobs/definition.ts';

/** Tells the owners of filters what a report changed in their lists. One job for each report, whatever asks for it. */
export const FILTER_NOTICES = defineJob({
	kind: 'filter_notices',
	lane: 'notices',
	payload: z.object({ time: z.int() }),
	key: ({ time }) => String(time),
	retries: 5,
});
