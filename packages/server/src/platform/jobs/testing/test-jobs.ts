import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../definition.ts';

export const LANE = 'test';

const named = z.object({ name: z.string() });
export const NOTE = defineJob({ kind: 'note', lane: LANE, payload: named });
export const HOLD = defineJob({ kind: 'hold', lane: LANE, payload: named });
export const TEST_JOBS = [NOTE, HOLD];

/** Handlers that report when they start and end. A held job ends when `released` resolves, or when it is aborted. */
export function testHandlers(notify: (message: string) => void, released: (name: string) => Promise<void>): BoundJob[] {
	return [
		bindJob(NOTE, async ({ name }, { printLine }) => {
			printLine(`begin ${name}`);
			notify(`begin ${name}`);
			printLine(`end ${name}`);
			return { name };
		}),
		bindJob(HOLD, async ({ name }, { printLine, progress, signal }) => {
			printLine(`begin ${name}`);
			progress('Holding', 0.5);
			notify(`begin ${name}`);
			const broken = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
			try {
				await Promise.race([released(name), broken]);
			} catch (error) {
				notify(`broken ${name}`);
				throw error;
			}
			printLine(`end ${name}`);
			return { name };
		}),
	];
}
