import { setImmediate } from 'node:timers/promises';

/** Runs a long task step by step, yielding to the event loop between steps. Resolves with the iterator's return value. */
export async function runInSteps<T>(work: Iterator<unknown, T>): Promise<T> {
	let step = work.next();
	while (!step.done) {
		await setImmediate();
		step = work.next();
	}
	return step.value;
}
