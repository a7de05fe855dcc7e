import type { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A kind of background job: its request, and when it may run. */
export interface JobDefinition<P extends object> {
	readonly kind: string;
	/** Each process works on one job of a lane at a time. */
	readonly lane: string;
	readonly payload: z.ZodType<P>;
	/** Jobs of a lane with the same turn run one after another, in the order of requests, over all processes. Default: one turn for the lane. */
	turn?(payload: P): string;
	/** Two requests with the same key are one job, even after it has run. Default: only while an identical request is waiting or running. */
	key?(payload: P): string;
	/** Whether the job works in steps, between which it runs jobs of its turn that wait, see OtherJobs. Default: it doesn't. */
	inSteps?(payload: P): boolean;
	/** Retries after a failure. Later jobs in the lane need not wait for them. Default: none. */
	readonly retries?: number;
}

/** The jobs of a running job's turn that wait and don't work in steps themselves. */
export interface OtherJobs {
	wait(): Promise<boolean>;
	/** Runs them in this process, in the order of requests. A failure is theirs alone. */
	run(): Promise<void>;
}

/** What a handler gets besides the payload. */
export interface JobContext {
	progress(phase: string, share?: number | null): void;
	/** Sends a line to the job's followers. */
	say(line: string): void;
	/** Aborted when a user cancels the job, when the product stops, and when another process has taken over the job. */
	readonly signal: AbortSignal;
	/** Whether the job fails for good if this attempt fails. */
	readonly isLastTry: boolean;
	/** For long work, between two steps. Absent outside of the queue. */
	readonly otherJobs?: OtherJobs;
}

/** The work of a job. It may be interrupted anywhere and restarted with the same payload, even in another process, so it must be idempotent. */
export type JobHandler<P> = (payload: P, context: JobContext) => Promise<JsonObject>;

/** Thrown by a handler that cannot work yet: the job is delivered again later, in any process, and this does not count as a failure. */
export class JobDelayed extends Error {}

/** A definition together with its handler, so that neither is used alone. */
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

/** Must give the same result in all processes. */
export function turnOf<P extends object>({ turn }: JobDefinition<P>, payload: P): string {
	return turn?.(payload) ?? 'all';
}
