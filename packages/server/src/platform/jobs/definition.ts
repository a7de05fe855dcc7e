import type { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A kind of background job: its payload, and when it can run. */
export interface JobDefinition<P extends object> {
	readonly kind: string;
	/** Each process runs one job of a lane at a time. */
	readonly lane: string;
	readonly payload: z.ZodType<P>;
	/** Across all processes, jobs of a lane with the same turn run one after another, in the order of requests. Default: all jobs of the lane have one turn. */
	turn?(payload: P): string;
	/** Requests with the same key are one job, even after the job has run. Default: identical requests are one job until the job has ended. */
	key?(payload: P): string;
	/** Whether the job runs in steps, and runs waiting jobs of its turn between them (see OtherJobs). Default: false. */
	runsInSteps?(payload: P): boolean;
	/** Number of retries after a failure; later jobs in the lane don't wait for retries. Default: none. */
	readonly retries?: number;
}

/** Waiting jobs of a running job's turn that don't run in steps themselves. */
export interface OtherJobs {
	/** Whether such jobs are waiting. */
	areWaiting(): Promise<boolean>;
	/** Runs the waiting jobs in this process, in the order of requests. Their failures don't affect the running job. */
	run(): Promise<void>;
}

export interface JobContext {
	/** `fraction`: how much of the phase is done, 0 to 1; null if unknown. */
	progress(phase: string, fraction?: number | null): void;
	/** Appends a line to the job's output. */
	printLine(line: string): void;
	/** Aborted when a user cancels the job, the server stops, or another process has taken over the job. */
	readonly signal: AbortSignal;
	/** Whether no retry follows if this attempt fails. */
	readonly isLastTry: boolean;
	/** To be run between the steps of a long job. Absent outside of the queue. */
	readonly otherJobs?: OtherJobs;
}

/** Runs a job. It can be interrupted anywhere and restarted with the same payload in any process, so it must be idempotent. */
export type JobHandler<P> = (payload: P, context: JobContext) => Promise<JsonObject>;

/** Thrown by a handler that can't run yet: the job is delivered again later, to any process. This does not count as a failure. */
export class JobDelayedError extends Error {}

/** A definition with its handler, which receives a validated payload. */
export interface BoundJob {
	readonly definition: JobDefinition<object>;
	run(request: unknown, context: JobContext): Promise<JsonObject>;
}

export function defineJob<P extends object>(definition: JobDefinition<P>): JobDefinition<P> {
	return definition;
}

export function bindJob<P extends object>(definition: JobDefinition<P>, handler: JobHandler<P>): BoundJob {
	return {
		definition,
		run: async (request, context) => handler(definition.payload.parse(request), context),
	};
}

/** Returns the turn of a job, which must be the same in all processes. */
export function getTurn<P extends object>({ turn }: JobDefinition<P>, payload: P): string {
	return turn?.(payload) ?? 'all';
}
