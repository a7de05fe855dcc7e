import type { ApiTransport } from '@sw/contract/client/transport';

const SERVER_ERROR = 500;

/** Wraps a transport and records whether any of its calls got a server error or no response. */
export function watchFailures(transport: ApiTransport): { api: ApiTransport; hasFailed: () => boolean } {
	let hasFailed = false;
	return {
		hasFailed: () => hasFailed,
		api: async (request) => {
			try {
				const reply = await transport(request);
				hasFailed ||= reply.status >= SERVER_ERROR;
				return reply;
			} catch (error) {
				hasFailed = true;
				throw error;
			}
		},
	};
}

const UNAVAILABLE = 503;

/** Returns the HTTP status of a rendered page. After a failed call, status 200 or 500 becomes 503, so that the page is not cached. */
export function resolvePageStatus(renderedStatus: number, failed: boolean): number {
	return failed && (renderedStatus === 200 || renderedStatus === SERVER_ERROR) ? UNAVAILABLE : renderedStatus;
}
