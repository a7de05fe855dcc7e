import { ApiError } from './api-error.ts';

export interface ApiRequest {
	method: string;
	/** Path with its query, from the root of the site. */
	url: string;
	body?: unknown;
	/** Those that the call declares; undefined ones are left out. */
	headers?: Record<string, string | undefined>;
}

export interface ApiReply {
	status: number;
	/** Parsed JSON; undefined when the answer has no body. */
	body: unknown;
}

/** Carries one call. The browser's is `fetch`; while rendering, the server gives one that calls itself without a socket. */
export type ApiTransport = (request: ApiRequest) => Promise<ApiReply>;

/** Longer than any healthy answer takes, the longest scan of the past included. */
const PATIENCE_MS = 60_000;

/** Calls the site's own API with its cookies. Rejects with ApiError status 0 when nothing answers. */
export const fetchTransport: ApiTransport = async ({ method, url, body, headers = {} }) => {
	const given = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
	const init: RequestInit = { method, credentials: 'same-origin', signal: AbortSignal.timeout(PATIENCE_MS), headers: given };
	const sent =
		body === undefined ? init : { ...init, headers: [...given, ['content-type', 'application/json']], body: JSON.stringify(body) };
	const answer = await fetch(url, sent as RequestInit).catch((cause: unknown) => {
		throw new ApiError(0, undefined, cause instanceof Error ? cause.message : String(cause));
	});
	const text = await answer.text();
	const json = (answer.headers.get('content-type') ?? '').includes('json');
	try {
		return { status: answer.status, body: json && text ? JSON.parse(text) : undefined };
	} catch {
		throw new ApiError(answer.status, undefined, 'The answer was cut off.');
	}
};
