import { CHANNELS, type Channel } from '@sw/domain/inbox/delivery';
import { z } from 'zod';
import { defineJob, type JobDefinition } from '../../../platform/jobs/definition.ts';

type Nothing = Record<string, never>;

/** A job for each channel, on a lane of its own: a receiver that is slow or away holds up no other channel. */
const jobOf = (channel: Channel): JobDefinition<Nothing> =>
	defineJob({ kind: `deliver_${channel}`, lane: `deliver_${channel}`, payload: z.strictObject({}) as z.ZodType<Nothing> });

export const DELIVER = Object.fromEntries(CHANNELS.map((channel) => [channel, jobOf(channel)])) as Readonly<
	Record<Channel, JobDefinition<Nothing>>
>;
