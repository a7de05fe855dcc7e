/** What the service worker may cache and serve. */

export type ResponseSource = 'asset' | 'page' | 'network';

interface FetchRequest {
	readonly method: string;
	readonly url: string;
	/** 'navigate' when a page is opened. */
	readonly mode: string;
	/** Whether only a byte range is requested. */
	readonly ranged: boolean;
}

/**
 * Decides what answers a request. The cache answers for built files, because their names change with their content. The network answers for pages, or if it
 * fails, the offline page. `scope`: the site's URL, with a trailing slash.
 */
export function chooseSource({ method, url, mode, ranged }: FetchRequest, scope: string): ResponseSource {
	const path = url.startsWith(scope) ? url.slice(scope.length) : undefined;
	if (method !== 'GET' || path === undefined || ranged || path.startsWith('api/')) return 'network';
	if (mode === 'navigate') return 'page';
	return path.startsWith('assets/') ? 'asset' : 'network';
}

/** Returns whether a response may be cached: only complete responses of this site, no ranges (206) and no errors. */
export function isCacheable({ status, type }: Pick<Response, 'status' | 'type'>): boolean {
	return status === 200 && type === 'basic';
}
