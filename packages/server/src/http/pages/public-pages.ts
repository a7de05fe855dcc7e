import { createHash } from 'node:crypto';
import { subPathOf } from '@sw/domain/access/site-host';
import { addressIn, LANGUAGE_COOKIE, type Language, languageOf, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { isInEveryLanguage } from '@sw/domain/outreach/own-pages';
import { publicAlias } from '@sw/domain/prices/public-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Packed, type Packing } from '../../areas/answer.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';
import { type MaybePromise, mapMaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { createSingleFlight } from '../../platform/concurrency/single-flight.ts';
import { Problem } from '../../platform/errors.ts';
import { staticPolicy } from '../content-policy.ts';
import { linksWithSubPath } from '../sub-path.ts';
import type { PublicAnswer, RenderContext } from './web-entry.ts';

export interface PublicPageParts {
	/** Renders a static page; undefined for addresses without one. */
	readonly render: (
		address: string,
		context: Pick<RenderContext, 'api' | 'origin'> & { unlisted: boolean },
	) => Promise<PublicAnswer | undefined>;
	readonly origin: string;
	/** Cache key that changes with every new report. */
	readonly edition: () => string;
	readonly now: () => number;
	/** Replaces the policy by hashes, which pages in development can't satisfy. */
	readonly policy?: () => string;
	/** Adds the origins of configured extras, such as captcha and analytics, to a policy. */
	readonly widened?: (policy: string) => string;
	/** True for the landing page: its query matters, and shared caches must not store it because signed-in readers get another page. */
	readonly landing?: boolean;
}

/** A page in one encoding. */
interface Version {
	/** A strong entity tag, which differs for each encoding of a page. */
	readonly tag: string;
	/** Headers for caches, also sent with a 304. */
	readonly headers: Readonly<Record<string, string>>;
	readonly bytes: Buffer;
	/** Headers of the content, not sent with a 304. */
	readonly content: Readonly<Record<string, string>>;
}

interface Kept {
	readonly status: PublicAnswer['status'];
	readonly as: (accepted: string | undefined) => Version;
	/** Wall-clock milliseconds at which the page expires. */
	readonly until: number;
}

/** Prices change every quarter-hour, and a page can be a minute behind them. */
const KEEP_MS = 60_000;
const KEPT = 200;
const SHARED = 'public, max-age=60, s-maxage=60, stale-while-revalidate=600';

/** For the landing page: the same address shows another page after signing in. */
const OWN = 'no-cache';
const AWAY = { 'cache-control': 'no-store', 'retry-after': '2' };

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
	const kept = createAnswerCache<string, Kept>({ max: KEPT });
	const share = createSingleFlight<string, Kept>();

	/** 503 if rendering fails: the data is in memory, so the product must be temporarily unavailable. 404 without such a page. */
	const rendered = async (...args: Parameters<typeof render>): Promise<PublicAnswer> => {
		const answer = await render(...args).catch((cause: unknown) => {
			throw new Problem('unavailable', { cause });
		});
		if (!answer) throw new Problem('not_found');
		return answer;
	};
	const pageOf = (address: string, api: RenderContext['api'], unlisted: boolean): MaybePromise<Kept> => {
		const key = `${address}\n${unlisted}\n${edition()}`;
		const found = kept.get(key);
		if (found && found.until > now()) return found;
		return share(key, async () => {
			const answer = await rendered(address, { api, origin, unlisted });
			const html = linksWithSubPath(answer.html, subPathOf(origin));
			const allowed = policy?.() ?? widened(staticPolicy(answer.scripts.map(hashOf), answer.styles.map(hashOf)));
			const page: Kept = { status: answer.status, as: versionsOf({ ...answer, html }, allowed, landing), until: now() + KEEP_MS };
			if (answer.status !== 503) kept.set(key, page);
			return page;
		});
	};

	/** Only the landing page reads its query. */
	return (request: FastifyRequest, reply: FastifyReply, api: RenderContext['api'], unlisted: boolean): MaybePromise<FastifyReply> => {
		const address = landing ? request.url : (request.url.split('?')[0] ?? '/');
		return mapMaybePromise(pageOf(address, api, unlisted), ({ status, as }) => {
			const { tag, headers, bytes, content } = as(request.headers['accept-encoding']);
			reply.headers(headers);
			if (status === 200 && isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
			return reply.code(status).headers(content).send(bytes);
		});
	};
}

/** Creates each encoding of a page on first use, because compression takes longer than the rest of the answer. */
function versionsOf({ status, html, noindex }: PublicAnswer, policy: string, landing: boolean): Kept['as'] {
	const body = new Packed(Buffer.from(html));
	const hash = createHash('sha256').update(body.bytes).digest('base64url').slice(0, 27);
	const made = new Map<Packing | undefined, Version>();
	const make = (packing: Packing | undefined): Version => {
		const tag = packing ? `"${hash}-${packing}"` : `"${hash}"`;
		return {
			tag,
			headers: {
				'content-security-policy': policy,
				...(status === 503 ? AWAY : { 'cache-control': landing ? OWN : SHARED }),
				etag: tag,
				vary: landing ? 'accept-encoding, cookie' : 'accept-encoding',
				...(noindex ? { 'x-robots-tag': 'noindex' } : {}),
			},
			bytes: body.packed(packing),
			content: { 'content-type': 'text/html; charset=utf-8', ...(packing ? { 'content-encoding': packing } : {}) },
		};
	};
	return (accepted) => {
		const packing = body.packingFor(accepted);
		const version = made.get(packing) ?? make(packing);
		made.set(packing, version);
		return version;
	};
}

/** Whether an If-None-Match header includes the tag. Weak tags match, too, because GET compares weakly. */
function isKnown(header: string | undefined, tag: string): boolean {
	return header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));
}

function hashOf(text: string): string {
	return createHash('sha256').update(text).digest('base64');
}

interface Translated extends Omit<PublicPageParts, 'render' | 'landing'> {
	readonly render: (language: Language, ...args: Parameters<PublicPageParts['render']>) => ReturnType<PublicPageParts['render']>;
	/** Whether the operator has written the page, which then exists in one language only. */
	readonly own: (path: string) => boolean;
	/** Whether the reader is signed in, so that the account's language applies. */
	readonly isMember: (request: FastifyRequest) => boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Paths of the application: not API calls, nor anything that a browser would take for another host, such as '//host'. */
const OF_APPLICATION = /^\/(?!api(?:\/|$)|[/\\])/;

/**
 * Serves static pages in languages other than the source language, such as '/de/faq'. They depend only on the address, so caches can store them. Pages of
 * the application have one address for all languages, to which '/de/...' redirects: visitors get a language cookie, and for signed-in readers the account
 * decides. Undefined for every other address.
 */
export function createTranslatedPages({ render, own, isMember, ...whole }: Translated) {
	const parts: PublicPageParts = {
		...whole,
		render: (marked, context) => {
			const { language, address } = languageOf(marked);
			return render(language, address, context);
		},
	};
	const pages = createPublicPages(parts);
	// Separate, because its query matters.
	const landing = createPublicPages({ ...parts, landing: true });

	const cookiePath = `${subPathOf(whole.origin)}/`;
	const enter = (language: Language, address: string, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
		const secure = whole.origin.startsWith('https:');
		if (!isMember(request)) reply.setCookie(LANGUAGE_COOKIE, language, { path: cookiePath, sameSite: 'lax', secure, maxAge: YEAR_SECONDS });
		return reply.header('cache-control', 'private, no-store').redirect(address, 302);
	};

	return (
		request: FastifyRequest,
		reply: FastifyReply,
		api: RenderContext['api'],
		unlisted: boolean,
	): MaybePromise<FastifyReply> | undefined => {
		const { language, address } = languageOf(request.url);
		if (language === SOURCE_LANGUAGE) return undefined;
		const path = pathOf(address);
		const alias = publicAlias(path);
		if (alias !== undefined) return reply.header('cache-control', 'public, max-age=86400').redirect(addressIn(language, alias), 301);
		if (!isInEveryLanguage(path)) return OF_APPLICATION.test(address) ? enter(language, address, request, reply) : undefined;
		if (own(path)) return reply.header('cache-control', 'public, max-age=60').redirect(path, 302);
		const canonical = addressIn(language, address);
		if (canonical !== request.url) return reply.header('cache-control', 'public, max-age=86400').redirect(canonical, 301);
		return path === '/' ? landing(request, reply, api, unlisted) : pages(request, reply, api, unlisted);
	};
}

function pathOf(address: string): string {
	return address.split('?')[0] ?? '/';
}
