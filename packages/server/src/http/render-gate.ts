import { Problem } from '../platform/errors.ts';
import { createTurns, type InTurn } from '../platform/turns.ts';

/** Runs `width` renderings at once and queues others in order. Beyond `queue` waiting ones a task is refused with 503. */
export const createGate = (width: number, queue: number): InTurn =>
	createTurns({
		atOnce: width,
		queue,
		refusal: () => new Problem('unavailable', { detail: 'The server is busy.', headers: { 'retry-after': '1' } }),
	});
