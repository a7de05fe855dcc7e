import { JOB_KINDS, JOB_SORTS, JOB_STATES, MAX_JOBS_COUNT } from '@sw/domain/access/job';
import { z } from 'zod';
import { integer, isoTime, listOf, paging, strictObject } from '../base/common.ts';
import type { Area } from '../base/define.ts';

const count = z.int().min(0);

const jobHead = {
	id: z.uuid(),
	state: z.enum(JOB_STATES),
	phase: z.string().meta({ description: 'The current phase, in plain language.', examples: ['Loading reports'] }),
	progress: z.number().min(0).max(1).nullable().describe('Share of the phase that is done, 0 to 1; null where it is unknown.'),
	by: z.string().describe('The account that started it.'),
	created: isoTime,
	started: isoTime.nullable(),
	finished: isoTime.nullable(),
	error: z.string().nullable(),
};

export const job = z
	.object({
		...jobHead,
		kind: z.enum(JOB_KINDS),
		request: z.record(z.string(), z.unknown()),
		result: z.record(z.string(), z.unknown()).nullable().describe('The result; its shape depends on the kind. null until the job is done.'),
	})
	.meta({ id: 'Job' });

/** Background jobs, as administrators see and manage them. */
export const jobCalls = {
	jobs: {
		method: 'GET',
		path: '/api/jobs',
		access: 'admin',
		summary:
			'List background jobs, newest first by default, filtered by kind and state. With sorting by duration or end, unfinished jobs come first when descending',
		query: strictObject({
			skip: integer(0, MAX_JOBS_COUNT).default(0),
			max: paging.max,
			kind: listOf(z.enum(JOB_KINDS)).optional(),
			state: z.enum(JOB_STATES).optional(),
			sort_by: z.enum(JOB_SORTS).default('created'),
			sort_dir: z.enum(['asc', 'desc']).default('desc'),
		}),
		answers: {
			200: z.object({
				items: z.array(job),
				total_count: count.describe('At most 10,000.'),
				is_more: z.boolean().describe('Whether there are more than were counted.'),
			}),
		},
		errors: [400, 401, 403],
	},
	job: {
		method: 'GET',
		path: '/api/jobs/{id}',
		access: 'admin',
		summary: 'Get a job with its progress and result',
		params: strictObject({ id: z.uuid() }),
		answers: { 200: job },
		errors: [400, 401, 403, 404],
	},
	cancelJob: {
		method: 'DELETE',
		path: '/api/jobs/{id}',
		access: 'admin',
		summary: "Cancel a waiting or running job; data stored so far is kept. Cancelling a search's job also cancels the search",
		params: strictObject({ id: z.uuid() }),
		answers: { 200: job },
		errors: [400, 401, 403, 404],
	},
	retryJob: {
		method: 'POST',
		path: '/api/jobs/{id}/retry',
		access: 'admin',
		summary: 'Retry a failed or cancelled job; returns the new job, or an identical one that is already waiting or running',
		params: strictObject({ id: z.uuid() }),
		answers: { 200: job },
		errors: [400, 401, 403, 404, 409],
	},
	jobLog: {
		method: 'GET',
		path: '/api/jobs/{id}/log',
		access: 'admin',
		summary: 'Get the log of a job, oldest line first',
		params: strictObject({ id: z.uuid() }),
		query: strictObject(paging),
		answers: { 200: z.object({ items: z.array(z.object({ number: count, line: z.string() })), total_count: count }) },
		errors: [400, 401, 403, 404],
	},
} as const satisfies Area;
