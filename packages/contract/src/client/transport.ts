import type { ApiReply } from './api-reply.ts';

export interface ApiRequest {
	method: string;
	/** Path with its query, from the root of the site. */
	url: string;
	body?: unknown;
	/** Those that the call declares; undefined ones are left out. */
	headers?: Record<string, string | undefined> | undefined;
}

/** Carries one call: a browser's is `fetch`, a page that is rendered calls the server without a socket, a program brings its key. */
export type ApiTransport = (request: ApiRequest) => Promise<ApiReply>;
