import type { ApiTransport } from '@sw/contract/client/transport';

const SERVER_ERROR = 500;

/** Wraps a transport to record whether any of its calls got a server error or no response. */
export function watchFailures(api: ApiTransport): { api: ApiTransport; failed: () => boolean } {
	let seen = false;
	return {
		failed: () => seen,
		api: async (request) => {
			try {
				const reply = await api(request);
				seen ||= reply.status >= SERVER_ERROR;
				return reply;
			} catch (error) {
				seen = true;
				throw error;
			}
		},
	};
}

const AWAY = 503;

/**
 * HTTP status of a rendered page. A failed call, whether or not it prevented rendering, makes the page unavailable (503), so that it is not cached.
 */
export function statusOfPage(drawn: number, failed: boolean): number {
	return failed && (drawn === 200 || drawn === SERVER_ERROR) ? AWAY : drawn;
}
