import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

interface CookieToSet {
	name: string;
	value: string;
	options: CookieSerializeOptions;
}

/** Renews an expired session; undefined if there is nothing to renew. `redirectTo`: page that continues an unfinished sign-in. */
export type RenewSession = (request: FastifyRequest) => Promise<{ cookies: readonly CookieToSet[]; redirectTo?: string } | undefined>;

/** Pages that differ for signed-in readers. On all other pages, renewing a session would be wasted. */
const PERSONAL_PATHS =
	/^\/(?:$|(?:main|reports|filter-settings-list|favourites|frozen-list|alerts|decisions|watchlists|compare|search|profile|target|messages|admin|ticker|auth)(?:\/|$))/;

/** Returns the cookie header for rendering the page, and the cookies to set; undefined if nothing was renewed. */
export async function renewExpiredSession(
	request: FastifyRequest,
	renew: RenewSession | undefined,
): Promise<{ cookie: string; cookies: readonly CookieToSet[]; redirectTo?: string } | undefined> {
	if (!renew || !isPersonalPageLoad(request)) return undefined;
	// If the store is unavailable, the page is rendered without the session; the browser renews it later.
	const renewal = await renew(request).catch(() => undefined);
	return renewal && { cookie: replaceCookies(request.headers.cookie ?? '', renewal.cookies), ...renewal };
}

/** Returns the cookie header with the given cookies replaced. */
function replaceCookies(header: string, cookies: readonly CookieToSet[]): string {
	const names = new Set(cookies.map(({ name }) => name));
	const otherPairs = header.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=')[0] ?? ''));
	return [...otherPairs, ...cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)].join('; ');
}

/** Whether a user opens a page of PERSONAL_PATHS: false for HEAD, prefetching, frames and requests of scripts. */
function isPersonalPageLoad({ method, headers, url }: FastifyRequest): boolean {
	const prefetchPurpose = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'];
	const dest = headers['sec-fetch-dest'];
	return (
		method === 'GET' &&
		prefetchPurpose === undefined &&
		(dest === undefined || dest === 'document') &&
		PERSONAL_PATHS.test(url.split('?')[0] ?? '/')
	);
}
