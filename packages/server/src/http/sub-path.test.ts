import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from './app.ts';
import { HTTP_DEFAULTS } from './config.ts';
import { addSubPathToLinks, withoutSubPath, withSubPath } from './sub-path.ts';

async function open(origin: string, trustProxy: false | string[] = false) {
	const app = await createApp({
		config: { ...HTTP_DEFAULTS, origin, trustProxy },
		areas: [],
		version: '0',
		extensions: [
			(scope) => {
				scope.get('/main', (request, reply) => reply.type('text/html; charset=utf-8').send(`<a href="/profile">${request.url}</a>`));
				scope.get('/away', (request, reply) => reply.redirect((request.query as { to: string }).to));
				scope.get('/data', () => ({ html: '<a href="/main">' }));
			},
		],
	});
	onTestFinished(() => app.close());
	return app;
}

describe('a site below a path of its host', () => {
	it.each([
		['/signals/main?x=1', '/main?x=1'],
		['/signals/', '/'],
		['/signals', '/'],
		['/signals?x=1', '/?x=1'],
		['/signals2/main', '/signals2/main'],
		['/main', '/main'],
		['/signals/signals/main', '/signals/main'],
	])('is asked for %s, which is its %s', (url, path) => {
		expect(withoutSubPath(url, '/signals')).toBe(path);
	});

	it('adds it to its paths, once', () => {
		expect(['/', '/main', '/signals/main', '/signals', '/signals2'].map((path) => withSubPath(path, '/signals'))).toEqual([
			'/signals/',
			'/signals/main',
			'/signals/main',
			'/signals',
			'/signals/signals2',
		]);
	});

	it('leaves addresses of other sites and texts alone', () => {
		const html =
			'<a href="/a">/b</a><a href="//evil.example/">x</a><a href="https://x.example/y">y</a><img src="/i.svg"><form action="/search"><a href="#z">';
		expect(addSubPathToLinks(html, '/signals')).toBe(
			'<a href="/signals/a">/b</a><a href="//evil.example/">x</a><a href="https://x.example/y">y</a><img src="/signals/i.svg"><form action="/signals/search"><a href="#z">',
		);
		expect(addSubPathToLinks(html, '')).toBe(html);
	});

	it('answers with and without the path, as proxies pass it on or strip it', async () => {
		const app = await open('https://example.com/signals');
		for (const url of ['/signals/main', '/main']) {
			const { statusCode, body } = await app.inject(url);
			expect([statusCode, body]).toEqual([200, '<a href="/signals/profile">/main</a>']);
		}
		expect((await app.inject('/other/main')).statusCode).toBe(404);
		expect((await app.inject('/signals/data')).json()).toEqual({ html: '<a href="/main">' });
	});

	it('redirects below it, and elsewhere as given', async () => {
		const app = await open('https://example.com/signals');
		const leadsTo = async (to: string) => (await app.inject(`/signals/away?to=${encodeURIComponent(to)}`)).headers.location;
		expect(await leadsTo('/main')).toBe('/signals/main');
		expect(await leadsTo('/signals/main')).toBe('/signals/main');
		expect(await leadsTo('https://provider.example/authorize')).toBe('https://provider.example/authorize');
	});

	it('names itself in its API description', async () => {
		const app = await open('https://example.com/signals');
		expect(app.swagger()).toMatchObject({ servers: [{ url: 'https://example.com/signals' }] });
	});
});

describe('X-Forwarded-Prefix', () => {
	const requestWith = (prefix: string) => ({ url: '/main', headers: { 'x-forwarded-prefix': prefix }, remoteAddress: '10.0.0.9' });

	it('of a visitor changes nothing', async () => {
		const app = await open('https://example.com/signals');
		expect((await app.inject(requestWith('/evil'))).body).toBe('<a href="/signals/profile">/main</a>');
		const plain = await open('https://example.com', ['10.0.0.8']);
		expect((await plain.inject(requestWith('/evil'))).body).toBe('<a href="/profile">/main</a>');
	});

	it('of a trusted proxy must be the path of the address', async () => {
		const app = await open('https://example.com/signals', ['10.0.0.0/8']);
		expect((await app.inject(requestWith('/signals/'))).body).toBe('<a href="/signals/profile">/main</a>');
		const refused = await app.inject(requestWith('/other'));
		expect([refused.statusCode, refused.json().errors]).toEqual([
			400,
			[
				{
					field: 'x-forwarded-prefix',
					message: "The proxy serves the site below '/other', but the path of SIGNALWHEEL_ORIGIN is '/signals': use the same path in both.",
				},
			],
		]);
	});
});
