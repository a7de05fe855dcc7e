import { ApiError } from '@sw/contract/client/api-error';
import { SECOND } from '@sw/domain/time/units';
import type { World } from '../shell/world.ts';

const LONGEST = 60 * SECOND;

/**
 * Retries while the server is down, busy or failing, after delays that double up to a minute, or as requested by the server.
 * Prints one line when it starts to wait and one when it continues. A refusal is thrown immediately.
 */
export function retryWhileBusy({ pause, err, stopped }: Pick<World, 'pause' | 'err' | 'stopped'>) {
	return async <T>(ask: () => Promise<T>): Promise<T> => {
		for (let tries = 0; ; tries++) {
			try {
				const answer = await ask();
				if (tries > 0) err.write('The server is available again.\n');
				return answer;
			} catch (error) {
				if (!isPassing(error)) throw error;
				if (tries === 0) err.write(`${error.message} Retrying...\n`);
				await pause(Math.min(LONGEST, requestedDelay(error) ?? SECOND * 2 ** Math.min(tries, 6)));
				stopped.throwIfAborted();
			}
		}
	};
}

/** The delay requested by the server in milliseconds; undefined without one. */
function requestedDelay({ headers }: ApiError): number | undefined {
	const seconds = Number(headers?.get('retry-after') ?? Number.NaN);
	return Number.isFinite(seconds) ? seconds * SECOND : undefined;
}

function isPassing(error: unknown): error is ApiError {
	return error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500);
}
