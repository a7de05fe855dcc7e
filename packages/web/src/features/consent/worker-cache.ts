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
 * Decides where a response comes from. Built files come from the cache, because their names change with their content. Pages come from the network, or else
 * are the offline page. `scope`: the site's address, with a trailing slash.
 */
export function responseSource({ method, url, mode, ranged }: FetchRequest, scope: string): ResponseSource {
	const path = url.startsWith(scope) ? url.slice(scope.length) : undefined;
	if (method !== 'GET' || path === undefined || ranged || path.startsWith('api/')) return 'network';
	if (mode === 'navigate') return 'page';
	return path.startsWith('assets/') ? 'asset' : 'network';
}

/** Only complete responses of this site are cached: no ranges (206), errors or other sites' responses. */
export function isCacheable({ status, type }: Pick<Response, 'status' | 'type'>): boolean {
	return status === 200 && type === 'basic';
}
