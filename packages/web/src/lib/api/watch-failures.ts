import type { ApiTransport } from '@sw/contract/client/transport';

const SERVER_ERROR = 500;

/** Wraps a transport and records whether any of its calls got a server error or no response. */
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

const UNAVAILABLE = 503;

/** Returns the HTTP status of a rendered page. After a failed call, status 200 or 500 becomes 503, so that the page is not cached. */
export function statusOfPage(rendered: number, failed: boolean): number {
	return failed && (rendered === 200 || rendered === SERVER_ERROR) ? UNAVAILABLE : rendered;
}
