import { cacheClearCount, createAnswerCache } from '../cache/answer-caches.ts';
import { createSemaphore } from './semaphore.ts';

/** Runs the task for a key, or returns the result of one that is running or cached. */
export type SingleFlight<K, T> = (key: K, work: () => Promise<T>) => Promise<T>;

export interface SingleFlightOptions<T> {
	/** How many results are cached. Default: none. */
	readonly maxCached?: number;
	/** Limits the total weight of cached results. A single result heavier than the limit is not cached. */
	readonly weightLimit?: { readonly limit: number; readonly weigh: (result: T) => number };
}

/** Shares one run among concurrent calls with the same key, and caches the newest `maxCached` successful results. Failures are not cached. */
export function createSingleFlight<K extends string | number, T>({
	maxCached = 0,
	weightLimit,
}: SingleFlightOptions<T> = {}): SingleFlight<K, T> {
	const inFlight = new Map<K, { run: Promise<T>; began: number }>();
	const cached =
		maxCached > 0
			? createAnswerCache<K, Promise<T>>({ max: maxCached, ...(weightLimit ? { maxSize: weightLimit.limit } : {}) })
			: undefined;
	return (key, work) => {
		const clearCount = cacheClearCount();
		const current = inFlight.get(key);
		const known = current?.began === clearCount ? current.run : cached?.get(key);
		if (known) return known;
		const run = (async () => work())();
		inFlight.set(key, { run, began: clearCount });
		const remove = (): void => {
			if (inFlight.get(key)?.run === run) inFlight.delete(key);
		};
		run.then((result) => {
			remove();
			if (clearCount === cacheClearCount()) cached?.set(key, run, weightLimit ? { size: Math.max(1, weightLimit.weigh(result)) } : {});
		}, remove);
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
