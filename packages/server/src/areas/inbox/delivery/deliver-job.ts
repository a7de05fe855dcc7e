import { CHANNELS, type Channel } from '@sw/domain/inbox/delivery';
import { z } from 'zod';
import { defineJob, type JobDefinition } from '../../../platform/jobs/definition.ts';

type Nothing = Record<string, never>;

/** One job per channel, each on its own lane, so that a slow or unavailable receiver does not hold up other channels. */
function jobOf(channel: Channel): JobDefinition<Nothing> {
	return defineJob({ kind: `deliver_${channel}`, lane: `deliver_${channel}`, payload: z.strictObject({}) as z.ZodType<Nothing> });
}

export const DELIVER = Object.fromEntries(CHANNELS.map((channel) => [channel, jobOf(channel)])) as Readonly<
	Record<Channel, JobDefinition<Nothing>>
>;
