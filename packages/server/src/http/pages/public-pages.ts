import { createHash } from 'node:crypto';
import { subPathOf } from '@sw/domain/access/site-host';
import { addressInLanguage, LANGUAGE_COOKIE, type Language, SOURCE_LANGUAGE, splitLanguage } from '@sw/domain/outreach/languages';
import { isInEveryLanguage } from '@sw/domain/outreach/own-pages';
import { canonicalAddress } from '@sw/domain/prices/public-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompressibleBody, type ContentEncoding } from '../../areas/answer.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { Problem } from '../../platform/errors.ts';
import { staticPolicy } from '../content-policy.ts';
import { addSubPathToLinks } from '../sub-path.ts';
import type { PublicAnswer, RenderContext } from './web-entry.ts';

export interface PublicPageParts {
	/** Renders a static page; undefined for URLs without one. */
	readonly render: (
		url: string,
		context: Pick<RenderContext, 'api' | 'origin'> & { unlisted: boolean },
	) => Promise<PublicAnswer | undefined>;
	readonly origin: string;
	/** Cache key that changes with every new report. */
	readonly edition: () => string;
	readonly now: () => number;
	/** Replaces the default policy, whose hashes pages in development can't satisfy. */
	readonly policy?: () => string;
	/** Adds the origins of configured extras, such as captcha and analytics, to a policy. */
	readonly widened?: (policy: string) => string;
	/** True for the landing page: its query matters, and shared caches must not store it because signed-in readers get another page. */
	readonly landing?: boolean;
}

/** A page in one encoding. */
interface EncodedPage {
	/** A strong entity tag, which differs for each encoding of a page. */
	readonly tag: string;
	/** Headers for caches, also sent with a 304. */
	readonly headers: Readonly<Record<string, string>>;
	readonly bytes: Buffer;
	/** Headers of the content, not sent with a 304. */
	readonly content: Readonly<Record<string, string>>;
}

interface CachedPage {
	readonly status: PublicAnswer['status'];
	readonly encodeFor: (accepted: string | undefined) => EncodedPage;
	/** Wall-clock milliseconds at which the page expires. */
	readonly expiresAt: number;
}

/** Prices change every quarter-hour, and a page can be a minute behind them. */
const KEEP_MS = 60_000;
const CACHED_PAGES = 200;
const SHARED_CACHING = 'public, max-age=60, s-maxage=60, stale-while-revalidate=600';

/** For the landing page: the same address shows another page after signing in. */
const LANDING_CACHING = 'no-cache';
const UNAVAILABLE_HEADERS = { 'cache-control': 'no-store', 'retry-after': '2' };

/** Serves pages that are identical for all readers: cached here and by shared caches for a minute, with a strong ETag. */
export function createPublicPages({
	render,
	origin,
	edition,
	now,
	policy,
	widened = (strict) => strict,
	landing = false,
}: PublicPageParts) {
	const cache = createAnswerCache<string, CachedPage>({ max: CACHED_PAGES });
	const renderOnce = createSingleFlight<string, CachedPage>();

	/** Renders a page; 404 if there is no such page. A failure is a 503: the data is in memory, so the product must be temporarily unavailable. */
	const renderOrThrow = async (...args: Parameters<typeof render>): Promise<PublicAnswer> => {
		const answer = await render(...args).catch((cause: unknown) => {
			throw new Problem('unavailable', { cause });
		});
		if (!answer) throw new Problem('not_found');
		return answer;
	};
	const getPage = (url: string, api: RenderContext['api'], unlisted: boolean): MaybePromise<CachedPage> => {
		const key = `${url}\n${unlisted}\n${edition()}`;
		const cached = cache.get(key);
		if (cached && cached.expiresAt > now()) return cached;
		return renderOnce(key, async () => {
			const answer = await renderOrThrow(url, { api, origin, unlisted });
			const html = addSubPathToLinks(answer.html, subPathOf(origin));
			const contentPolicy = policy?.() ?? widened(staticPolicy(answer.scripts.map(hashOf), answer.styles.map(hashOf)));
			const page: CachedPage = {
				status: answer.status,
				encodeFor: createEncodings({ ...answer, html }, contentPolicy, landing),
				expiresAt: now() + KEEP_MS,
			};
			if (answer.status !== 503) cache.set(key, page);
			return page;
		});
	};

	/** Only the landing page reads its query. */
	return (request: FastifyRequest, reply: FastifyReply, api: RenderContext['api'], unlisted: boolean): MaybePromise<FastifyReply> => {
		const url = landing ? request.url : (request.url.split('?')[0] ?? '/');
		return mapMaybePromise(getPage(url, api, unlisted), ({ status, encodeFor }) => {
			const { tag, headers, bytes, content } = encodeFor(request.headers['accept-encoding']);
			reply.headers(headers);
			if (status === 200 && includesTag(request.headers['if-none-match'], tag)) return reply.code(304).send();
			return reply.code(status).headers(content).send(bytes);
		});
	};
}

/** Creates each encoding of a page on first use, because compression takes longer than the rest of the answer. */
function createEncodings({ status, html, noindex }: PublicAnswer, policy: string, landing: boolean): CachedPage['encodeFor'] {
	const body = new CompressibleBody(Buffer.from(html));
	const hash = createHash('sha256').update(body.bytes).digest('base64url').slice(0, 27);
	const encodedPages = new Map<ContentEncoding | undefined, EncodedPage>();
	const encode = (encoding: ContentEncoding | undefined): EncodedPage => {
		const tag = encoding ? `"${hash}-${encoding}"` : `"${hash}"`;
		return {
			tag,
			headers: {
				'content-security-policy': policy,
				...(status === 503 ? UNAVAILABLE_HEADERS : { 'cache-control': landing ? LANDING_CACHING : SHARED_CACHING }),
				etag: tag,
				vary: landing ? 'accept-encoding, cookie' : 'accept-encoding',
				...(noindex ? { 'x-robots-tag': 'noindex' } : {}),
			},
			bytes: body.bytesFor(encoding),
			content: { 'content-type': 'text/html; charset=utf-8', ...(encoding ? { 'content-encoding': encoding } : {}) },
		};
	};
	return (accepted) => {
		const encoding = body.encodingFor(accepted);
		const encodedPage = encodedPages.get(encoding) ?? encode(encoding);
		encodedPages.set(encoding, encodedPage);
		return encodedPage;
	};
}

/** Whether an If-None-Match header includes the tag. Weak tags match, too, because GET compares weakly. */
function includesTag(header: string | undefined, tag: string): boolean {
	return header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

interface TranslatedPageParts extends Omit<PublicPageParts, 'render' | 'landing'> {
	readonly render: (language: Language, ...args: Parameters<PublicPageParts['render']>) => ReturnType<PublicPageParts['render']>;
	/** Whether the operator has written the page, which then exists in one language only. */
	readonly isOwnPage: (path: string) => boolean;
	/** Whether the reader is signed in, so that the account's language applies. */
	readonly isMember: (request: FastifyRequest) => boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Paths of the application: neither API calls nor addresses that a browser would read as another host, such as '//host'. */
const APPLICATION_PATH = /^\/(?!api(?:\/|$)|[/\\])/;

/**
 * Serves static pages in languages other than the source language, such as '/de/faq'. They depend only on the address, so caches can store them. Pages of the
 * application have one address for all languages, so '/de/...' redirects there. Visitors get a language cookie; for signed-in readers the account decides.
 * Returns undefined for all other addresses.
 */
export function createTranslatedPages({ render, isOwnPage, isMember, ...shared }: TranslatedPageParts) {
	const parts: PublicPageParts = {
		...shared,
		render: (addressWithLanguage, context) => {
			const { language, address } = splitLanguage(addressWithLanguage);
			return render(language, address, context);
		},
	};
	const sendPage = createPublicPages(parts);
	// Separate, because the landing page's query matters.
	const sendLandingPage = createPublicPages({ ...parts, landing: true });

	const cookiePath = `${subPathOf(shared.origin)}/`;
	const redirectToApplication = (language: Language, address: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const secure = shared.origin.startsWith('https:');
		if (!isMember(request)) reply.setCookie(LANGUAGE_COOKIE, language, { path: cookiePath, sameSite: 'lax', secure, maxAge: YEAR_SECONDS });
		return reply.header('cache-control', 'private, no-store').redirect(address, 302);
	};

	return (
		request: FastifyRequest,
		reply: FastifyReply,
		api: RenderContext['api'],
		unlisted: boolean,
	): MaybePromise<FastifyReply> | undefined => {
		const { language, address } = splitLanguage(request.url);
		if (language === SOURCE_LANGUAGE) return undefined;
		const path = pathOf(address);
		const alias = canonicalAddress(path);
		if (alias !== undefined)
			return reply.header('cache-control', 'public, max-age=86400').redirect(addressInLanguage(language, alias), 301);
		if (!isInEveryLanguage(path))
			return APPLICATION_PATH.test(address) ? redirectToApplication(language, address, request, reply) : undefined;
		if (isOwnPage(path)) return reply.header('cache-control', 'public, max-age=60').redirect(path, 302);
		const canonical = addressInLanguage(language, address);
		if (canonical !== request.url) return reply.header('cache-control', 'public, max-age=86400').redirect(canonical, 301);
		return path === '/' ? sendLandingPage(request, reply, api, unlisted) : sendPage(request, reply, api, unlisted);
	};
}

function pathOf(address: string): string {
	return address.split('?')[0] ?? '/';
}
