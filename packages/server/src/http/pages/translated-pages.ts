import { subPathOf } from '@sw/domain/access/site-host';
import { addressIn, LANGUAGE_COOKIE, type Language, languageOf, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { isInEveryLanguage } from '@sw/domain/outreach/translated-pages';
import { publicAlias } from '@sw/domain/prices/public-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { MaybePromise } from '../../platform/concurrency/maybe-promise.ts';
import { createPublicPages, type PublicPageParts } from './public-pages.ts';
import type { RenderContext } from './web-entry.ts';

interface Translated extends Omit<PublicPageParts, 'render' | 'landing'> {
	readonly render: (language: Language, ...args: Parameters<PublicPageParts['render']>) => ReturnType<PublicPageParts['render']>;
	/** Paths whose text the operator has written, which exist in one language only. */
	readonly own: (path: string) => boolean;
	/** Whether the reader is signed in: then the account's language applies. */
	readonly isMember: (request: FastifyRequest) => boolean;
}

const YEAR_SECONDS = 31_536_000;

/** Excludes API calls and anything that a browser would take for another host. */
const OF_APPLICATION = /^\/(?!api(?:\/|$)|[/\\])/;

/**
 * Static pages in other languages than the source language: '/de/faq'. They depend on the address only, so that caches can store them. Application
 * pages have one address for all languages and are redirected to: visitors get a language cookie, for signed-in readers the account decides.
 * Undefined for every other address.
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
	// Its query matters.
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
