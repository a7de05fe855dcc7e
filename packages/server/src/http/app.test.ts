import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import { flag, listOf, nonEmptyText, paging, strategyTimeframes, strictObject, tab, tickerIdParameter } from '@sw/contract/base/common';
import type { Area } from '@sw/contract/base/define';
import { problem } from '@sw/contract/base/errors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeAnswer, respond } from '../areas/answer.ts';
import { visitorCaller } from '../areas/guard.ts';
import { implement } from '../areas/handlers.ts';
import { Problem } from '../platform/errors.ts';
import { createApp, loggerOptions } from './app.ts';
import { HTTP_DEFAULTS } from './config.ts';

const LONG = Array.from({ length: 300 }, (_, i) => `item ${i}`);
const thing = z.object({ id: z.int(), list: z.array(z.string()) });
const noisy = z.object({ ratio: z.number(), prices: z.array(z.number().nullable()), text: z.string() });
const NOISY = { ratio: 0.1 + 0.2, prices: [Math.fround(3.29), null, 4], text: '0.30000000000000004' };
const area = {
	list: {
		method: 'GET',
		path: '/api/things',
		access: 'public',
		summary: 'Things',
		query: strictObject({
			...paging,
			name: nonEmptyText(8),
			tabs: listOf(tab).optional(),
			timeframes: strategyTimeframes.default('first'),
		}),
		answers: { 200: z.object({ skip: z.int(), max: z.int(), tabs: z.array(z.string()), strategy: z.string() }) },
		errors: [400],
	},
	one: {
		method: 'GET',
		path: '/api/things/{id}',
		access: 'user',
		summary: 'One',
		params: strictObject({ id: tickerIdParameter }),
		answers: { 200: thing },
		errors: [400, 401, 403, 404],
	},
	change: {
		method: 'PUT',
		path: '/api/things/{id}',
		access: 'public',
		summary: 'Change',
		params: strictObject({ id: tickerIdParameter }),
		body: strictObject({ list: z.array(z.string()) }),
		answers: { 200: thing },
		errors: [400],
	},
	create: {
		method: 'POST',
		path: '/api/things',
		access: 'public',
		summary: 'Create',
		body: strictObject({ name: nonEmptyText(8), tag: nonEmptyText(4).optional() }),
		answers: { 201: thing, 204: z.undefined() },
		errors: [400, 409],
		titles: { 409: 'Taken' },
	},
	hot: {
		method: 'GET',
		path: '/api/hot',
		access: 'public',
		summary: 'Hot',
		query: strictObject({ long: flag.default(false) }),
		answers: { 200: thing },
		errors: [400],
	},
	broken: { method: 'GET', path: '/api/broken', access: 'public', summary: 'Broken', answers: { 200: thing }, errors: [500] },
	noisy: {
		method: 'GET',
		path: '/api/noisy',
		access: 'public',
		summary: 'Noisy',
		query: strictObject({ hot: flag.default(false) }),
		answers: { 200: noisy },
		errors: [400],
	},
	few: { method: 'GET', path: '/api/few', access: 'public', summary: 'Few', answers: { 200: thing }, errors: [], rate: 2 },
} as const satisfies Area;

const implementation = implement(area, {
	list: ({ query }) => ({ skip: query.skip, max: query.max, tabs: query.tabs ?? [], strategy: query.timeframes }),
	one: ({ params }) => {
		if (params.id === 404) throw new Problem('not_found');
		return { id: params.id, list: [], password: 'never sent' };
	},
	change: ({ params, body }) => ({ id: params.id, ...body }),
	create: ({ body }) => {
		if (body.name === 'taken') throw new Problem('conflict', { detail: 'It is taken.' });
		if (body.name === 'silent') return respond(204);
		const cookies = [{ name: 'crumb', value: 'x', options: { httpOnly: true, path: '/' } }];
		return respond(201, { id: 1, list: [body.name] }, { headers: { location: '/api/things/1' }, cookies });
	},
	noisy: ({ query }) => (query.hot ? encodeAnswer(noisy, NOISY) : NOISY),
	hot: ({ query }) => encodeAnswer(thing, { id: 7, list: query.long ? LONG : ['a'] }),
	broken: () => {
		throw new Error('the secret reason');
	},
	few: () => ({ id: 1, list: [] }),
});

function makeApp(callsPerMinute = 10_000) {
	return createApp({
		config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080', callsPerMinute, bodyLimit: 1_000 },
		areas: [implementation],
		version: '1.2.3',
		guard: (request, { access }) => {
			if (access !== 'public' && request.headers['x-test'] !== 'in') throw new Problem('unauthenticated');
			return visitorCaller(request);
		},
	});
}

describe('the HTTP app', () => {
	let app: Awaited<ReturnType<typeof createApp>>;
	beforeAll(async () => {
		app = await makeApp();
	});
	afterAll(() => app.close());
	const get = (url: string, headers = {}) => app.inject({ url, headers });
	const failed = async (url: string) => {
		const answer = await get(url);
		expect(answer.headers['content-type']).toMatch('application/problem+json');
		return problem.parse(answer.json());
	};

	it('decodes repeated keys, key[] and comma lists alike', async () => {
		for (const list of [
			'tabs=free&tabs=extreme_fall',
			'tabs[]=free&tabs[]=extreme_fall',
			'tabs=free,extreme_fall',
			'tabs%5B%5D=free%2Cextreme_fall',
		]) {
			expect((await get(`/api/things?name=x&${list}`)).json()).toEqual({
				skip: 0,
				max: 10,
				tabs: ['free', 'extreme_fall'],
				strategy: 'first',
			});
		}
	});

	it('takes timeframes by name or code, in any order, and refuses what is no strategy', async () => {
		expect((await get('/api/things?name=x&timeframes=1D,60,four_hours')).json()).toMatchObject({ strategy: 'third' });
		expect((await failed('/api/things?name=x&timeframes=15,30')).errors).toEqual([
			{
				field: 'timeframes',
				message:
					"These aren't the three timeframes of a strategy: use fifteen_minutes, thirty_minutes, one_hour; or fifteen_minutes, one_hour, four_hours; or one_hour, four_hours, day.",
			},
		]);
	});

	it.each([
		['/api/things', { field: 'name', message: 'The parameter name must be defined and cannot be null.' }],
		['/api/things?name=', { field: 'name', message: 'The parameter name must be defined and cannot be null.' }],
		['/api/things?name=null', { field: 'name', message: 'The parameter name must be defined and cannot be null.' }],
		['/api/things?name=x&skip=', { field: 'skip', message: 'The parameter skip cannot be null.' }],
		['/api/things?name=x&nmae=y', { field: 'nmae', message: 'The parameter nmae is unknown.' }],
		['/api/things?name=x&__proto__=y', { field: '__proto__', message: 'The parameter __proto__ is unknown.' }],
	])('answers 400 to %s', async (url, error) => {
		expect(await failed(url)).toEqual({ status: 400, title: 'Malformed request parameters', detail: error.message, errors: [error] });
	});

	it.each(['max=101', 'max=0', 'skip=-1', 'skip=1.5', 'skip=1e3', 'max=NaN', 'tabs=fee', 'skip=1&skip=2'])(
		'names the field of %s',
		async (query) => {
			const { status, errors } = await failed(`/api/things?name=x&${query}`);
			expect(status).toBe(400);
			expect(errors[0]?.field).toMatch(query.split('=')[0]!);
		},
	);

	it('checks 401 before 400, and 400 before 404', async () => {
		expect((await get('/api/things/abc')).statusCode).toBe(401);
		expect((await get('/api/things/abc', { 'x-test': 'in' })).statusCode).toBe(400);
		const missing = await get('/api/things/404', { 'x-test': 'in' });
		expect([missing.statusCode, missing.json().title]).toEqual([404, 'Not Found']);
		const posted = await app.inject({
			method: 'POST',
			url: '/api/things/5',
			headers: { 'content-type': 'application/json' },
			payload: '{',
		});
		expect(posted.statusCode).toBe(405);
	});

	it('sends only what the contract names', async () => {
		expect((await get('/api/things/5', { 'x-test': 'in' })).json()).toEqual({ id: 5, list: [] });
	});

	it('takes back what a GET gave, and ignores its read-only fields by name', async () => {
		const put = (payload: object) => app.inject({ method: 'PUT', url: '/api/things/5', payload });
		const thing = (await get('/api/things/5', { 'x-test': 'in' })).json();
		expect((await put({ ...thing, list: ['b'] })).json()).toEqual({ id: 5, list: ['b'] });
		expect((await put({ ...thing, other: 1 })).json()).toMatchObject({ status: 400, errors: [{ field: 'other' }] });
	});

	it.each(['/api/noisy', '/api/noisy?hot=true'])(
		'sends numbers without the noise of binary arithmetic, and texts as they are: %s',
		async (url) => {
			expect((await get(url)).json()).toEqual({ ratio: 0.3, prices: [3.29, null, 4], text: '0.30000000000000004' });
			expect(NOISY.ratio).not.toBe(0.3);
		},
	);

	it('sends other statuses with their headers and cookies', async () => {
		const post = (name: string) => app.inject({ method: 'POST', url: '/api/things', payload: { name } });
		const made = await post('apple');
		expect([made.statusCode, made.headers['location'], made.json()]).toEqual([201, '/api/things/1', { id: 1, list: ['apple'] }]);
		expect(made.headers['set-cookie']).toBe('crumb=x; Path=/; HttpOnly; SameSite=Lax');
		expect([(await post('silent')).statusCode, (await post('silent')).body]).toEqual([204, '']);
		expect((await post('taken')).json()).toEqual({ status: 409, title: 'Taken', detail: 'It is taken.', errors: [] });
	});

	it('names what is wrong with a body', async () => {
		const post = async (payload: string, type = 'application/json') =>
			(await app.inject({ method: 'POST', url: '/api/things', payload, headers: { 'content-type': type } })).json();
		expect(await post('{"nam":"x"}')).toMatchObject({ status: 400, errors: [{ field: 'name' }, { field: 'nam' }] });
		expect(await post('{"name":"x","tag":null}')).toMatchObject({ errors: [{ message: 'The parameter tag cannot be null.' }] });
		expect(await post('null')).toMatchObject({ status: 400, errors: [{ field: 'body' }] });
		expect(await post('{')).toMatchObject({ status: 400, errors: [{ field: 'body' }] });
		expect(await post('')).toMatchObject({ status: 400, errors: [{ field: 'body' }] });
		expect(await post('x', 'application/pdf')).toMatchObject({ status: 415, title: 'Unsupported Media Type' });
		expect(await post(JSON.stringify({ name: 'y'.repeat(2_000) }))).toMatchObject({ status: 413, title: 'Content Too Large' });
	});

	it.each(['{', '{"name":', 'name=x', '{"name":"x"}}', '{"__proto__":{"name":"x"}}'])(
		'answers %s, which is no JSON to be read, with Bad Request',
		async (payload) => {
			const headers = { 'content-type': 'application/json' };
			const answer = await app.inject({ method: 'POST', url: '/api/things', payload, headers });
			expect(answer.json()).toMatchObject({ status: 400, title: 'Bad Request', errors: [{ field: 'body' }] });
		},
	);

	it('refuses changes that come from other sites', async () => {
		const post = (headers: Record<string, string>) => app.inject({ method: 'POST', url: '/api/things', payload: { name: 'x' }, headers });
		expect((await post({ 'sec-fetch-site': 'cross-site' })).statusCode).toBe(403);
		expect((await post({ origin: 'https://evil.example' })).statusCode).toBe(403);
		expect((await post({ 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8080' })).statusCode).toBe(201);
	});

	it('answers hot bodies by ETag', async () => {
		const first = await get('/api/hot');
		expect([first.statusCode, first.json()]).toEqual([200, { id: 7, list: ['a'] }]);
		const revalidated = await get('/api/hot', { 'if-none-match': first.headers['etag']! });
		expect([revalidated.statusCode, revalidated.body]).toEqual([304, '']);
	});

	it.each([
		['gzip, deflate, br', 'br', brotliDecompressSync],
		['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
		['identity', undefined, (bytes: Buffer) => bytes],
		['*', 'br', brotliDecompressSync],
		['br;q=0, *;q=0.5', 'zstd', zstdDecompressSync],
		['deflate, *;q=0', 'deflate', inflateSync],
		['brotli, compress', undefined, (bytes: Buffer) => bytes],
	])('sends hot bodies to a client that takes %s packed as %s', async (accepted, packing, unpack) => {
		for (let time = 0; time < 2; time++) {
			const answer = await app.inject({ url: '/api/hot?long=true', headers: { 'accept-encoding': accepted } });
			expect(answer.headers['content-encoding']).toBe(packing);
			expect(answer.headers['vary']).toBe('accept-encoding');
			expect(JSON.parse(unpack(answer.rawPayload).toString())).toEqual({ id: 7, list: LONG });
		}
	});

	it('keeps the reason of a 500 to itself', async () => {
		const answer = await get('/api/broken');
		expect(answer.json()).toEqual({ status: 500, title: 'An unexpected server error occurred.', detail: '', errors: [] });
	});

	it('answers 404 and 405 as problems', async () => {
		expect(await failed('/api/nothing')).toMatchObject({ status: 404, title: 'Not Found' });
		const answer = await app.inject({ method: 'DELETE', url: '/api/things' });
		expect([answer.statusCode, answer.headers['allow'], answer.json().title]).toEqual([405, 'GET, POST, HEAD', 'Method Not Allowed']);
		expect((await get('/api/things/%ff', { 'x-test': 'in' })).json()).toMatchObject({ status: 400, title: 'Malformed request parameters' });
	});

	it('sends protective headers and a request id', async () => {
		const { headers } = await get('/api/hot');
		expect(headers['content-security-policy']).toMatch("default-src 'none'");
		expect(headers['x-frame-options']).toBe('DENY');
		expect(headers['x-content-type-options']).toBe('nosniff');
		expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
		expect(headers['strict-transport-security']).toBeUndefined();
	});

	it('keeps one-time secrets out of the log', () => {
		const { req } = loggerOptions('info').serializers;
		expect(req({ method: 'GET', url: '/login?x=1&token=abc&captcha=def', ip: '::1' })).toEqual({
			method: 'GET',
			url: '/login?x=1&token=***&captcha=***',
			address: '::1',
		});
		expect(req({ method: 'POST', url: '/unsubscribe/abc?x=1' }).url).toBe('/unsubscribe/***?x=1');
		expect(req({ method: 'GET', url: '/wheels/abc.png' }).url).toBe('/wheels/***');
	});

	it('says so of refused bodies and callers, too', async () => {
		const strict = await makeApp(3);
		const limits = async (url: string, init: { method?: 'POST'; payload?: string; type?: string } = {}) => {
			const { method = 'GET', payload, type = 'application/json' } = init;
			const sent = payload === undefined ? {} : { payload, headers: { 'content-type': type } };
			const { headers, statusCode } = await strict.inject({ method, url, remoteAddress: '10.0.0.4', ...sent });
			return [statusCode, headers['ratelimit-policy'], headers['ratelimit']];
		};
		const policy = '"address";q=3;w=60';
		expect(await limits('/api/things/5')).toEqual([401, policy, '"address";r=2;t=60']);
		const long = JSON.stringify({ name: 'y'.repeat(2_000) });
		expect(await limits('/api/things', { method: 'POST', payload: long })).toEqual([413, policy, '"address";r=1;t=60']);
		expect(await limits('/api/things', { method: 'POST', payload: 'x', type: 'application/pdf' })).toEqual([
			415,
			policy,
			'"address";r=0;t=60',
		]);
		await strict.close();
	});

	it('says on every counted answer of the API what remains of the limit', async () => {
		const strict = await makeApp(3);
		const limits = async (url: string) => {
			const { headers, statusCode } = await strict.inject({ url, remoteAddress: '10.0.0.3' });
			return [statusCode, headers['ratelimit-policy'], headers['ratelimit']];
		};
		expect(await limits('/api/few')).toEqual([200, '"call";q=2;w=60', '"call";r=1;t=60']);
		expect(await limits('/api/hot')).toEqual([200, '"address";q=3;w=60', '"address";r=2;t=60']);
		expect(await limits('/api/things?max=0')).toEqual([400, '"address";q=3;w=60', '"address";r=1;t=60']);
		expect(await limits('/api/nothing')).toEqual([404, '"address";q=3;w=60', '"address";r=0;t=60']);
		expect(await limits('/api/hot')).toEqual([429, '"address";q=3;w=60', '"address";r=0;t=60']);
		await strict.close();
	});

	it('limits calls, by address and by call, and says when to come back', async () => {
		const strict = await makeApp(3);
		const call = (url: string, remoteAddress: string) => strict.inject({ url, remoteAddress });
		for (let i = 0; i < 3; i++) expect((await call('/api/hot', '10.0.0.1')).statusCode).toBe(200);
		const refused = await call('/api/hot', '10.0.0.1');
		expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '60']);
		expect(refused.json()).toEqual({
			status: 429,
			title: 'Too Many Requests',
			detail: 'Too many requests, try again in 60 s',
			errors: [],
		});
		expect((await call('/api/nothing', '10.0.0.1')).statusCode).toBe(429);
		expect((await call('/api/hot', '10.0.0.2')).statusCode).toBe(200);
		for (const last of ['1', '2', '3']) expect((await call('/api/hot', `2001:db8::${last}`)).statusCode).toBe(200);
		expect((await call('/api/hot', '2001:db8::4')).statusCode).toBe(429);
		expect((await call('/api/hot', '2001:db8:0:1::4')).statusCode).toBe(200);
		for (let i = 0; i < 2; i++) expect((await call('/api/few', '10.0.0.3')).statusCode).toBe(200);
		expect((await call('/api/few', '10.0.0.3')).statusCode).toBe(429);
		await strict.close();
	});
});

it('answers by a problem for whatever stands below an address among the pages, also where the router takes it for none', async () => {
	const named = {
		named: {
			method: 'GET',
			path: '/feeds/{name}',
			access: 'public',
			summary: 'Named',
			params: strictObject({ name: nonEmptyText(8) }),
			answers: { 200: z.string() },
			errors: [400],
		},
	} as const satisfies Area;
	await using app = await createApp({
		config: { ...HTTP_DEFAULTS, origin: 'http://localhost:8080' },
		areas: [implement(named, { named: ({ params }) => params.name })],
		version: '1.2.3',
		extensions: [(pages) => void pages.get('*', (_request, reply) => reply.type('text/html').send('a page'))],
	});
	expect((await app.inject({ url: '/feeds/a' })).statusCode).toBe(200);
	expect((await app.inject({ url: '/feed' })).body).toBe('a page');
	for (const url of [`/feeds/${'a'.repeat(300)}`, '/feeds/a/b']) {
		const answer = await app.inject({ url });
		expect(answer.statusCode).toBe(404);
		expect(problem.parse(answer.json()).title).not.toBe('');
	}
});
