import { createAnswerCache, timesEmptied } from './answer-caches.ts';

/** Runs a task when its turn comes. Rejects as the task does, or immediately when too many are waiting. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** The queue is full. */
export class TurnRefused extends Error {}

export interface TurnRules {
	/** Tasks that run concurrently. Default: 1. */
	readonly atOnce?: number;
	/** Tasks that may wait in addition. Default: unlimited. */
	readonly queue?: number;
	/** The error for a task that exceeds the queue. */
	readonly refusal?: () => Error;
}

/** A task begins immediately if there is a free place, otherwise in the order of requests, when an earlier one has ended, successfully or not. */
export const createTurns = ({
	atOnce = 1,
	queue = Number.POSITIVE_INFINITY,
	refusal = () => new TurnRefused('Too many requests are waiting.'),
}: TurnRules = {}): InTurn => {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async (work) => {
		if (running < atOnce) running++;
		else if (waiting.length >= queue) throw refusal();
		// The task that ends passes its place on, so `running` does not change.
		else await new Promise<void>((begin) => waiting.push(begin));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
};

/** Starts the task for a key, unless it is running or its result is cached: then returns that. */
export type SharedRun<K, T> = (key: K, work: () => Promise<T>) => Promise<T>;

export interface SharedRules<T> {
	readonly kept?: number;
	/** Total weight limit of cached results, and the weight of one; a result that exceeds the limit by itself is not cached. */
	readonly room?: { readonly most: number; readonly of: (result: T) => number };
}

/** One run for all concurrent calls with the same key; the newest `kept` successful results stay cached. Failures are not cached. */
export const createSharedRuns = <K extends string | number, T>({ kept = 0, room }: SharedRules<T> = {}): SharedRun<K, T> => {
	const underway = new Map<K, { run: Promise<T>; began: number }>();
	const done = kept > 0 ? createAnswerCache<K, Promise<T>>({ max: kept, ...(room ? { maxSize: room.most } : {}) }) : undefined;
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
			if (began === timesEmptied()) done?.set(key, run, room ? { size: Math.max(1, room.of(result)) } : {});
		}, end);
		return run;
	};
};

/**
 * Runs the task again for calls that come during a run, because they come too late for that one; all calls before the next run begins share it.
 * Each call gets the result of its own run.
 */
export const createRepeats = <T>(work: () => Promise<T>): (() => Promise<T>) => {
	const inTurn = createTurns();
	let next: Promise<T> | undefined;
	return () => {
		next ??= Promise.resolve().then(() =>
			inTurn(() => {
				next = undefined;
				return work();
			}),
		);
		return next;
	};
};
