import { createHash } from 'node:crypto';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEmbeds } from '../../../compose/areas/previews.ts';
import { createDirectory } from '../../../market/window/directory.ts';
import { createReplaceable } from '../../../market/window/market-rows.ts';
import { smallWorld } from '../../../market/window/testing/fixture.ts';
import { headersOf } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';

const ORIGIN = 'https://signals.example';

function appOver(source: Partial<ReturnType<typeof smallWorld>['source']> = {}) {
	const world = smallWorld();
	return guardedApp([
		openEmbeds({ ...world, source: { ...world.source, ...source }, parameters: PARAMETERS_V1, config: { origin: ORIGIN } }),
	]);
}

let app: FastifyInstance;
let hidden: FastifyInstance;
beforeAll(async () => {
	app = await appOver();
	hidden = await appOver({ isPublic: false });
});
afterAll(async () => {
	await app.close();
	await hidden.close();
});

function get(url: string, headers: Record<string, string> = {}) {
	return app.inject({ url, headers });
}

function styleIn(text: string): string {
	return /<style>(.*?)<\/style>/.exec(text)?.[1] ?? '';
}

const EMBEDS = [
	['picture', (id: string) => `/embed/wheel/${id}.svg`],
	['page', (id: string) => `/embed/card/${id}`],
] as const;

it('draws a ticker again when it has another name', async () => {
	const rows = smallWorld();
	const directory = createReplaceable(rows.directory);
	const prices = createReplaceable(rows.prices);
	const renamed = await guardedApp([
		openEmbeds({ ...rows, directory: directory.view, prices: prices.view, parameters: PARAMETERS_V1, config: { origin: ORIGIN } }),
	]);
	expect((await renamed.inject('/embed/card/10')).body).toContain('AAA');
	const later = smallWorld();
	directory.replaceWith(
		createDirectory(
			later.directory.tickers.map((ticker) => (ticker.id === 10 ? { ...ticker, symbol: 'NEW' } : ticker)),
			later.directory.shares,
		),
	);
	prices.replaceWith(later.prices);
	const { body } = await renamed.inject('/embed/card/10');
	expect(body).toContain('NEW');
	expect(body).not.toContain('AAA');
	await renamed.close();
});

describe.each(EMBEDS)('the %s of a ticker', (_, pathOf) => {
	const path = pathOf('10');

	it.each(['auto', 'light', 'dark'])(
		'may be framed and loaded by any site, has no script and brings the styles of %s alone',
		async (theme) => {
			const { statusCode, headers, body } = await get(`${path}?theme=${theme}`);
			expect([statusCode, headers['x-frame-options'], headers['cross-origin-resource-policy']]).toEqual([200, undefined, 'cross-origin']);
			const style = styleIn(body);
			const hash = createHash('sha256').update(style).digest('base64');
			const allowed = style === '' ? '' : `style-src 'sha256-${hash}'; `;
			expect(headers['content-security-policy']).toBe(
				`default-src 'none'; ${allowed}frame-ancestors *; base-uri 'none'; form-action 'none'`,
			);
			expect(body).not.toMatch(/<script|\son\w+=|\sstyle=|javascript:/i);
		},
	);

	it('says ticker, rate, what it is taken for, when and that it is simulated, to readers of any kind', async () => {
		const { body } = await get(path);
		for (const words of ['AAA', 'Report of ', ' ET', 'Simulated market', 'role="img"', 'rate ']) expect(body, words).toContain(words);
		expect(body).toMatch(
			/<title id="wheel-title">AAA, [^<]+, rate \d+<\/title><desc id="wheel-words">AAA[^<]+: depth \d of 5[^<]*<\/desc>/,
		);
	});

	it('is kept by its tag, and asked for again by it', async () => {
		const first = await get(path);
		expect(first.headers['cache-control']).toMatch(/^public, max-age=60\b/);
		expect(first.headers['x-robots-tag']).toBe('noindex');
		const revalidated = await get(path, { 'if-none-match': String(first.headers['etag']) });
		expect([revalidated.statusCode, revalidated.body, revalidated.headers['etag']]).toEqual([304, '', first.headers['etag']]);
		expect((await get(`${path}?theme=dark`)).headers['etag']).not.toBe(first.headers['etag']);
	});

	it('is the same for all readers and sets no cookie', async () => {
		const stranger = await get(path);
		const trader = await get(path, { ...headersOf('pro'), cookie: 'sw_access=x; theme=dark' });
		expect([trader.body, trader.headers['set-cookie'], trader.headers['vary']]).toEqual([stranger.body, undefined, 'accept-encoding']);
	});

	it('is another of another tab', async () => {
		const rise = await get(path);
		const fall = await get(`${path}?tab_type=extreme_fall`);
		expect([fall.statusCode, fall.body === rise.body]).toEqual([200, false]);
		expect((await get(`${path}?tab_type=coiled_spring`)).body).toContain('>Quiet<');
	});

	it.each([
		['?theme=<svg onload=alert(1)>', 'theme'],
		['?tab_type=moon', 'tab_type'],
		['?date=2024-05-01', 'date'],
	])('is refused for %j', async (query, field) => {
		const { statusCode, headers, body } = await get(`${path}${encodeURI(query)}`);
		expect([statusCode, JSON.parse(body).errors.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
		expect(headers['content-security-policy']).toContain('frame-ancestors *');
	});

	it('is not found for an unknown ticker, or one whose prices may not be shown', async () => {
		expect((await get(pathOf('999999'))).statusCode).toBe(404);
		const { statusCode, body } = await hidden.inject(path);
		expect(statusCode).toBe(404);
		expect(body).not.toContain('AAA');
	});

	it.each(['0', '-1', '1e3', '%00', '..%2f1', '%3Cscript%3E', '9'.repeat(40), 'x'.repeat(300)])('takes no %j for a ticker', async (id) => {
		const { statusCode, headers } = await get(pathOf(id));
		expect([400, 404]).toContain(statusCode);
		expect(headers['content-type']).toContain('application/problem+json');
	});
});

it('a wheel with a given theme contains its colours, for viewers without style sheets', async () => {
	const { body } = await get('/embed/wheel/10.svg?theme=light');
	expect(body).not.toContain('var(');
	expect(body).not.toContain('<style>');
	expect((await get('/embed/wheel/10.svg')).body).toContain('@media (prefers-color-scheme:dark)');
});

describe('oEmbed', () => {
	const ask = (url: string, more = '') => get(`/oembed?url=${encodeURIComponent(url)}${more}`);

	it('gives the frame of a ticker for the address of its page', async () => {
		const { statusCode, headers, body } = await ask(`${ORIGIN}/ticker/10`);
		expect([statusCode, headers['cache-control']]).toEqual([200, 'public, max-age=60, stale-while-revalidate=600']);
		const answer = JSON.parse(body);
		expect(answer).toMatchObject({
			type: 'rich',
			version: '1.0',
			provider_name: 'Signalwheel',
			provider_url: ORIGIN,
			width: 320,
			height: 400,
		});
		expect(answer.title).toMatch(/^AAA, /);
		expect(answer.html).toContain(`<iframe src="${ORIGIN}/embed/card/10" width="320" height="400" title="AAA, `);
	});

	it('keeps tab, theme and the room that there is', async () => {
		const { body } = await ask(`${ORIGIN}/ticker/10?tabType=extreme_fall&order=3#x`, '&maxwidth=250&maxheight=9000&theme=dark&dnt=1');
		const answer = JSON.parse(body);
		expect([answer.width, answer.height]).toEqual([250, 400]);
		expect(answer.html).toContain(`src="${ORIGIN}/embed/card/10?tab_type=extreme_fall&amp;theme=dark" width="250"`);
		expect(JSON.parse((await ask(`${ORIGIN}/embed/card/10?tab_type=free`)).body).html).toContain('tab_type=free');
	});

	it('answers XML where it is asked for', async () => {
		const { headers, body } = await ask(`${ORIGIN}/ticker/10`, '&format=xml');
		expect(headers['content-type']).toBe('text/xml; charset=utf-8');
		expect(body).toMatch(/^<\?xml version="1.0" encoding="utf-8" standalone="yes"\?>\n<oembed><type>rich<\/type><version>1\.0<\/version>/);
		expect(body).toContain('<html>&lt;iframe src=&quot;');
	});

	it.each([
		'https://elsewhere.example/ticker/10',
		'http://signals.example/ticker/10',
		`${ORIGIN}/`,
		`${ORIGIN}/ticker/10/history`,
		`${ORIGIN}/ticker/0`,
		`${ORIGIN}/ticker/999999`,
		`${ORIGIN}/admin/users`,
		'javascript:alert(1)',
	])('has nothing for %s', async (url) => {
		expect((await ask(url)).statusCode).toBe(404);
	});

	it.each([
		['', 'url'],
		['?url=ticker', 'url'],
		[`?url=${ORIGIN}/ticker/10&format=yaml`, 'format'],
		[`?url=${ORIGIN}/ticker/10&maxwidth=0`, 'maxwidth'],
	])('is refused for %j', async (query, field) => {
		const { statusCode, body } = await get(`/oembed${query}`);
		expect([statusCode, JSON.parse(body).errors.map((one: { field: string }) => one.field)]).toEqual([400, [field]]);
	});

	it('shows nothing where prices may not be shown', async () => {
		const { statusCode, body } = await hidden.inject(`/oembed?url=${encodeURIComponent(`${ORIGIN}/ticker/10`)}`);
		expect(statusCode).toBe(404);
		expect(body).not.toContain('AAA');
	});
});
