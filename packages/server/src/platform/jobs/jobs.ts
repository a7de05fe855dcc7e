import { randomUUID } from 'node:crypto';
import { DAY, MINUTE, utcMs } from '@sw/domain/time/units';
import { announcePresence, queryLivingProcessNumbers } from '@sw/store/postgres/presence';
import type { Db, Records } from '@sw/store/postgres/records';
import {
	addJob,
	cancelJob,
	countWaitingSince,
	findNewestDoneJob,
	findSameJob,
	forgetOldJobs,
	type JobsPage,
	type JobsQuery,
	jobById,
	jobsPage,
	linesAfter,
	linesPage,
	lockKind,
	notifyJobChange,
	openJobsOf,
	orphanedJobs,
	releaseKey,
	requeueJob,
} from '@sw/store/postgres/records/jobs';
import type { WallClock } from '../clocks/wall-clock.ts';
import { type BoundJob, getTurn, type JobDefinition } from './definition.ts';
import { type Delivery, openDelivery } from './delivery.ts';
import { isOpen, type Job, toJob } from './job.ts';
import { type JobChanges, openJobChanges, runJob } from './run-job.ts';

interface Follower {
	line?(line: string): void;
	progress?(phase: string, fraction: number | null): void;
}

export interface JobsParts {
	readonly records: Records;
	/** All kinds of jobs. */
	readonly definitions: readonly JobDefinition<object>[];
	readonly wall: WallClock;
	/** Receives background errors, including failed jobs. */
	onError(message: string, error: unknown): void;
}

/** Background jobs that survive a restart: stored in PostgreSQL and run by any free process. */
export interface Jobs {
	/** Number of this process (see presence.ts). */
	readonly processNumber: number;
	/** Submits a job, or returns the existing one for the same request (see JobDefinition.key). */
	submit<P extends object>(definition: JobDefinition<P>, payload: P, startedBy: string): Promise<Job>;
	/** Finds the job with the payload's key, even an ended one. */
	findByKey<P extends object>(definition: JobDefinition<P>, payload: P): Promise<Job | undefined>;
	/** Starts running jobs of the lane in this process. Needs a handler for each of the lane's kinds. */
	runLane(lane: string, handlers: readonly BoundJob[]): Promise<void>;
	/** Runs a lane until the signal aborts, then returns running jobs to the queue. `drained` resolves when none runs in this process. */
	runLaneUntil(lane: string, handlers: readonly BoundJob[], signal: AbortSignal): Promise<{ readonly drained: Promise<void> }>;
	/** Submits an ended job again under the same key; undefined if the job doesn't exist or hasn't ended. */
	resubmit(id: string, startedBy: string): Promise<Job | undefined>;
	/** Default order: newest first. */
	readPage(kinds: readonly string[], query: JobsQuery): Promise<JobsPage<Job>>;
	/** Reads lines of the job's output so far, in order. */
	readLines(id: string, part: { skip: number; max: number }): Promise<{ items: { number: number; line: string }[]; total: number }>;
	find(id: string): Promise<Job | undefined>;
	findNewestDone(kind: string): Promise<Job | undefined>;
	/** Cancels a waiting or running job, in any process; undefined if it doesn't exist. A running job ends once its process is notified. */
	cancel(id: string): Promise<Job | undefined>;
	/** Passes the job's output to the follower, from its beginning, and resolves with the job when it has ended. */
	follow(id: string, follower?: Follower): Promise<Job>;
	/** Returns the number of jobs that had waited for more than 15 minutes at the last check. */
	getWaitingCount(): number;
	/** Interrupts running jobs, by force after a few seconds. Another process or the next start resumes them. */
	stop(): Promise<void>;
}

/**
 * Retention of ended jobs per kind: 400 days, a little more than a year, and at most as many jobs as can be browsed.
 * With ten kinds, the table stays at 100,000 rows.
 */
const RETENTION = { maxJobs: 10_000, maxAgeMs: 400 * DAY };
/** Milliseconds between checks for jobs of dead processes. */
const CHECK_INTERVAL_MS = 3_000;
/** Jobs that have not started after this time count as waiting. */
const WAITING_AFTER_MS = 15 * MINUTE;

export async function openJobs({ records, definitions, wall, onError }: JobsParts): Promise<Jobs> {
	const { db, url } = records;
	const definitionByKind = new Map(definitions.map((definition) => [definition.kind, definition]));
	const delivery = await openDelivery(url, new Set(definitions.map(({ lane }) => lane)), onError);
	const jobChanges = await openJobChanges(url);
	const presence = await announcePresence(url);
	const stopController = new AbortController();
	const parts = { records, wall, jobChanges, processNumber: presence.number, stopSignal: stopController.signal, onError };
	const laneByKind = new Map<string, string>();
	let waitingCount = 0;
	let currentCheck: Promise<void> = Promise.resolve();

	const send = (tx: Parameters<typeof delivery.send>[0], { kind, id, request }: Pick<Job, 'kind' | 'id' | 'request'>): Promise<void> => {
		const definition = definitionByKind.get(kind) as JobDefinition<object>;
		const { lane, retries = 0 } = definition;
		return delivery.send(tx, { lane, id, turn: getTurn(definition, request), mayFail: retries > 0 });
	};
	const checkOrphans = (): void => {
		if (stopController.signal.aborted) return;
		currentCheck = requeueOrphans(records, delivery, laneByKind)
			.then(async () => {
				waitingCount = await countWaitingSince(db, utcMs(wall.now() - WAITING_AFTER_MS));
			})
			.catch((error) => onError('failed to check for jobs of dead processes', error))
			.then(() => {
				cancelCheck = wall.after(CHECK_INTERVAL_MS, checkOrphans);
			});
	};
	let cancelCheck = wall.after(CHECK_INTERVAL_MS, checkOrphans);

	/** `endedJobId`: id of the ended job to replace under the same key. */
	const submitJob = async <P extends object>(
		definition: JobDefinition<P>,
		payload: P,
		startedBy: string,
		endedJobId?: string,
	): Promise<Job> => {
		const { kind } = definition;
		if (definitionByKind.get(kind)?.lane !== definition.lane) throw new RangeError(`Unknown job kind ${kind}.`);
		const request = definition.payload.parse(payload);
		const key = definition.key?.(request) ?? null;
		const now = utcMs(wall.now());
		const job = await db.transaction(async (tx) => {
			await lockKind(tx, kind);
			if (endedJobId !== undefined) await releaseKey(tx, endedJobId);
			const existing = await findSameJob(tx, kind, key, request);
			if (existing) return toJob(existing);
			const row = await addJob(tx, { id: randomUUID(), kind, request, key, by: startedBy, createdAt: now });
			if (!row) throw new Error(`The job ${kind} couldn't be added.`);
			await send(tx, toJob(row));
			return toJob(row);
		});
		await forgetOldJobs(db, kind, { limit: RETENTION.maxJobs, since: utcMs(now - RETENTION.maxAgeMs) });
		return job;
	};

	/** Starts running the lane's jobs; returns a function that stops accepting more jobs. */
	const startLane = async (lane: string, handlers: readonly BoundJob[], runParts: typeof parts): Promise<() => Promise<void>> => {
		const handlerByKind = new Map(handlers.map((handler) => [handler.definition.kind, handler]));
		const kinds = definitions.filter((definition) => definition.lane === lane).map(({ kind }) => kind);
		const hasAllHandlers = kinds.length > 0 && kinds.length === handlerByKind.size && kinds.every((kind) => handlerByKind.has(kind));
		if (!hasAllHandlers) throw new RangeError(`The lane ${lane} needs exactly one handler for each of its kinds: ${kinds.join(', ')}.`);
		// pg-boss doesn't know jobs of a restored database, or of a version that queued them elsewhere.
		for (const row of await openJobsOf(db, kinds)) await send(db, toJob(row));
		for (const kind of kinds) laneByKind.set(kind, lane);
		await requeueOrphans(records, delivery, laneByKind);
		return delivery.startWorker(lane, (id, claim) => runJob(runParts, (kind) => handlerByKind.get(kind), id, claim));
	};

	return {
		processNumber: presence.number,
		getWaitingCount: () => waitingCount,
		submit: (definition, payload, startedBy) => submitJob(definition, payload, startedBy),
		resubmit: async (id, startedBy) => {
			const row = await jobById(db, id);
			const definition = row && definitionByKind.get(row.kind);
			if (!definition || isOpen(row)) return undefined;
			return submitJob(definition, row.request as object, startedBy, id);
		},
		findByKey: async (definition, payload) => {
			const row = await findSameJob(db, definition.kind, definition.key?.(payload) ?? null, payload);
			return row && toJob(row);
		},
		runLane: async (lane, handlers) => {
			await startLane(lane, handlers, parts);
		},
		runLaneUntil: async (lane, handlers, signal) => {
			const stopSignal = AbortSignal.any([signal, stopController.signal]);
			const stopAccepting = await startLane(lane, handlers, { ...parts, stopSignal });
			const { promise: drained, resolve } = Promise.withResolvers<void>();
			const leaveLane = (): void => {
				for (const { definition } of handlers) laneByKind.delete(definition.kind);
				stopAccepting()
					.catch((error) => onError('failed to leave a job lane', error))
					.then(resolve);
			};
			if (signal.aborted) leaveLane();
			else signal.addEventListener('abort', leaveLane, { once: true });
			return { drained };
		},
		readPage: async (kinds, query) => {
			const { items, ...pageInfo } = await jobsPage(db, kinds, query);
			return { items: items.map(toJob), ...pageInfo };
		},
		readLines: (id, part) => linesPage(db, id, part),
		find: async (id) => {
			const row = await jobById(db, id);
			return row && toJob(row);
		},
		findNewestDone: async (kind) => {
			const row = await findNewestDoneJob(db, kind);
			return row && toJob(row);
		},
		cancel: async (id) => {
			const row = await cancelJob(db, id, utcMs(wall.now()));
			if (row) await notifyJobChange(db, id);
			return row && toJob(row);
		},
		follow: (id, follower) => followJob({ db, jobChanges, stopping: stopController.signal }, id, follower),
		stop: async () => {
			stopController.abort(new Error('The server is shutting down.'));
			cancelCheck();
			await currentCheck;
			cancelCheck();
			await delivery.stop();
			await jobChanges.close();
			await presence.close();
		},
	};
}

/**
 * Returns jobs of dead processes to the queue right away; pg-boss would only notice after missed heartbeats.
 * If several processes check simultaneously, only one can requeue a job: requeueJob succeeds only while the dead attempt still counts as running.
 */
async function requeueOrphans({ db }: Records, delivery: Delivery, laneByKind: ReadonlyMap<string, string>): Promise<void> {
	if (laneByKind.size === 0) return;
	const orphans = await orphanedJobs(db, [...laneByKind.keys()], await queryLivingProcessNumbers(db));
	for (const orphan of orphans) {
		const lane = laneByKind.get(orphan.kind) as string;
		await db.transaction(async (tx) => {
			if (await requeueJob(tx, orphan, { failed: false })) await delivery.requeue(tx, lane, orphan.id);
		});
		delivery.wake(lane);
	}
}

/** Resolves with the job when it has ended. Rejects if it doesn't exist, or when this process stops. */
async function followJob(
	{ db, jobChanges, stopping }: { db: Db; jobChanges: JobChanges; stopping: AbortSignal },
	id: string,
	follower: Follower = {},
): Promise<Job> {
	let change = Promise.withResolvers<void>();
	const wake = (): void => change.resolve();
	stopping.addEventListener('abort', wake);
	const unsubscribe = jobChanges.on(id, () => change.resolve());
	let lastLine = 0;
	let previous: Job | undefined;
	try {
		for (;;) {
			stopping.throwIfAborted();
			change = Promise.withResolvers();
			const row = await jobById(db, id);
			if (!row) throw new RangeError(`Unknown job ${id}.`);
			const job = toJob(row);
			if (isOpen(job) && (previous?.phase !== job.phase || previous.progress !== job.progress))
				follower.progress?.(job.phase, job.progress);
			previous = job;
			// Lines are read after the job, because an ended job has written all of its lines.
			for (const { number, line } of await linesAfter(db, id, lastLine)) {
				lastLine = number;
				follower.line?.(line);
			}
			if (!isOpen(job)) return job;
			await change.promise;
		}
	} finally {
		unsubscribe();
		stopping.removeEventListener('abort', wake);
	}
}
