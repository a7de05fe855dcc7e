import type { z } from 'zod';

export type JsonObject = Readonly<Record<string, unknown>>;

/** A kind of background work: what is asked for, and when it may run. */
export interface JobDefinition<P extends object> {
	readonly kind: string;
	/** Each process works on one job of a lane at a time. */
	readonly lane: string;
	readonly payload: z.ZodType<P>;
	/** Jobs of a lane with the same turn run one after another in the order of asking, over all processes; all of the lane do unless told. */
	turn?(payload: P): string;
	/** A job asked for twice under one key is one job, also after it has run. Without: while the same request waits or runs. */
	key?(payload: P): string;
	/** Tries after one that failed; none unless told. Those behind it in its lane need not wait for them. */
	readonly retries?: number;
}

/** What a handler is given besides the payload. */
export interface JobContext {
	progress(phase: string, share?: number | null): void;
	/** Tells a line to whoever follows the job. */
	say(line: string): void;
	/** Raised when somebody cancels the job, when the product stops, and when another process has taken the job over. */
	readonly signal: AbortSignal;
	/** Whether the job is given up if this try fails. */
	readonly isLastTry: boolean;
}

/** The work itself. It may be broken off anywhere and begun again with the same payload, also in another process: the second time changes nothing. */
export type JobHandler<P> = (payload: P, context: JobContext) => Promise<JsonObject>;

/** A definition together with its handler: neither can be had alone. */
export interface BoundJob {
	readonly definition: JobDefinition<object>;
	run(request: unknown, context: JobContext): Promise<JsonObject>;
}

export const defineJob = <P extends object>(definition: JobDefinition<P>): JobDefinition<P> => definition;

export const bindJob = <P extends object>(definition: JobDefinition<P>, handler: JobHandler<P>): BoundJob => ({
	definition,
	run: async (request, context) => handler(definition.payload.parse(request), context),
});

/** The same order in all processes. */
export const turnOf = <P extends object>({ turn }: JobDefinition<P>, payload: P): string => turn?.(payload) ?? 'all';
