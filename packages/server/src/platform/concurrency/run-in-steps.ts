import { setImmediate } from 'node:timers/promises';

/** Runs a long task step by step, yielding to the event loop between steps. Resolves with the iterator's return value. */
export async function runInSteps<T>(work: Iterator<unknown, T>): Promise<T> {
	let piece = work.next();
	while (!piece.done) {
		await setImmediate();
		piece = work.next();
	}
	return piece.value;
}
