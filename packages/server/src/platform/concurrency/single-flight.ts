import { createAnswerCache, timesEmptied } from '../cache/answer-caches.ts';
import { createSemaphore } from './semaphore.ts';

/** Runs the task for a key, or returns the result of one that is running or cached. */
export type SingleFlight<K, T> = (key: K, work: () => Promise<T>) => Promise<T>;

export interface SingleFlightOptions<T> {
	/** How many results are cached. Default: none. */
	readonly kept?: number;
	/** Limits the total weight of cached results. A single result heavier than the limit is not cached. */
	readonly room?: { readonly limit: number; readonly weigh: (result: T) => number };
}

/** Shares one run among concurrent calls with the same key, and caches the newest `maxCached` successful results. Failures are not cached. */
export function createSingleFlight<K extends string | number, T>({ kept = 0, room }: SingleFlightOptions<T> = {}): SingleFlight<K, T> {
	const underway = new Map<K, { run: Promise<T>; began: number }>();
	const done = kept > 0 ? createAnswerCache<K, Promise<T>>({ max: kept, ...(room ? { maxSize: room.limit } : {}) }) : undefined;
	return (key, work) => {
		const began = timesEmptied();
		const joined = underway.get(key);
		const known = joined?.began === began ? joined.run : done?.get(key);
		if (known) return known;
		const run = (async () => work())();
		underway.set(key, { run, began });
		const end = (): void => {
			if (underway.get(key)?.run === run) underway.delete(key);
		};
		run.then((result) => {
			end();
			if (began === timesEmptied()) done?.set(key, run, room ? { size: Math.max(1, room.weigh(result)) } : {});
		}, end);
		return run;
	};
}

/** Concurrent calls share runs of a task, but a call never gets a run that had already started: those calls share the next run. */
export function createCoalescedRuns<T>(work: () => Promise<T>): () => Promise<T> {
	const runLimited = createSemaphore();
	let next: Promise<T> | undefined;
	return () => {
		next ??= Promise.resolve().then(() =>
			runLimited(() => {
				next = undefined;
				return work();
			}),
		);
		return next;
	};
}
