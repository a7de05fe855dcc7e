import { createAnswerCache, getCacheClearCount } from '../cache/answer-caches.ts';
import { createSemaphore } from './semaphore.ts';

/** Runs the task for a key, or returns the result of a running task or of the cache. */
export type SingleFlight<K, T> = (key: K, task: () => Promise<T>) => Promise<T>;

export interface SingleFlightOptions<T> {
	/** How many results are cached. Default: none. */
	readonly maxCached?: number;
	/** Limits the total weight of cached results. A single result heavier than the limit is not cached. */
	readonly weightLimit?: { readonly limit: number; readonly computeWeight: (result: T) => number };
}

/** Shares one run among concurrent calls with the same key, and caches the newest `maxCached` successful results. Failures are not cached. */
export function createSingleFlight<K extends string | number, T>({
	maxCached = 0,
	weightLimit,
}: SingleFlightOptions<T> = {}): SingleFlight<K, T> {
	const inFlight = new Map<K, { run: Promise<T>; clearCount: number }>();
	const cache =
		maxCached > 0
			? createAnswerCache<K, Promise<T>>({ max: maxCached, ...(weightLimit ? { maxSize: weightLimit.limit } : {}) })
			: undefined;
	return (key, task) => {
		const clearCount = getCacheClearCount();
		const current = inFlight.get(key);
		const existing = current?.clearCount === clearCount ? current.run : cache?.get(key);
		if (existing) return existing;
		const run = (async () => task())();
		inFlight.set(key, { run, clearCount });
		const remove = (): void => {
			if (inFlight.get(key)?.run === run) inFlight.delete(key);
		};
		run.then((result) => {
			remove();
			if (clearCount === getCacheClearCount())
				cache?.set(key, run, weightLimit ? { size: Math.max(1, weightLimit.computeWeight(result)) } : {});
		}, remove);
		return run;
	};
}

/** Shares runs of a task among concurrent calls. Calls during a run share the next run, so no call gets the result of a run that started before it. */
export function createCoalescedRuns<T>(task: () => Promise<T>): () => Promise<T> {
	const runLimited = createSemaphore();
	let next: Promise<T> | undefined;
	return () => {
		next ??= Promise.resolve().then(() =>
			runLimited(() => {
				next = undefined;
				return task();
			}),
		);
		return next;
	};
}
