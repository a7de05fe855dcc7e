/** Runs a task as soon as the limit allows. Rejects with the task's error, or immediately if too many tasks are waiting. */
export type RunLimited = <T>(task: () => Promise<T>) => Promise<T>;

export class QueueFullError extends Error {}

export interface SemaphoreOptions {
	/** Tasks that run concurrently. Default: 1. */
	readonly maxConcurrent?: number;
	/** Tasks that can wait. Default: unlimited. */
	readonly maxQueued?: number;
	/** Creates the error for a task that doesn't fit in the queue. Default: QueueFullError. */
	readonly createRefusal?: () => Error;
}

/** Limits how many tasks run concurrently. Tasks start in the order of calls. */
export function createSemaphore({
	maxConcurrent = 1,
	maxQueued = Number.POSITIVE_INFINITY,
	createRefusal = () => new QueueFullError('Too many requests are waiting.'),
}: SemaphoreOptions = {}): RunLimited {
	const queue: (() => void)[] = [];
	let running = 0;
	return async (task) => {
		if (running < maxConcurrent) running++;
		else if (queue.length >= maxQueued) throw createRefusal();
		// An ending task starts a waiting task directly, so `running` does not change.
		else await new Promise<void>((start) => queue.push(start));
		try {
			return await task();
		} finally {
			const next = queue.shift();
			if (next) next();
			else running--;
		}
	};
}
