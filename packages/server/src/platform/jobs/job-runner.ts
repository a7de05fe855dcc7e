import type { WallClock } from '../clocks/wall-clock.ts';

export const JOB_STATES = ['queued', 'running', 'done', 'failed', 'canceled'] as const;
export type JobState = (typeof JOB_STATES)[number];
export type JsonObject = Readonly<Record<string, unknown>>;

/** A piece of work that an administrator asked for. Instants in UTC milliseconds. */
export interface Job {
	readonly id: string;
	readonly kind: string;
	readonly request: JsonObject;
	/** Who asked. */
	readonly by: string;
	readonly state: JobState;
	/** What it is doing, in words. */
	readonly phase: string;
	/** Share of the phase that is done, 0 to 1; null where it cannot be told. */
	readonly progress: number | null;
	/** What came of it, once it is done. */
	readonly result: JsonObject | null;
	/** Why it failed. */
	readonly error: string | null;
	readonly created: number;
	readonly started: number | null;
	readonly finished: number | null;
}

/** What the work of a job is given. */
export interface JobContext {
	progress(phase: string, share?: number | null): void;
	readonly signal: AbortSignal;
}

/** The work of one kind. It may be run again with the same request, after a crash as well as on demand: the second time changes nothing. */
export type JobWork = (request: JsonObject, context: JobContext) => Promise<JsonObject>;

export interface JobStore {
	load(): Promise<Job[]>;
	save(jobs: readonly Job[]): Promise<void>;
}

export interface JobRunner {
	/** The same request of the same kind that still waits or runs is answered instead of a second one. */
	submit(kind: string, request: JsonObject, by: string): Promise<Job>;
	/** Newest first. */
	list(): readonly Job[];
	find(id: string): Job | undefined;
	/** Ends a job that waits or runs; undefined when there is none. */
	cancel(id: string): Promise<Job | undefined>;
	/** Resolves with the job when it has ended. */
	ended(id: string): Promise<Job>;
	/** Lets nothing more begin and waits for what runs; unfinished jobs go on at the next start. */
	close(): Promise<void>;
}

const KEPT = 200;
const isOpen = ({ state }: Job): boolean => state === 'queued' || state === 'running';

class Canceled extends Error {}

/** Runs jobs one after another. What a process that died left unfinished begins anew at once. */
export const createJobRunner = async (parts: {
	store: JobStore;
	kinds: Readonly<Record<string, JobWork>>;
	wall: Pick<WallClock, 'now'>;
	newId(): string;
	onTrouble(what: string, error: unknown): void;
}): Promise<JobRunner> => {
	const { store, kinds, wall, newId, onTrouble } = parts;
	let jobs = (await store.load()).map((job): Job => (job.state === 'running' ? { ...job, state: 'queued', phase: 'Waiting' } : job));
	const waiting = new Map<string, ((job: Job) => void)[]>();
	let current: { id: string; abort: AbortController } | undefined;
	let closing = false;
	let work: Promise<void> = Promise.resolve();

	const find = (id: string): Job | undefined => jobs.find((job) => job.id === id);
	const change = (id: string, to: Partial<Job>): Job => {
		jobs = jobs.map((job) => (job.id === id ? { ...job, ...to } : job));
		return find(id) as Job;
	};
	const keep = async (): Promise<void> => {
		jobs = jobs.filter((job, at) => at < KEPT || isOpen(job));
		await store.save(jobs);
	};
	const end = async (id: string, to: Partial<Job>): Promise<void> => {
		const job = change(id, { ...to, progress: null, finished: wall.now() });
		await keep();
		for (const resolve of waiting.get(id) ?? []) resolve(job);
		waiting.delete(id);
	};

	const run = async ({ id, kind, request }: Job): Promise<void> => {
		const abort = new AbortController();
		current = { id, abort };
		change(id, { state: 'running', phase: 'Starting', started: wall.now() });
		await keep();
		const progress = (phase: string, share: number | null = null): void => void change(id, { phase, progress: share });
		try {
			const result = await (kinds[kind] as JobWork)(request, { progress, signal: abort.signal });
			await end(id, { state: 'done', phase: 'Done', result });
		} catch (error) {
			// It goes on at the next start.
			if (closing) return;
			const canceled = abort.signal.aborted;
			if (!canceled) onTrouble(`the job ${kind}`, error);
			await end(id, canceled ? { state: 'canceled', phase: 'Canceled' } : { state: 'failed', phase: 'Failed', error: messageOf(error) });
		} finally {
			current = undefined;
		}
	};

	const runAll = async (): Promise<void> => {
		for (let next = jobs.findLast((job) => job.state === 'queued'); next && !closing; next = jobs.findLast((job) => job.state === 'queued'))
			await run(next);
	};
	const awaken = (): void => {
		work = work.then(runAll).catch((error) => onTrouble('running jobs', error));
	};
	// A kind that this program does not know any more would wait for ever.
	jobs = jobs.filter((job) => !isOpen(job) || kinds[job.kind]);
	awaken();

	return {
		submit: async (kind, request, by) => {
			if (!kinds[kind]) throw new RangeError(`There is no job of the kind ${kind}.`);
			const text = JSON.stringify(request);
			const same = jobs.find((job) => isOpen(job) && job.kind === kind && JSON.stringify(job.request) === text);
			if (same) return same;
			const job: Job = {
				id: newId(),
				kind,
				request,
				by,
				state: 'queued',
				phase: 'Waiting',
				progress: null,
				result: null,
				error: null,
				created: wall.now(),
				started: null,
				finished: null,
			};
			jobs = [job, ...jobs];
			await keep();
			awaken();
			return find(job.id) as Job;
		},
		list: () => jobs,
		find,
		cancel: async (id) => {
			const job = find(id);
			if (!job || !isOpen(job)) return undefined;
			if (current?.id === id) current.abort.abort(new Canceled('Canceled.'));
			else await end(id, { state: 'canceled', phase: 'Canceled' });
			return find(id);
		},
		ended: (id) =>
			new Promise((resolve, reject) => {
				const job = find(id);
				if (!job) return reject(new RangeError(`There is no job ${id}.`));
				if (!isOpen(job)) return resolve(job);
				waiting.set(id, [...(waiting.get(id) ?? []), resolve]);
			}),
		close: async () => {
			closing = true;
			current?.abort.abort(new Error('The product is stopping.'));
			await work;
		},
	};
};

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
