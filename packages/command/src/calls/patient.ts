import { ApiError } from '@sw/contract/client/api-error';
import { SECOND } from '@sw/domain/time/units';
import type { World } from '../shell/world.ts';

const LONGEST = 60 * SECOND;

const isPassing = (error: unknown): error is ApiError =>
	error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Milliseconds that the server asks for; undefined where it says nothing of it. */
const askedFor = ({ headers }: ApiError): number | undefined => {
	const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
	return Number.isFinite(seconds) ? seconds * SECOND : undefined;
};

/**
 * Asks until there is an answer: while the server is away, busy or broken, after pauses that double up to a minute or as long as it says.
 * Says once that it waits, and once that it goes on. A refusal is thrown on at once.
 */
export const patient =
	({ pause, err, stopped }: Pick<World, 'pause' | 'err' | 'stopped'>) =>
	async <T>(ask: () => Promise<T>): Promise<T> => {
		for (let tries = 0; ; tries++) {
			try {
				const answer = await ask();
				if (tries > 0) err.write('The server is available again.\n');
				return answer;
			} catch (error) {
				if (!isPassing(error)) throw error;
				if (tries === 0) err.write(`${error.message} Retrying...\n`);
				await pause(Math.min(LONGEST, askedFor(error) ?? SECOND * 2 ** Math.min(tries, 6)));
				stopped.throwIfAborted();
			}
		}
	};
