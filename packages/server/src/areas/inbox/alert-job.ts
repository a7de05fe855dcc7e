import { z } from 'zod';
import { defineJob } from '../../platform/jobs/definition.ts';

/** Notifies owners of filters how a report changed their lists, and sends scheduled lists. One job per report, however it is requested. */
export const SEND_FILTER_ALERTS = defineJob({
	kind: 'filter_notices',
	lane: 'notices',
	payload: z.object({ time: z.int() }),
	key: ({ time }) => String(time),
	retries: 5,
});
