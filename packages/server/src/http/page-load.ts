import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a person opens a page: browsers ask for HTML and, on secure connections, send the destination. Monitoring programs accept any type, and
 * prefetched pages may never be seen.
 */
export const isPageLoad = ({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean => {
	const purpose = headers['sec-purpose'] ?? headers['purpose'];
	const { accept, 'sec-fetch-dest': dest } = headers;
	if (method !== 'GET' || !accept?.includes('text/html') || purpose?.includes('prefetch')) return false;
	return dest === undefined || dest === 'document';
};
