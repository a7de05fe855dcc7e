import { setImmediate } from 'node:timers/promises';

/** Runs a long task step by step, yielding to the event loop between steps. Resolves with the iterator's return value. */
export async function runInSteps<T>(steps: Iterator<unknown, T>): Promise<T> {
	let step = steps.next();
	while (!step.done) {
		await setImmediate();
		step = steps.next();
	}
	return step.value;
}
