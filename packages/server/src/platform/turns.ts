import { createAnswerCache, timesEmptied } from './answer-caches.ts';

/** Runs a piece of work when its turn comes. Rejects as the work does, or at once where too many wait. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** More wait for their turn than may. */
export class TurnRefused extends Error {}

export interface TurnRules {
	/** Pieces of work that run at once; one unless told. */
	readonly atOnce?: number;
	/** Those that may wait besides; as many as come unless told. */
	readonly queue?: number;
	/** What one too many is refused with. */
	readonly refusal?: () => Error;
}

/** Work begins at once where a place is free, else in the order of asking, when one before it has ended, however it ended. */
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
		// The one that leaves hands its place over, so `running` stays.
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

/** Begins the work under a key, unless it is under way or its result is kept: then answers that. */
export type SharedRun<K, T> = (key: K, work: () => Promise<T>) => Promise<T>;

export interface SharedRules<T> {
	readonly kept?: number;
	/** What the results that are kept may weigh together, and what one weighs; one that is too heavy by itself is not kept. */
	readonly room?: { readonly most: number; readonly of: (result: T) => number };
}

/** One run for all who ask for the same meanwhile, and for the newest `kept` of those that went well also afterwards. What failed is forgotten. */
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
 * The work once more for all who ask until it begins, after the run that is under way: what they ask for has come too late for that one. Each hears how its own
 * run ends.
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
