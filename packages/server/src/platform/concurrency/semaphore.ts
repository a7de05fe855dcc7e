/** Runs a task when a place is free. Rejects with the task's error, or immediately if too many tasks are waiting. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

export class QueueFull extends Error {}

export interface SemaphoreOptions {
	/** Tasks that run concurrently. Default: 1. */
	readonly atOnce?: number;
	/** Tasks that can wait. Default: unlimited. */
	readonly queue?: number;
	/** Creates the error for a task that doesn't fit in the queue. Default: QueueFull. */
	readonly refusal?: () => Error;
}

/** Tasks start in the order of calls, each when a place is free. */
export function createSemaphore({
	atOnce = 1,
	queue = Number.POSITIVE_INFINITY,
	refusal = () => new QueueFull('Too many requests are waiting.'),
}: SemaphoreOptions = {}): RunLimited {
	const waiting: (() => void)[] = [];
	let running = 0;
	return async (work) => {
		if (running < atOnce) running++;
		else if (waiting.length >= queue) throw refusal();
		// The task that ends hands over its place, so `running` does not change.
		else await new Promise<void>((begin) => waiting.push(begin));
		try {
			return await work();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
}
