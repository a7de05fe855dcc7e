import { describe, expect, it, onTestFinished } from 'vitest';
import { createApp } from '../app.ts';
import { HTTP_DEFAULTS } from '../config.ts';
import { createTranslatedPages } from './public-pages.ts';

/** Pages that say by which language and address they were rendered; the operator has written the terms. */
async function open() {
	const page = createTranslatedPages({
		render: async (language, address) => ({ status: 200, html: `${language} ${address}`, noindex: false, scripts: [], styles: [] }),
		isOwnPage: (path) => path === '/terms-of-use',
		isMember: ({ cookies }) => cookies['sw_access'] !== undefined,
		origin: 'https://signals.example',
		edition: () => 'r1',
		now: () => 0,
	});
	const app = await createApp({
		config: { ...HTTP_DEFAULTS, origin: 'https://signals.example' },
		areas: [],
		version: '0',
		extensions: [
			(scope) =>
				void scope.route({
					method: 'GET',
					url: '/*',
					handler: async (request, reply) =>
						(await page(request, reply, async () => ({ status: 200, body: {} }), false)) ?? reply.send('not translated'),
				}),
		],
	});
	onTestFinished(() => app.close());
	return async (url: string, headers: Record<string, string> = {}) => {
		const answer = await app.inject({ url, headers });
		return { result: answer.headers['location'] ?? answer.body, status: answer.statusCode, headers: answer.headers };
	};
}

describe('pages in other languages', () => {
	it('are selected by the path alone, and the query counts for the landing page', async () => {
		const get = await open();
		expect((await get('/de/faq?x=1')).result).toBe('de /faq');
		expect((await get('/de')).result).toBe('de /');
		expect((await get('/de?tabType=free')).result).toBe('de /?tabType=free');
		const { headers } = await get('/de/faq', { 'accept-language': 'fr', cookie: 'theme=dark' });
		expect([headers['vary'], headers['cache-control']]).toEqual(['accept-encoding', expect.stringContaining('public')]);
	});

	it('have one address each', async () => {
		const get = await open();
		expect(await get('/de/')).toMatchObject({ status: 301, result: '/de' });
		expect(await get('/de/stock-gainers/hourly')).toMatchObject({ status: 301, result: '/de/top-gainers-stock/hourly' });
	});

	it('lead to the one language of what an operator has written', async () => {
		expect(await (await open())('/de/terms-of-use')).toMatchObject({ status: 302, result: '/terms-of-use' });
	});

	it('lead into the application, which has one address: strangers by a cookie of the language, members as their account says', async () => {
		const get = await open();
		const stranger = await get('/de/ticker/1?x=2');
		expect(stranger).toMatchObject({ status: 302, result: '/ticker/1?x=2' });
		expect(stranger.headers['set-cookie']).toBe('language=de; Max-Age=31536000; Path=/; Secure; SameSite=Lax');
		expect(stranger.headers['cache-control']).toBe('private, no-store');
		const member = await get('/de/main', { cookie: 'sw_access=x' });
		expect(member).toMatchObject({ status: 302, result: '/main' });
		expect(member.headers['set-cookie']).toBeUndefined();
	});

	it('are nothing else: neither calls nor an address of elsewhere', async () => {
		const get = await open();
		for (const url of ['/', '/faq', '/dealers', '/de//evil.example', '/de/\\evil.example', '/de/api/health', '/de/api', '/en/faq'])
			expect((await get(url)).result, url).toBe('not translated');
	});
});
