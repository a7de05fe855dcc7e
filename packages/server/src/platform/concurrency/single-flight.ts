import { createAnswerCache, timesEmptied } from '../cache/answer-caches.ts';
import { createSemaphore } from './semaphore.ts';

/** Starts the task for a key, unless it is running or its result is cached: then returns that. */
export type SingleFlight<K, T> = (key: K, work: () => Promise<T>) => Promise<T>;

export interface SingleFlightOptions<T> {
	readonly kept?: number;
	/** Total weight limit of cached results, and the weight of one; a result that exceeds the limit by itself is not cached. */
	readonly room?: { readonly limit: number; readonly weigh: (result: T) => number };
}

/** One run for all concurrent calls with the same key; the newest `kept` successful results stay cached. Failures are not cached. */
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

/**
 * Runs the task again for calls that come during a run, because they come too late for that one; all calls before the next run begins share it.
 * Each call gets the result of its own run.
 */
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
