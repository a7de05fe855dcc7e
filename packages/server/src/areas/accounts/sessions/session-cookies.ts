import type { CookieSerializeOptions } from '@fastify/cookie';
import { BROWSER_LIFE } from '@sw/domain/access/session-rules';
import { subPathOf } from '@sw/domain/access/site-host';
import { LANGUAGE_COOKIE, type Language } from '@sw/domain/outreach/languages';
import { DAY, type UtcMs } from '@sw/domain/time/units';
import type { FastifyRequest } from 'fastify';
import type { ResponseExtras } from '../../answer.ts';

export type Cookie = NonNullable<ResponseExtras['cookies']>[number];

/** Content of the cookies set after sign-in and refresh. */
export interface SessionTokens {
	access: string;
	refresh: string;
	expiries: { access: UtcMs; refresh: UtcMs };
	/** The account's language, used to render its pages. */
	language: Language;
}

const LANGUAGE_LIFE_MS = 365 * DAY;

export interface SessionCookies {
	/** Names of the cookies that identify a signed-in user. */
	readonly names: readonly string[];
	tokenCookies(tokens: SessionTokens): Cookie[];
	/** Removes the cookies of the session. */
	clear(): Cookie[];
	/** Removes all cookies that identify the user or the browser. */
	clearAll(): Cookie[];
	access(request: FastifyRequest): string | undefined;
	refresh(request: FastifyRequest): string | undefined;
	/** Cookie with the secret that binds a sign-in at another provider to this browser. */
	oauthCookie(secret: string, lifeMs: number): Cookie;
	oauthSecret(request: FastifyRequest): string | undefined;
	/** Cookie with the secret by which a browser that requested a link or signed in is recognized later. It grants no access by itself. */
	browserCookie(secret: string): Cookie;
	browserSecret(request: FastifyRequest): string | undefined;
	/** Cookie with the secret of a sign-in that waits for its second factor. */
	pendingSignInCookie(secret: string, lifeMs: number): Cookie;
	pendingSignIn(request: FastifyRequest): string | undefined;
}

/**
 * Creates cookies. Except for the language, the cookies are hidden from scripts and not sent with requests of other sites. Over TLS their names begin with
 * __Host-, so that no neighbouring host can set them, or with __Secure- if the site is below a path, where __Host- isn't allowed. `origin`: the site's URL,
 * with its path.
 */
export function createSessionCookies(origin: string, now: () => number): SessionCookies {
	const secure = origin.startsWith('https:');
	const path = `${subPathOf(origin)}/`;
	const prefix = secure ? (path === '/' ? '__Host-' : '__Secure-') : '';
	const cookieNames = {
		access: `${prefix}sw_access`,
		refresh: `${prefix}sw_refresh`,
		oauth: `${prefix}sw_oauth`,
		browserSecret: `${prefix}sw_browser`,
		step: `${prefix}sw_step`,
	};
	const createOptions = (maxAgeMs: number): CookieSerializeOptions => ({
		path,
		httpOnly: true,
		sameSite: 'lax',
		secure,
		maxAge: Math.max(0, Math.floor(maxAgeMs / 1000)),
	});
	const createReader = (name: string) => (request: FastifyRequest) => request.cookies[name] || undefined;
	const createExpiredCookie = (name: string): Cookie => ({ name, value: '', options: createOptions(0) });
	return {
		names: [cookieNames.access, cookieNames.refresh],
		tokenCookies: ({ access, refresh, expiries, language }) => [
			{ name: cookieNames.access, value: access, options: createOptions(expiries.access - now()) },
			{ name: cookieNames.refresh, value: refresh, options: createOptions(expiries.refresh - now()) },
			// Scripts on the page read this cookie.
			{ name: LANGUAGE_COOKIE, value: language, options: { ...createOptions(LANGUAGE_LIFE_MS), httpOnly: false } },
		],
		clear: () => [cookieNames.access, cookieNames.refresh].map(createExpiredCookie),
		clearAll: () => Object.values(cookieNames).map(createExpiredCookie),
		access: createReader(cookieNames.access),
		refresh: createReader(cookieNames.refresh),
		oauthCookie: (secret, lifeMs) => ({ name: cookieNames.oauth, value: secret, options: createOptions(lifeMs) }),
		oauthSecret: createReader(cookieNames.oauth),
		browserCookie: (secret) => ({ name: cookieNames.browserSecret, value: secret, options: createOptions(BROWSER_LIFE) }),
		browserSecret: createReader(cookieNames.browserSecret),
		pendingSignInCookie: (secret, lifeMs) => ({ name: cookieNames.step, value: secret, options: createOptions(lifeMs) }),
		pendingSignIn: createReader(cookieNames.step),
	};
}
