import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Area } from '@sw/contract/base/define';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { respond } from '../../areas/answer.ts';
import { implement } from '../../areas/handlers.ts';
import { createApp } from '../app.ts';
import { HTTP_DEFAULTS } from '../config.ts';
import type { Progress } from './render.ts';
import { type PageParts, servePages } from './render.ts';
import type { RenderContext, WebEntry } from './web-entry.ts';

const who = z.object({ cookie: z.string(), address: z.string() });
const area = {
	open: { method: 'GET', path: '/api/open', access: 'public', summary: 'Open', answers: { 200: who }, errors: [] },
	ill: { method: 'GET', path: '/api/ill', access: 'public', summary: 'Ill', answers: { 200: who, 503: who }, errors: [] },
	own: { method: 'GET', path: '/api/own', access: 'public', summary: 'Own', answers: { 200: who }, errors: [] },
} as const satisfies Area;
const areas = [
	implement(area, {
		open: ({ request, caller }) => ({ cookie: request.headers.cookie ?? '', address: caller.ipBucket }),
		ill: ({ caller }) => respond(503, { cookie: '', address: caller.ipBucket }),
		own: ({ caller }) => respond(200, { cookie: '', address: caller.ipBucket }, { headers: { 'cache-control': 'private, no-store' } }),
	}),
];

function html(text: string, { nonce }: RenderContext, init: ResponseInit = {}): Response {
	return new Response(`<html><script nonce="${nonce}">go()</script><script type="application/ld+json">{}</script>${text}</html>`, {
		...init,
		headers: { 'content-type': 'text/html; charset=utf-8', ...init.headers },
	});
}

function world(over: Partial<PageParts> = {}) {
	const state = {
		renders: 0,
		looks: 0,
		fails: false,
		edition: 'r1',
		now: 0,
		progress: { status: 'ready', phase: 'Ready', progress: null } as Progress,
	};
	const config = { ...HTTP_DEFAULTS, origin: 'https://signals.example' };
	const entry = {
		fetch: async (request: Request, { context }: { context: RenderContext }) => {
			state.renders++;
			const url = new URL(request.url);
			if (url.pathname === '/gone') return html('gone', context, { status: 404 });
			if (url.pathname === '/away') return new Response(null, { status: 307, headers: { location: '/home' } });
			const answer = await context.api({
				method: 'GET',
				url: ['/own', '/ill'].includes(url.pathname) ? `/api${url.pathname}` : '/api/open',
			});
			return html(`${url.href} ${context.scheme} ${JSON.stringify(answer.body)}`, context);
		},
		publicPage: async (
			path: string,
			{ api, origin, unlisted, own }: { api: RenderContext['api']; origin: string; unlisted: boolean; own: string | null },
		) => {
			state.renders++;
			if (state.fails) throw new Error('away');
			const { body } = await api({ method: 'GET', url: '/api/open' });
			const status = path.endsWith('/x') ? (404 as const) : (200 as const);
			const noindex = unlisted || status === 404;
			const html = `<p>${origin}${path} ${JSON.stringify(body)}</p>${own ?? ''}`;
			return { status, html, noindex, scripts: ['one()', 'two()'], styles: ['p{}'] };
		},
	};
	const parts: PageParts = {
		config,
		entry: () => entry,
		files: null,
		edition: () => state.edition,
		listing: async () => ({ tickers: [4, 7], time: '2026-06-30T15:00:00Z' }),
		progress: () => state.progress,
		sessionCookies: ['access'],
		now: () => state.now,
		recordView: () => state.looks++,
		...over,
	};
	return { state, app: createApp({ config, areas, version: '0', extensions: [servePages(parts)] }) };
}

describe('pages', () => {
	let close = async (): Promise<void> => {};
	afterEach(() => close());
	const open = async (over: Partial<PageParts> = {}) => {
		const { state, app: opening } = world(over);
		const app = await opening;
		close = () => app.close();
		return {
			state,
			get: (url: string, cookie = '', more = {}) => app.inject({ url, headers: { ...(cookie ? { cookie } : {}) }, ...more }),
		};
	};

	it('renders with a nonce of its own in every answer, and calls the API as the reader', async () => {
		const { get } = await open();
		const one = await get('/a', '', { remoteAddress: '10.9.8.7' });
		const two = await get('/a');
		const nonce = /nonce="([^"]+)"/.exec(one.body)?.[1];
		expect(one.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonce}'`);
		expect(one.body).toContain('10.9.8.7');
		expect(two.body).not.toContain(nonce);
		expect(two.headers['content-security-policy']).toContain(/nonce="([^"]+)"/.exec(two.body)?.[1]);
	});

	it('keeps a visitor page by address, theme and report, for a minute', async () => {
		const { state, get } = await open();
		await Promise.all([get('/a'), get('/a'), get('/a')]);
		expect(state.renders).toBe(1);
		await get('/a?x=1');
		await get('/a', 'theme=dark');
		expect(state.renders).toBe(3);
		state.edition = 'r2';
		await get('/a');
		expect(state.renders).toBe(4);
		state.now = 60_001;
		await get('/a');
		expect(state.renders).toBe(5);
	});

	it('speaks the language of the cookie, to each reader from a page of its own; the administration that of the sources', async () => {
		const german = async (): Promise<WebEntry> => ({
			fetch: async (request, { context }) => html(`deutsch ${new URL(request.url).pathname}`, context),
			publicPage: async () => undefined,
		});
		const { get } = await open({ translated: german });
		const isInGerman = async (url: string, cookie = ''): Promise<boolean> => (await get(url, cookie)).body.includes('deutsch');
		for (const [url, cookie, isGerman] of [
			['/a', '', false],
			['/a', 'language=de', true],
			['/a', 'language=xx', false],
			['/a', '', false],
			['/a', 'access=1; language=de', true],
			['/admin/users', 'access=1; language=de', false],
			['/admin', 'language=de', false],
		] as const)
			expect([url, cookie, await isInGerman(url, cookie)]).toEqual([url, cookie, isGerman]);
		expect((await get('/a', 'language=de')).headers['cache-control']).toBe('no-cache');
	});

	it('shows a page that depends on the reader once', async () => {
		const { state, get } = await open();
		const answers = await Promise.all(['10.0.0.1', '10.0.0.2'].map((remoteAddress) => get('/own', '', { remoteAddress })));
		expect(answers.map((a) => /10\.0\.0\.\d/.exec(a.body)?.[0])).toEqual(['10.0.0.1', '10.0.0.2']);
		await get('/own');
		expect(state.renders).toBe(3);
	});

	it('shows a page to whose part the API had no answer once: it may be back a moment later', async () => {
		const { state, get } = await open();
		await get('/ill');
		await get('/ill');
		expect(state.renders).toBe(2);
	});

	it('renders afresh for a member, with the cookies and their theme', async () => {
		const { state, get } = await open();
		const page = await get('/a', 'access=t; theme=dark');
		await get('/a', 'access=t; theme=dark');
		expect(state.renders).toBe(2);
		expect(page.body).toContain('dark {"cookie":"access=t; theme=dark"');
		expect(page.headers['cache-control']).toBe('private, no-store');
	});

	describe('of who comes back after the access token has ended', () => {
		const renewed = [{ name: 'access', value: 'new', options: { path: '/', httpOnly: true, sameSite: 'lax' as const } }];
		const openReturning = async (answer: typeof renewed | null | Error = renewed) => {
			let requestCount = 0;
			const renew = async () => {
				requestCount++;
				if (answer instanceof Error) throw answer;
				return answer === null ? undefined : { cookies: answer };
			};
			return { ...(await open({ renew, sessionCookies: ['access', 'refresh'] })), requestCount: () => requestCount };
		};

		it('is rendered as theirs at once, given the new cookies, and not cached', async () => {
			const { get, state } = await openReturning();
			const page = await get('/ticker/7', 'refresh=r; theme=dark; access=old');
			expect(page.body).toContain('dark {"cookie":"refresh=r; theme=dark; access=new"');
			expect(page.headers['set-cookie']).toBe('access=new; Path=/; HttpOnly; SameSite=Lax');
			expect(page.headers['cache-control']).toBe('private, no-store');
			expect(state.renders).toBe(1);
		});

		it.each([
			['HEAD', '/main', {}],
			['GET', '/about', {}],
			['GET', '/top', {}],
			['GET', '/main', { 'sec-purpose': 'prefetch' }],
			['GET', '/main', { purpose: 'prefetch' }],
			['GET', '/main', { 'sec-fetch-dest': 'empty' }],
		])('spends no token on %s %s %o', async (method, url, headers) => {
			const { get, requestCount } = await openReturning();
			const page = await get(url, '', { method, headers: { cookie: 'refresh=r', ...headers } });
			expect([requestCount(), page.headers['set-cookie']]).toEqual([0, undefined]);
		});

		it('is the visitor\u2019s if the token is no longer valid or cannot be checked', async () => {
			for (const answer of [null, new Error('away')]) {
				const { get } = await openReturning(answer);
				const page = await get('/main', 'refresh=r');
				expect([page.statusCode, page.headers['set-cookie']]).toEqual([200, undefined]);
				await close();
			}
		});
	});

	it('sends HEAD without a body, redirects and errors', async () => {
		const { get } = await open();
		const head = await get('/a', '', { method: 'HEAD' });
		expect([head.statusCode, head.body]).toEqual([200, '']);
		expect((await get('/away')).headers['location']).toBe('/home');
		const gone = await get('/gone');
		expect([gone.statusCode, gone.headers['x-robots-tag']]).toEqual([404, 'noindex']);
		expect((await get('/a')).headers['x-robots-tag']).toBeUndefined();
	});

	it('counts as a look what a browser opens, not what a program asks for or a browser fetches ahead', async () => {
		const { state, get } = await open();
		const accept = 'text/html,application/xhtml+xml';
		await get('/a', '', { headers: { accept } });
		await get('/a', 'access=1', { headers: { accept, 'sec-fetch-dest': 'document' } });
		expect(state.looks).toBe(2);
		await get('/a');
		await get('/a', '', { headers: { accept: '*/*' } });
		await get('/a', '', { method: 'HEAD', headers: { accept } });
		await get('/a', '', { headers: { accept, 'sec-purpose': 'prefetch;prerender' } });
		await get('/a', '', { headers: { accept, 'sec-fetch-dest': 'empty' } });
		await get('/robots.txt', '', { headers: { accept } });
		await get('/api/open', '', { headers: { accept } });
		expect(state.looks).toBe(2);
	});

	it('never takes a path for another host', async () => {
		const { get } = await open();
		expect((await get('//evil.example/x')).body).toContain('https://signals.example//evil.example/x');
	});

	it('leaves unknown API paths to the API and hosts for trying things out of search engines', async () => {
		const { get } = await open();
		const missing = await get('/api/none');
		expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'application/problem+json']);
		expect((await get('/a', '', { headers: { host: 'stage.signals.example' } })).headers['x-robots-tag']).toBe('noindex');
	});

	it('gives crawlers the paths to stay out of', async () => {
		const { get } = await open();
		expect((await get('/robots.txt')).body).toContain('Disallow: /api/');
		expect((await get('/auth/signin')).headers['x-robots-tag']).toBe('noindex');
	});

	it('shows what the start is doing until it is ready', async () => {
		const { state, get } = await open();
		state.progress = { status: 'starting', phase: 'Filling <the> market', progress: 0.25 };
		const page = await get('/');
		expect([page.statusCode, page.headers['retry-after']]).toEqual([503, '2']);
		expect(page.body).toContain('Filling &#60;the&#62; market');
		expect(page.body).toContain('value="0.25"');
	});

	it('admits an operator before there is a market, and all users until it has stopped', async () => {
		const { state, get } = await open();
		state.progress = { status: 'starting', phase: 'Waiting: the key is refused', progress: null };
		for (const path of ['/admin', '/admin/setup', '/auth/signin', '/login?token=1'])
			expect((await get(path)).body).not.toContain('is starting');
		for (const path of ['/', '/administrator', '/main']) {
			const { body } = await get(path);
			expect(body).toContain('Waiting: the key is refused');
			expect(body).toContain('No market is loaded yet.');
		}
		state.progress = { status: 'stopping', phase: 'Stopping', progress: null };
		expect((await get('/admin')).statusCode).toBe(200);
		state.progress = { status: 'failed', phase: 'The disk is full', progress: null };
		expect((await get('/admin')).statusCode).toBe(503);
	});

	it('serves built files, compressed where the browser takes it, for as long as their names allow', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'pages-'));
		onTestFinished(() => rmSync(folder, { recursive: true }));
		writeFileSync(join(folder, 'sw.js'), 'worker');
		writeFileSync(join(folder, 'big.txt'), 'plain');
		writeFileSync(join(folder, 'big.txt.gz'), gzipSync('small'));
		const { get } = await open({ files: folder });
		const worker = await get('/sw.js');
		expect([worker.body, worker.headers['cache-control']]).toEqual(['worker', 'no-cache']);
		const zipped = await get('/big.txt', '', { headers: { 'accept-encoding': 'gzip' } });
		expect([zipped.headers['content-encoding'], zipped.headers['cache-control']]).toEqual(['gzip', 'public, max-age=3600']);
		expect((await get('/none.txt')).body).toContain('/none.txt');
	});
});

describe('pages that are the same for all readers', () => {
	const PAGE = '/stock-gainers/4h';

	it('are rendered once, without the reader, whatever the query and the cookies are', async () => {
		const { app, state } = world();
		const server = await app;
		onTestFinished(() => server.close());
		const first = await server.inject({ url: PAGE });
		expect([first.statusCode, first.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
		expect(first.body).toContain('https://signals.example/stock-gainers/4h');
		expect(first.headers['cache-control']).toBe('public, max-age=60, s-maxage=60, stale-while-revalidate=600');
		expect(first.headers['set-cookie']).toBeUndefined();
		const other = await server.inject({ url: `${PAGE}?utm=1`, headers: { cookie: 'access=1; theme=dark' } });
		expect([other.body, other.headers['etag'], state.renders]).toEqual([first.body, first.headers['etag'], 1]);
		expect(first.body).not.toContain('access');
		state.edition = 'r2';
		await server.inject({ url: PAGE });
		expect(state.renders).toBe(2);
		state.now += 60_001;
		await server.inject({ url: PAGE });
		expect(state.renders).toBe(3);
	});

	it('let in their own scripts and styles alone, by what they say', async () => {
		const { app } = world();
		const server = await app;
		onTestFinished(() => server.close());
		const { headers } = await server.inject({ url: PAGE });
		const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
		expect(headers['content-security-policy']).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`);
		expect(headers['content-security-policy']).toContain(`style-src-elem 'self' ${hash('p{}')};`);
		expect(headers['content-security-policy']).not.toContain('unsafe-inline');
	});

	it('answer 304 to a client that has them, also after a cache has weakened the tag', async () => {
		const { app } = world();
		const server = await app;
		onTestFinished(() => server.close());
		const { headers } = await server.inject({ url: PAGE });
		const tag = String(headers['etag']);
		expect(tag).toMatch(/^"[\w-]{27}"$/);
		for (const known of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
			const revalidated = await server.inject({ url: PAGE, headers: { 'if-none-match': known } });
			expect([revalidated.statusCode, revalidated.body, revalidated.headers['etag']]).toEqual([304, '', tag]);
		}
		expect((await server.inject({ url: PAGE, headers: { 'if-none-match': '"x"' } })).statusCode).toBe(200);
		const head = await server.inject({ method: 'HEAD', url: PAGE });
		expect([head.statusCode, head.body, head.headers['etag']]).toEqual([200, '', tag]);
	});

	it('say what the operator has written in their place, each its own', async () => {
		const { app } = world({ ownPages: new Map([['/faq', '# Our questions']]) });
		const server = await app;
		onTestFinished(() => server.close());
		expect((await server.inject({ url: '/faq?x=1' })).body).toContain('# Our questions');
		for (const url of ['/terms-of-use', PAGE]) {
			const { statusCode, body } = await server.inject({ url });
			expect([statusCode, body.includes('# Our questions')], url).toEqual([200, false]);
		}
	});

	it('have one address each: siblings lead there, unknown variants are not found and not listed', async () => {
		const { app } = world();
		const server = await app;
		onTestFinished(() => server.close());
		const sibling = await server.inject({ url: '/top-gainers-stock/4h?x=1' });
		expect([sibling.statusCode, sibling.headers['location']]).toEqual([301, PAGE]);
		const unknown = await server.inject({ url: '/stock-gainers/x' });
		expect([unknown.statusCode, unknown.headers['x-robots-tag']]).toEqual([404, 'noindex']);
	});

	it('are left out by search engines on hosts that are not to be listed', async () => {
		const { app, state } = world();
		const server = await app;
		onTestFinished(() => server.close());
		expect((await server.inject({ url: PAGE })).headers['x-robots-tag']).toBeUndefined();
		expect((await server.inject({ url: PAGE, headers: { host: 'signals.asia' } })).headers['x-robots-tag']).toBe('noindex');
		expect(state.renders).toBe(2);
	});

	it('answer 503 while what they show is away, and keep nothing of that', async () => {
		const { app, state } = world();
		const server = await app;
		onTestFinished(() => server.close());
		state.fails = true;
		expect((await server.inject({ url: PAGE })).statusCode).toBe(503);
		state.fails = false;
		expect((await server.inject({ url: PAGE })).statusCode).toBe(200);
	});
});
