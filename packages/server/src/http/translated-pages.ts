import { addressIn, type Language, languageOf, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { isInEveryLanguage } from '@sw/domain/outreach/translated-pages';
import { publicAlias } from '@sw/domain/prices/public-pages';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Soon } from '../platform/soon.ts';
import { createPublicPages, type PublicPageParts } from './public-pages.ts';
import type { Given } from './web-entry.ts';

interface Translated extends Omit<PublicPageParts, 'render' | 'landing'> {
	readonly render: (language: Language, ...asked: Parameters<PublicPageParts['render']>) => ReturnType<PublicPageParts['render']>;
	/** Paths whose words an operator has written, in the one language that they have. */
	readonly own: (path: string) => boolean;
}

const pathOf = (address: string): string => address.split('?')[0] ?? '/';

/**
 * Pages without framework in other languages than the sources': '/de/faq'. The address alone decides, so that caches keep them like the others;
 * nothing else of a request is read. Undefined for every other address, also where such a page is not translated.
 */
export const createTranslatedPages = ({ render, own, ...whole }: Translated) => {
	const parts: PublicPageParts = {
		...whole,
		render: (marked, given) => {
			const { language, address } = languageOf(marked);
			return render(language, address, given);
		},
	};
	const pages = createPublicPages(parts);
	// Its query counts.
	const landing = createPublicPages({ ...parts, landing: true });

	return (request: FastifyRequest, reply: FastifyReply, api: Given['api'], unlisted: boolean): Soon<FastifyReply> | undefined => {
		const { language, address } = languageOf(request.url);
		if (language === SOURCE_LANGUAGE) return undefined;
		const path = pathOf(address);
		const alias = publicAlias(path);
		if (alias !== undefined) return reply.header('cache-control', 'public, max-age=86400').redirect(addressIn(language, alias), 301);
		if (!isInEveryLanguage(path)) return undefined;
		if (own(path)) return reply.header('cache-control', 'public, max-age=60').redirect(path, 302);
		const canonical = addressIn(language, address);
		if (canonical !== request.url) return reply.header('cache-control', 'public, max-age=86400').redirect(canonical, 301);
		return path === '/' ? landing(request, reply, api, unlisted) : pages(request, reply, api, unlisted);
	};
};
