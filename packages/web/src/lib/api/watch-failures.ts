import type { ApiTransport } from '@sw/contract/client/transport';
import { screenDates } from '../format/screen-dates.ts';

const SERVER_ERROR = 500;

/** The same transport, errors with dates as screens write them, and whether any of its calls got a server error or no answer. */
export function watchFailures(api: ApiTransport): { api: ApiTransport; failed: () => boolean } {
	let seen = false;
	return {
		failed: () => seen,
		api: async (request) => {
			try {
				const reply = await api(request);
				seen ||= reply.status >= SERVER_ERROR;
				return reply.status < 400 || !reply.body ? reply : { ...reply, body: JSON.parse(screenDates(JSON.stringify(reply.body))) };
			} catch (error) {
				seen = true;
				throw error;
			}
		},
	};
}

const AWAY = 503;

/** The status of a rendered page: a failure in it, or one that prevented rendering, makes the page unavailable (503) and not cacheable. */
export function statusOfPage(drawn: number, failed: boolean): number {
	return failed && (drawn === 200 || drawn === SERVER_ERROR) ? AWAY : drawn;
}
