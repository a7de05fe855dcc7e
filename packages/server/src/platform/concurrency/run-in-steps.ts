import { setImmediate } from 'node:timers/promises';

/** Runs a long task in steps, and yields to other work between them. */
export async function runInSteps<T>(work: Iterator<unknown, T>): Promise<T> {
	let piece = work.next();
	while (!piece.done) {
		await setImmediate();
		piece = work.next();
	}
	return piece.value;
}
