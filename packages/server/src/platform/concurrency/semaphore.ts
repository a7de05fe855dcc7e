/** Runs a task when its turn comes. Rejects as the task does, or immediately when too many are waiting. */
export type RunLimited = <T>(work: () => Promise<T>) => Promise<T>;

/** The queue is full. */
export class QueueFull extends Error {}

export interface SemaphoreOptions {
	/** Tasks that run concurrently. Default: 1. */
	readonly atOnce?: number;
	/** Tasks that may wait in addition. Default: unlimited. */
	readonly queue?: number;
	/** The error for a task that exceeds the queue. */
	readonly refusal?: () => Error;
}

/** A task begins immediately if there is a free place, otherwise in the order of requests, when an earlier one has ended, successfully or not. */
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
}
