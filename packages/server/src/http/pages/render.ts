import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { environmentOf, isUnlistedHost, subPathOf } from '@sw/domain/access/site-host';
import { findInformationPage, type Operator } from '@sw/domain/outreach/information';
import { applicationLanguage, LANGUAGE_COOKIE, type Language, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { isInEveryLanguage, type OwnPages } from '@sw/domain/outreach/own-pages';
import { canonicalAddress, isPublicPath } from '@sw/domain/prices/public-pages';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../platform/errors.ts';
import { IN_PROCESS } from '../call-limits.ts';
import type { HttpConfig } from '../config.ts';
import { pagePolicy } from '../content-policy.ts';
import { createPageCache, createRenderGate, type Page } from './page-cache.ts';
import { createPublicPages, createTranslatedPages, type PublicPageParts } from './public-pages.ts';
import { type RenewSession, renewExpiredSession } from './renew-expired-session.ts';
import { createSitemap, type Listing, listPaths, llmsText } from './sitemap.ts';
import { serveFiles } from './static-files.ts';
import type { RenderContext, WebEntry } from './web-entry.ts';

const PRELOAD = /<link\b[^>]*\brel="modulepreload"[^>]*>/g;

/** The script element that loads the entry. The group of the pattern is the script's URL. */
const ENTRY = /<script\b[^>]*\btype="module"[^>]*\bsrc="([^"]*\/assets\/[^"]+)"[^>]*><\/script>/;

const HREF = /\bhref="([^"]+)"/;

/** The part of the process's readiness that the starting page shows. `progress`: 0 to 1. */
export interface Progress {
	status: 'starting' | 'ready' | 'stopping' | 'failed';
	phase: string;
	progress: number | null;
}

/** Paths of pages that search engines should skip. */
const UNLISTED_PATHS =
	/^\/(?:auth|oauth|admin|profile|messages|target|reports|favourites|frozen-list|alerts|decisions|watchlists|compare|filter-settings-list|login|logout)(?:\/|$)/;

export interface PageParts {
	readonly config: HttpConfig;
	/** The web package's entry to render with: the built one, or in development the current one. */
	readonly entry: () => WebEntry | Promise<WebEntry>;
	/** Entries of other languages. Absent if pages only exist in the source language. */
	readonly translated?: (language: Language) => Promise<WebEntry>;
	/** Folder of the built browser files; null if something else serves them. */
	readonly files: string | null;
	/** Cache key that changes with every new report, so that pages are then rendered again. */
	readonly edition: () => string;
	/** Tickers that the sitemap lists, and the time of the newest report. */
	readonly listing: () => Promise<Listing>;
	readonly progress: () => Progress;
	/** The operator that static pages name. Default: none. */
	readonly operator?: Operator | null;
	/** Static pages written by the operator. */
	readonly ownPages?: OwnPages;
	/** Names of cookies that distinguish a signed-in reader from a visitor. */
	readonly sessionCookies: readonly string[];
	/** Renews an expired session before the page is rendered. */
	readonly renew?: RenewSession;
	readonly now: () => number;
	/** Content-Security-Policy of static pages. Default: a policy with the hashes of their scripts and styles. */
	readonly publicPolicy?: () => string;
	/** Adds the origins of configured extras to the policy of static pages. */
	readonly widened?: (policy: string) => string;
	/** Called when a user opens a page. */
	readonly recordView: () => void;
	/** Content-Security-Policy of a page. Default: the strict one. */
	readonly policy?: (nonce: string) => string;
}

const KEEP_MS = 60_000;
const CACHED_PAGES = 300;
const MAX_CONCURRENT_RENDERS = 4;
const MAX_WAITING_RENDERS = 200;
/** Placeholder for the reader's nonce in cached pages. Random, so that no text of a page can contain it. */
const NONCE_MARK = randomBytes(16).toString('hex');
/** User agent with which cached pages are rendered: bots get the whole page instead of a stream. */
const BOT_USER_AGENT = 'Googlebot';

/** Paths that are available before a market is loaded: sign-in, and the administration pages, which show what is missing. */
const OPERATOR_PATHS = /^\/(?:admin|auth|login)(?:[/?]|$)/;

/** Adds the pages to `createApp`: browser files, the starting page, and all other paths, which the web package renders. */
export function servePages(parts: PageParts) {
	return async (app: FastifyInstance) => {
		const { config, edition, sessionCookies, policy = pagePolicy } = parts;
		const isMember = ({ cookies }: FastifyRequest): boolean => sessionCookies.some((name) => cookies[name] !== undefined);
		const limitRenders = createRenderGate(MAX_CONCURRENT_RENDERS, MAX_WAITING_RENDERS);
		const cache = createPageCache(CACHED_PAGES, KEEP_MS, parts.now);
		if (parts.files) await serveFiles(app, parts.files, subPathOf(config.origin));
		/** Makes calls without a session, which return public data only. */
		const callAsVisitor: RenderContext['api'] = async ({ method, url }) => {
			const answer = await app.inject({ method: method as 'GET', url, headers: IN_PROCESS });
			return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
		};
		const operator = parts.operator ?? null;
		const ownPageOf = (path: string): string | null => {
			const page = findInformationPage(path);
			return (page && parts.ownPages?.get(page.path)) ?? null;
		};
		const publicParts: PublicPageParts = {
			render: (address, context) =>
				limitRenders(async () => (await parts.entry()).publicPage(address, { ...context, operator, own: ownPageOf(address) })),
			origin: config.origin,
			edition,
			now: parts.now,
			...(parts.publicPolicy ? { policy: parts.publicPolicy } : {}),
			...(parts.widened ? { widened: parts.widened } : {}),
		};
		const sendPublicPage = createPublicPages(publicParts);
		const sendLandingPage = createPublicPages({ ...publicParts, landing: true });
		const { translated } = parts;
		const sendTranslatedPage =
			translated &&
			createTranslatedPages({
				...publicParts,
				render: (language, address, context) =>
					limitRenders(async () => (await translated(language)).publicPage(address, { ...context, operator, own: null })),
				isOwnPage: (path) => ownPageOf(path) !== null,
				isMember,
			});
		/** Returns the language of an application page from the reader's cookie, because these pages have one address for all languages. */
		const languageFor = (request: FastifyRequest, cookies = request.cookies): Language =>
			translated ? applicationLanguage(pathOf(request), cookies[LANGUAGE_COOKIE]) : SOURCE_LANGUAGE;

		const render = async (request: FastifyRequest, nonce: string, userAgent: string | undefined, cookie = request.headers.cookie ?? '') => {
			const state = { personal: false, failed: false, cookies: [] as string[] };
			const api: RenderContext['api'] = async ({ method, url, body }) => {
				const answer = await app.inject({
					method: method as 'GET',
					url,
					remoteAddress: request.ip,
					headers: { ...IN_PROCESS, ...(cookie ? { cookie } : {}) },
					...(body === undefined ? {} : { payload: body as object }),
				});
				if (String(answer.headers['cache-control']).startsWith('private')) state.personal = true;
				if (answer.statusCode >= 500) state.failed = true;
				const setCookie = answer.headers['set-cookie'];
				if (setCookie) state.cookies.push(...[setCookie].flat());
				return { status: answer.statusCode, body: answer.body === '' ? undefined : answer.json() };
			};
			const language = languageFor(request, app.parseCookie(cookie));
			const entry = await (translated && language !== SOURCE_LANGUAGE ? translated(language) : parts.entry());
			const headers: Record<string, string> = {
				accept: 'text/html',
				...(cookie ? { cookie } : {}),
				...(userAgent ? { 'user-agent': userAgent } : {}),
			};
			const pageRequest = new Request(config.origin + request.url, { headers });
			const context = { api, nonce, scheme: schemeOf(request.cookies['theme']), origin: config.origin };
			return { answer: await entry.fetch(pageRequest, { context }), state };
		};

		/** Whether the session of the request's cookie is still valid. */
		const hasSession = async ({ headers, ip }: FastifyRequest): Promise<boolean> => {
			const cookie = headers.cookie ?? '';
			const answer = await app.inject({ method: 'GET', url: '/api/me', remoteAddress: ip, headers: { ...IN_PROCESS, cookie } });
			return answer.statusCode !== 401;
		};

		const renderComplete = (request: FastifyRequest): Promise<Page> =>
			limitRenders(async () => {
				const { answer, state } = await render(request, NONCE_MARK, BOT_USER_AGENT);
				const html = deferScripts(await answer.text(), NONCE_MARK);
				return {
					status: answer.status,
					headers: [...answer.headers].filter(([name]) => name !== 'content-length'),
					body: html.split(NONCE_MARK),
					// A page with failed calls isn't shared, because the cache would show the failure for a minute.
					shared: !state.personal && !state.failed && state.cookies.length === 0,
				};
			});

		const setPageHeaders = (request: FastifyRequest, reply: FastifyReply, status: number, nonce: string): void => {
			const path = pathOf(request);
			reply.code(status).header('content-security-policy', policy(nonce)).header('cache-control', 'no-cache');
			if (status === 503) reply.header('retry-after', '2');
			if (isUnlisted(request.hostname, path, status, config.environment)) reply.header('x-robots-tag', 'noindex');
		};

		const sendVisitorPage = async (request: FastifyRequest, reply: FastifyReply, nonce: string): Promise<FastifyReply> => {
			const key = [request.url, request.cookies['theme'], request.cookies['palette'], languageFor(request), edition()].join('\n');
			const page = await cache.get(key, () => renderComplete(request));
			for (const [name, value] of page.headers) reply.header(name, value);
			setPageHeaders(request, reply, page.status, nonce);
			return reply.send(page.body.join(nonce));
		};

		const sendMemberPage = (request: FastifyRequest, reply: FastifyReply, nonce: string, cookie?: string): Promise<FastifyReply> =>
			limitRenders(async () => {
				const { answer, state } = await render(request, nonce, request.headers['user-agent'], cookie);
				for (const [name, value] of answer.headers) reply.header(name, value);
				if (state.cookies.length > 0) reply.header('set-cookie', state.cookies);
				setPageHeaders(request, reply, answer.status, nonce);
				reply.header('cache-control', 'private, no-store');
				return reply.send(answer.body);
			});

		app.get('/robots.txt', { schema: { hide: true } }, (_request, reply) =>
			reply.type('text/plain; charset=utf-8').send(robotsText(config.origin)),
		);
		app.get('/llms.txt', { schema: { hide: true } }, (_request, reply) =>
			reply.type('text/plain; charset=utf-8').send(llmsText(config.origin)),
		);
		app.get('/sitemap.xml', { schema: { hide: true } }, async (request, reply) => {
			if (isUnlisted(request.hostname, '/', 200, config.environment)) throw new Problem('not_found');
			const listing = await parts.listing();
			const isTranslated = (path: string): boolean => translated !== undefined && isInEveryLanguage(path) && ownPageOf(path) === null;
			const text = createSitemap(config.origin, await listPaths(callAsVisitor, listing), listing.time, isTranslated);
			return reply.header('cache-control', 'public, max-age=900').type('application/xml; charset=utf-8').send(text);
		});
		app.route({
			method: ['GET', 'HEAD'],
			url: '/*',
			// Fastify's own HEAD route fails on streamed bodies.
			exposeHeadRoute: false,
			schema: { hide: true },
			handler: async (request, reply) => {
				if (request.url.startsWith('/api/') || !request.url.startsWith('/')) throw new Problem('not_found');
				const progress = parts.progress();
				const isUnready = progress.status === 'failed' || (progress.status === 'starting' && !OPERATOR_PATHS.test(request.url));
				if (isUnready) {
					const nonce = createNonce();
					setPageHeaders(request, reply, 503, nonce);
					return reply.type('text/html; charset=utf-8').send(renderStartingPage(progress, nonce));
				}
				if (isPageLoad(request)) parts.recordView();
				const path = pathOf(request);
				const unlisted = isUnlisted(request.hostname, path, 200, config.environment);
				const translatedReply = sendTranslatedPage?.(request, reply, callAsVisitor, unlisted);
				if (translatedReply !== undefined) return translatedReply;
				const alias = canonicalAddress(path);
				if (alias !== undefined) return reply.header('cache-control', 'public, max-age=86400').redirect(alias, 301);
				if (isPublicPath(path) || findInformationPage(path)) {
					return sendPublicPage(request, reply, callAsVisitor, unlisted);
				}
				const nonce = createNonce();
				const renewal = await renewExpiredSession(request, parts.renew);
				for (const { name, value, options } of renewal?.cookies ?? []) reply.setCookie(name, value, options);
				if (renewal?.redirectTo !== undefined) return reply.header('cache-control', 'no-store').redirect(renewal.redirectTo, 302);
				if (renewal) return sendMemberPage(request, reply, nonce, renewal.cookie);
				if (isMember(request) && (path !== '/' || (await hasSession(request)))) return sendMemberPage(request, reply, nonce);
				if (path !== '/') return sendVisitorPage(request, reply, nonce);
				return sendLandingPage(request, reply, callAsVisitor, unlisted);
			},
		});
	};
}

function schemeOf(cookie: string | undefined): RenderContext['scheme'] {
	return cookie === 'dark' || cookie === 'light' ? cookie : 'auto';
}

function pathOf({ url }: FastifyRequest): string {
	return url.split('?')[0] ?? '/';
}

function createNonce(): string {
	return randomBytes(16).toString('base64url');
}

/**
 * Whether a person opens a page. Prefetching and monitoring programs, which accept any type, don't count. Browsers send the destination only on secure
 * connections.
 */
function isPageLoad({ method, headers }: { method: string; headers: IncomingHttpHeaders }): boolean {
	const purpose = headers['sec-purpose'] ?? headers['purpose'];
	const { accept, 'sec-fetch-dest': dest } = headers;
	if (method !== 'GET' || !accept?.includes('text/html') || purpose?.includes('prefetch')) return false;
	return dest === undefined || dest === 'document';
}

/** Whether search engines should skip a page: on test hosts and environments, protected pages and errors. */
function isUnlisted(host: string, path: string, status: number, environment: string): boolean {
	return environmentOf(host, environment) !== 'prod' || isUnlistedHost(host) || UNLISTED_PATHS.test(path) || status >= 400;
}

/** Returns robots.txt. Unlisted pages aren't excluded, because crawlers must read these pages to see the noindex. */
function robotsText(origin: string): string {
	const subPath = subPathOf(origin);
	return `User-agent: *\nAllow: ${subPath}/api/preview/file\nDisallow: ${subPath}/api/\n\nSitemap: ${origin}/sitemap.xml\n`;
}

/** Returns the page shown before a market is loaded. The page reloads automatically, without a script. */
function renderStartingPage({ phase, progress }: Progress, nonce: string): string {
	return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="refresh" content="2">
<title>Signalwheel is starting</title>
<style nonce="${nonce}">:root{color-scheme:dark light}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}progress{width:100%}</style>
</head><body><main><h1>Signalwheel is starting</h1><p role="status">${escapeHtml(phase)}</p>
<p>No market is loaded yet.</p>
<progress aria-label="Progress"${progress === null ? '' : ` value="${progress}"`}></progress></main></body></html>`;
}

function escapeHtml(text: string): string {
	return text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
}

/** Delays loading scripts until after the first paint, for pages that are complete without scripts. */
export function deferScripts(html: string, nonce: string): string {
	const entry = ENTRY.exec(html)?.[1];
	if (!entry) return html;
	const files = (html.match(PRELOAD) ?? []).flatMap((link) => HREF.exec(link)?.[1] ?? []);
	return html.replace(PRELOAD, '').replace(ENTRY, () => `<script nonce="${nonce}">${loaderScript(entry, files)}</script>`);
}

/** Returns the script that loads the entry. A hidden page loads the entry immediately, because such a page isn't painted. */
function loaderScript(entry: string, files: readonly string[]): string {
	return `(()=>{const add=(tag,what)=>document.head.append(Object.assign(document.createElement(tag),what)),load=()=>{for(const href of ${JSON.stringify(files)})add("link",{rel:"modulepreload",href});add("script",{type:"module",async:true,src:${JSON.stringify(entry)}})};document.hidden?load():requestAnimationFrame(()=>setTimeout(load))})()`;
}
