import { z } from 'zod';
import { type BoundJob, bindJob, defineJob } from '../definition.ts';

export const LANE = 'test';

const payloadSchema = z.object({ name: z.string() });
export const NOTE = defineJob({ kind: 'note', lane: LANE, payload: payloadSchema });
export const HOLD = defineJob({ kind: 'hold', lane: LANE, payload: payloadSchema });
export const TEST_JOBS = [NOTE, HOLD];

/** Handlers that report when they start and end. A held job ends when `waitForRelease` resolves, or when it is aborted. */
export function createTestHandlers(notify: (message: string) => void, waitForRelease: (name: string) => Promise<void>): BoundJob[] {
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
			const aborted = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
			try {
				await Promise.race([waitForRelease(name), aborted]);
			} catch (error) {
				notify(`broken ${name}`);
				throw error;
			}
			printLine(`end ${name}`);
			return { name };
		}),
	];
}
