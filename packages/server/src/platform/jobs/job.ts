import type { JobState } from '@sw/domain/access/job';
import type { JobRow } from '@sw/store/postgres/records/jobs';
import type { JsonObject } from './definition.ts';

/** A background job. Instants in UTC milliseconds. */
export interface Job {
	readonly id: string;
	readonly kind: string;
	readonly request: JsonObject;
	/** Id of the account that submitted the job. */
	readonly by: string;
	readonly state: JobState;
	/** The current phase, in words for users. */
	readonly phase: string;
	/** Fraction of the phase that is done, 0 to 1; null if unknown. */
	readonly progress: number | null;
	readonly result: JsonObject | null;
	readonly error: string | null;
	readonly created: number;
	readonly started: number | null;
	readonly finished: number | null;
}

export function isOpen({ state }: Pick<Job, 'state'>): boolean {
	return state === 'queued' || state === 'running';
}

export function toJob(row: JobRow): Job {
	return {
		id: row.id,
		kind: row.kind,
		request: row.request as JsonObject,
		by: row.by,
		state: row.state,
		phase: row.phase,
		progress: row.progress,
		result: row.result as JsonObject | null,
		error: row.error,
		created: row.createdAt,
		started: row.startedAt,
		finished: row.finishedAt,
	};
}
