import type { CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

interface Renewed {
	name: string;
	value: string;
	options: CookieSerializeOptions;
}

/** Renews the session of a reader whose access has ended; undefined where there is nothing to renew. */
export type Renewal = (request: FastifyRequest) => Promise<readonly Renewed[] | undefined>;

/** Pages that look otherwise for who is signed in. The others are the same for everybody, and no reason to spend a token. */
const KNOWS_READERS =
	/^\/(?:$|(?:main|reports|filter-settings-list|favourites|frozen-list|search|profile|target|messages|admin|ticker|auth)(?:\/|$))/;

/** Whether somebody opens a page: no look at its headers, no page fetched ahead, no frame, no program's call that says what it is. */
const isOpened = ({ method, headers, url }: FastifyRequest): boolean => {
	const ahead = headers['sec-purpose'] ?? headers['purpose'] ?? headers['x-moz'];
	const dest = headers['sec-fetch-dest'];
	return (
		method === 'GET' && ahead === undefined && (dest === undefined || dest === 'document') && KNOWS_READERS.test(url.split('?')[0] ?? '/')
	);
};

/** The cookie header with some cookies in place of those of the same names. */
const withCookies = (header: string, given: readonly Renewed[]): string => {
	const names = new Set(given.map(({ name }) => name));
	const kept = header.split(/;\s*/).filter((pair) => pair !== '' && !names.has(pair.split('=')[0] ?? ''));
	return [...kept, ...given.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)].join('; ');
};

/** What a returning reader's page is rendered with and sent; undefined where it is rendered as asked. */
export const returning = async (
	request: FastifyRequest,
	renew: Renewal | undefined,
): Promise<{ cookie: string; given: readonly Renewed[] } | undefined> => {
	if (!renew || !isOpened(request)) return undefined;
	// A store that is away costs the page no more than its reader's name: the browser asks again.
	const given = await renew(request).catch(() => undefined);
	return given && { cookie: withCookies(request.headers.cookie ?? '', given), given };
};
