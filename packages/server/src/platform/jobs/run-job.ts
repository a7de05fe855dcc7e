import { utcMs } from '@sw/domain/time/units';
import { isLeadLost } from '@sw/store/faults/outage';
import { listen } from '@sw/store/postgres/listen';
import type { Records } from '@sw/store/postgres/records';
import {
	addLines,
	endJob,
	JOB_CHANNEL,
	type JobAttempt,
	type JobEnd,
	type JobRow,
	jobById,
	notifyJobChange,
	queuedJobs,
	requeueJob,
	saveProgress,
	startJob,
} from '@sw/store/postgres/records/jobs';
import { pause } from '../clocks/pause.ts';
import type { WallClock } from '../clocks/wall-clock.ts';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { type BoundJob, getTurn, type JobContext, JobDelayedError, type OtherJobs } from './definition.ts';

const WRITE_INTERVAL_MS = 250;

/** Milliseconds within which this process learns that it has lost the lead. */
const LEAD_NOTIFICATION_MS = 500;

export interface RunParts {
	readonly records: Records;
	readonly wall: WallClock;
	readonly jobChanges: JobChanges;
	/** Number of this process, see presence.ts. */
	readonly processNumber: number;
	/** Aborted when the product stops. */
	readonly stopSignal: AbortSignal;
	onError(message: string, error: unknown): void;
}

/** Runs a job delivered to this process. Rejects if the job must be delivered again. `claim` aborts when the job is given to another process. */
export async function runJob(
	parts: RunParts,
	findBoundJob: (kind: string) => BoundJob | undefined,
	id: string,
	claim: AbortSignal,
): Promise<void> {
	const { records, wall, jobChanges, processNumber, stopSignal, onError } = parts;
	const { db } = records;
	const cancelController = new AbortController();
	const checkCanceled = async (): Promise<void> => {
		if ((await jobById(db, id))?.canceling) cancelController.abort(new Error('Canceled.'));
	};
	// Subscribed before the job starts, so that no cancellation is missed.
	const unsubscribe = jobChanges.on(
		id,
		() => void checkCanceled().catch((error) => onError('failed to check whether a job was cancelled', error)),
	);
	try {
		stopSignal.throwIfAborted();
		const row = await startJob(db, id, { holder: processNumber, now: utcMs(wall.now()) });
		// Without a row, the job has already ended, but its process died before telling pg-boss.
		if (!row) return;
		await notifyJobChange(db, id);
		const boundJob = findBoundJob(row.kind);
		const otherJobs = createOtherJobs(parts, findBoundJob, boundJob && getTurn(boundJob.definition, row.request as object), claim);
		const end = await executeJob(parts, row, boundJob, { claim, canceled: cancelController.signal, otherJobs });
		await endJob(db, row, end, utcMs(wall.now()));
		await notifyJobChange(db, id);
	} finally {
		unsubscribe();
	}
}

/** Resolves with how the job ended. Rejects if the job was returned to the queue. */
async function executeJob(
	{ records, wall, stopSignal, onError }: RunParts,
	row: JobRow,
	boundJob: BoundJob | undefined,
	{ claim, canceled, otherJobs }: { claim: AbortSignal; canceled: AbortSignal; otherJobs: OtherJobs },
): Promise<JobEnd> {
	if (row.canceling) return CANCELED;
	if (!boundJob) return { state: 'failed', phase: 'Failed', error: `Unknown job kind ${row.kind}.` };
	const isLastTry = row.failures >= (boundJob.definition.retries ?? 0);
	const { finish, ...output } = createJobOutput(records, row, wall, onError);
	const signal = AbortSignal.any([claim, canceled, stopSignal]);
	try {
		const result = await boundJob.run(row.request, { ...output, signal, isLastTry, otherJobs }).finally(finish);
		return { state: 'done', phase: 'Done', result };
	} catch (error) {
		if (canceled.aborted) return CANCELED;
		const hasLostLead = isLeadLost(error);
		// Waits until this process knows whether it still leads: it either leaves the lane or retries.
		if (hasLostLead) await pause(wall, LEAD_NOTIFICATION_MS, signal).catch(() => {});
		const isInterrupted = hasLostLead || error instanceof JobDelayedError || stopSignal.aborted || claim.aborted;
		if (!isInterrupted) onError(`job ${row.kind} failed`, error);
		if (!isInterrupted && isLastTry)
			return { state: 'failed', phase: 'Failed', error: error instanceof Error ? error.message : String(error) };
		await requeueJob(records.db, row, { failed: !isInterrupted });
		throw error;
	}
}

/** Finds and runs queued jobs between two steps of another job. When pg-boss delivers such a job later, it has already ended. */
function createOtherJobs(
	parts: RunParts,
	findBoundJob: (kind: string) => BoundJob | undefined,
	turn: string | undefined,
	claim: AbortSignal,
): OtherJobs {
	/** Ids of jobs already run: a job that returned to the queue would otherwise be found again immediately. */
	const triedIds = new Set<string>();
	const findNext = async (): Promise<string | undefined> => {
		const isEligible = ({ id, kind, request }: JobRow): boolean => {
			const definition = findBoundJob(kind)?.definition;
			return (
				!!definition && !triedIds.has(id) && getTurn(definition, request as object) === turn && !definition.runsInSteps?.(request as object)
			);
		};
		return (await queuedJobs(parts.records.db)).find(isEligible)?.id;
	};
	return {
		areWaiting: async () => (await findNext()) !== undefined,
		run: async () => {
			for (let id = await findNext(); id !== undefined; id = await findNext()) {
				triedIds.add(id);
				await runJob(parts, findBoundJob, id, claim).catch((error) =>
					parts.onError('a job between two steps of another returned to the queue', error),
				);
				if (claim.aborted || parts.stopSignal.aborted) return;
			}
		},
	};
}

const CANCELED: JobEnd = { state: 'canceled', phase: 'Canceled' };

/** Writes the output of a running job in the background: the newest progress a few times a second, and every line in order. */
function createJobOutput(
	{ db }: Records,
	attempt: JobAttempt,
	wall: WallClock,
	onError: (message: string, error: unknown) => void,
): Pick<JobContext, 'progress' | 'printLine'> & { finish(): Promise<void> } {
	const runLimited = createSemaphore();
	let lines: string[] = [];
	let newestProgress: { phase: string; fraction: number | null } | undefined;
	let cancel: (() => void) | undefined;

	const write = async (): Promise<void> => {
		const [batch, progress] = [lines, newestProgress];
		lines = [];
		newestProgress = undefined;
		if (batch.length > 0) await addLines(db, attempt.id, batch);
		if (progress) await saveProgress(db, attempt, progress.phase, progress.fraction);
		if (batch.length > 0 || progress) await notifyJobChange(db, attempt.id);
	};
	const queueWrite = (): Promise<void> => runLimited(write).catch((error) => onError('failed to save the progress of a job', error));
	const schedule = (): void => {
		if (cancel) return;
		cancel = wall.after(WRITE_INTERVAL_MS, () => {
			cancel = undefined;
			if (lines.length > 0 || newestProgress) void queueWrite();
		});
		void queueWrite();
	};

	return {
		progress: (phase, fraction = null) => {
			newestProgress = { phase, fraction };
			schedule();
		},
		printLine: (line) => {
			lines.push(line);
			schedule();
		},
		/** Writes the remaining output, and ignores later output. */
		finish: async () => {
			cancel ??= () => {};
			cancel();
			await queueWrite();
		},
	};
}

/** Notifies of changes to jobs, from all processes. */
export interface JobChanges {
	/** Calls back whenever the job may have changed. Returns a function that unsubscribes. */
	on(id: string, callback: () => void): () => void;
	close(): Promise<void>;
}

export async function openJobChanges(url: string): Promise<JobChanges> {
	const callbacks = new Map<string, Set<() => void>>();
	const notify = (id: string): void => {
		for (const callback of callbacks.get(id) ?? []) callback();
	};
	const listener = await listen(url, {
		channel: JOB_CHANNEL,
		onMessage: notify,
		// Notifications sent during a disconnection are lost, so any job may have changed.
		onResume: () => {
			for (const id of callbacks.keys()) notify(id);
		},
	});
	return {
		on: (id, callback) => {
			const jobCallbacks = callbacks.get(id) ?? new Set();
			callbacks.set(id, jobCallbacks.add(callback));
			return () => {
				jobCallbacks.delete(callback);
				if (jobCallbacks.size === 0) callbacks.delete(id);
			};
		},
		close: () => listener.close(),
	};
}
