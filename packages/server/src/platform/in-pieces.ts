import { setImmediate } from 'node:timers/promises';

/** Runs work that is done in pieces; between two of them others have their turn. */
export const inPieces = async <T>(work: Iterator<unknown, T>): Promise<T> => {
	let piece = work.next();
	while (!piece.done) {
		await setImmediate();
		piece = work.next();
	}
	return piece.value;
};
