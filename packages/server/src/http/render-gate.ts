import { Problem } from '../platform/errors.ts';

/** Lets `width` tasks run at once; others wait in order, and beyond `queue` waiting ones a task is refused with 503. */
export const createGate = (width: number, queue: number) => {
	let running = 0;
	const waiting: (() => void)[] = [];
	return async <T>(task: () => Promise<T>): Promise<T> => {
		if (running >= width) {
			if (waiting.length >= queue) throw new Problem('unavailable', { detail: 'Too busy.', headers: { 'retry-after': '1' } });
			// The one that leaves hands its place over, so `running` stays.
			await new Promise<void>((resolve) => waiting.push(resolve));
		} else running++;
		try {
			return await task();
		} finally {
			const next = waiting.shift();
			if (next) next();
			else running--;
		}
	};
};
