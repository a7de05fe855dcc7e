import type { ApiReply, ApiTransport } from '@sw/contract/client/transport';
import { sitePath } from '../address/site-path.ts';
import { ApiError } from './api-error.ts';

/** Longer than any normal response takes, including the longest scan of past reports. */
const TIMEOUT_MS = 60_000;

/** Paths of calls without a timeout: public pages, charts, indicators, and past reports of a ticker. */
const NO_TIMEOUT_PATHS = /^\/api\/(landing|charts|indicators|sector-charts\/history(?=\/))\b/;
/** Headers for the calls of public pages, so that no cache between browser and server responds. */
const NO_CACHE_HEADERS = [
	['cache-control', 'no-cache'],
	['pragma', 'no-cache'],
];

/** Shown in a form or a snackbar, because the browsers' own texts ('Failed to fetch') don't help a reader. */
const UNREACHABLE_TEXT = 'Can’t reach the server. Check your connection and try again.';
const TIMEOUT_TEXT = 'The server took too long to respond. Try again.';

/** A request with a body of up to this many characters is completed even if the page is closed meanwhile. Browsers allow 64 kB. */
const MAX_KEEPALIVE_LENGTH = 16_000;

/** Calls the site's own API. Fetch sends the site's cookies by default. Rejects with ApiError status 0 if the server can't be reached or is too slow. */
export const fetchTransport: ApiTransport = async ({ method, url, body, headers = {} }) => {
	const entries = Object.entries(headers).filter((pair): pair is [string, string] => pair[1] !== undefined);
	// The browser sets a form's content type itself, with its boundary.
	const isRawBody = body === undefined || body instanceof FormData;
	const requestBody = isRawBody ? body : JSON.stringify(body);
	const noTimeoutMatch = NO_TIMEOUT_PATHS.exec(url);
	const init = {
		method,
		signal: noTimeoutMatch ? null : AbortSignal.timeout(TIMEOUT_MS),
		headers: [
			...entries,
			...(noTimeoutMatch?.[1] === 'landing' ? NO_CACHE_HEADERS : []),
			...(isRawBody ? [] : [['content-type', 'application/json']]),
		],
		body: requestBody,
		keepalive: typeof requestBody === 'string' && requestBody.length <= MAX_KEEPALIVE_LENGTH,
	};
	const response = await fetch(sitePath(url), init as RequestInit).catch(({ name }: Error) => {
		throw new ApiError(0, undefined, name === 'TimeoutError' ? TIMEOUT_TEXT : UNREACHABLE_TEXT);
	});
	const { status, headers: responseHeaders } = response;
	const text = await response.text();
	const reply: ApiReply = { status, body: undefined, text, headers: responseHeaders };
	try {
		if (text && responseHeaders.get('content-type')?.includes('json')) reply.body = JSON.parse(text);
	} catch {
		throw new ApiError(status, undefined, 'The response was cut off.', reply);
	}
	return reply;
};
