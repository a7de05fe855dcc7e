import { operations } from '@sw/contract/operations/operations';
import { publicPrices } from '@sw/contract/prices/prices';
import { reports } from '@sw/contract/reports/reports';
import { signals } from '@sw/contract/signals/signals';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openApiDocument } from '../../http/openapi.ts';
import { smallWorld } from '../../market/window/testing/fixture.ts';
import { publicApp } from '../testing/public-app.ts';

describe('operations', () => {
	let app: Awaited<ReturnType<typeof publicApp>>;
	beforeAll(async () => {
		app = await publicApp();
	});
	afterAll(() => app.close());

	it('is healthy when ready', async () => {
		const answer = await app.inject('/api/health');
		expect([answer.statusCode, answer.json()]).toEqual([
			200,
			{
				status: 'ready',
				phase: 'Ready',
				progress: null,
				degraded: [],
				versions: { product: '1.2.3', engine: 'e1', parameters: '1', node: 'v24' },
				provider: { name: 'simulated', label: 'Simulated market', simulated: true, public: true },
				now: '2024-05-01T15:45:00Z',
				speed: 20,
				last_report: {
					time: '2024-05-01T15:30:00Z',
					algo: 'reverse',
					version: 1,
					measured: 6,
					published: '2024-05-01T15:30:12Z',
					measured_timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour', 'four_hours', 'day'],
				},
				reports: 2,
				behind: null,
			},
		]);
	});

	it('says how far the newest report is behind', async () => {
		const behind = { slots: 3, minutes: 46, since: '2024-05-01T15:00:00Z', detail: 'The latest report is 3 slots (46 minutes) behind.' };
		const late = await publicApp({ behind });
		expect((await late.inject('/api/health')).json().behind).toEqual(behind);
		await late.close();
	});

	it('accepts page views from its own site alone; a health request is no page view', async () => {
		let looks = 0;
		const watched = await publicApp({ recordView: () => looks++ });
		expect((await watched.inject({ method: 'POST', url: '/api/looking' })).statusCode).toBe(204);
		const foreign = await watched.inject({ method: 'POST', url: '/api/looking', headers: { 'sec-fetch-site': 'cross-site' } });
		expect(foreign.statusCode).toBe(403);
		await watched.inject('/api/health');
		expect(looks).toBe(1);
		await watched.close();
	});

	it('says 503, and how far it is, before', async () => {
		const starting = await publicApp({
			world: smallWorld({ empty: true }),
			progress: { status: 'starting', phase: 'Filling', progress: 0.5 },
		});
		const answer = await starting.inject('/api/health');
		expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '2']);
		expect(answer.json()).toMatchObject({ status: 'starting', phase: 'Filling', progress: 0.5, last_report: null });
		await starting.close();
	});

	it('says 503 while there is a report and no table or chart yet', async () => {
		const filling = await publicApp({ isDataLoaded: false });
		const answer = await filling.inject('/api/health');
		expect([answer.statusCode, answer.json().status]).toEqual([503, 'starting']);
		await filling.close();
	});

	it('names what is degraded and goes on; strict readiness probes get 503', async () => {
		const degraded = [{ reason: 'database' as const, since: '2024-05-01T15:44:00Z', detail: 'no answer within 700 ms' }];
		const limping = await publicApp({ degraded });
		const answer = await limping.inject('/api/health');
		expect([answer.statusCode, answer.json().status, answer.json().degraded]).toEqual([200, 'ready', degraded]);
		expect((await limping.inject('/api/health?strict=true')).statusCode).toBe(503);
		expect((await limping.inject('/api/health?strict=yes')).statusCode).toBe(400);
		expect((await app.inject('/api/health?strict=true')).statusCode).toBe(200);
		await limping.close();
	});

	it('gives a browser its configuration', async () => {
		expect((await app.inject('/api/secret')).json()).toEqual({
			api_endpoint: '/api',
			app_env: 'prod',
			site_key: null,
			site_origin: 'http://localhost:8080',
			captcha: null,
			simulated: true,
			provider: 'Simulated market',
			prelaunch: false,
			sign_up: 'open',
			administrator: true,
			tracking: null,
		});
	});

	it.each([
		['test.signals.example', 'test'],
		['dev.signals.example:8080', 'dev'],
		['stage1.signals.example', 'stage'],
		['signals.example', 'prod'],
	])('marks hosts for trials as not production: %s', async (host, environment) => {
		expect((await app.inject({ url: '/api/secret', headers: { host } })).json().app_env).toBe(environment);
	});

	it('says whether it is before the launch; if the database is unavailable, it is not', async () => {
		const before = await publicApp({ prelaunch: async () => true });
		expect((await before.inject('/api/secret')).json().prelaunch).toBe(true);
		await before.close();
		const alone = await publicApp({ hasAdministrator: async () => false });
		expect((await alone.inject('/api/secret')).json().administrator).toBe(false);
		await alone.close();
		const away = await publicApp({ prelaunch: () => Promise.reject(new Error('the records are away')) });
		expect((await away.inject('/api/secret')).json()).toMatchObject({ prelaunch: false, app_env: 'prod' });
		await away.close();
	});

	it('describes each call with its statuses', async () => {
		const document = (await app.inject('/api/openapi.json')).json();
		expect(document).toMatchObject({ openapi: '3.1.0', info: { title: 'Signalwheel', version: '1.2.3' } });
		for (const endpoint of [signals, publicPrices, reports, operations].flatMap((area) => Object.values(area))) {
			const operation = document.paths[endpoint.path]?.[endpoint.method.toLowerCase()];
			const statuses = [...Object.keys(endpoint.answers), ...endpoint.errors.map(String)];
			expect(Object.keys(operation?.responses ?? {}), endpoint.path).toEqual(expect.arrayContaining([...statuses, '429']));
		}
		expect(Object.keys(document.paths)).not.toContain('/*');
		const { parameters } = document.paths['/api/landing/table'].get;
		expect(parameters.find((p: { name: string }) => p.name === 'size')).toMatchObject({
			in: 'query',
			required: false,
			schema: { type: 'integer', minimum: 1, maximum: 100 },
		});
		expect(parameters.find((p: { name: string }) => p.name === 'marketcap').schema).toMatchObject({ type: 'array' });
	});

	it('leaves no reference without its shape and no shape without a reference', () => {
		const document = openApiDocument(app);
		const text = JSON.stringify(document);
		const named = Object.keys(document.components?.schemas ?? {});
		const referred = new Set([...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map((m) => m[1]));
		expect([...referred].sort()).toEqual([...named].sort());
	});

	it('shows the same as a page that needs no script', async () => {
		const answer = await app.inject('/api/docs');
		expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
		const nonce = /style nonce="([^"]+)"/.exec(answer.body)?.[1];
		expect(answer.headers['content-security-policy']).toContain(`style-src 'nonce-${nonce}'`);
		expect(answer.body).toContain('GET /api/landing/sector-charts/{id}');
		expect(answer.body).not.toContain('<script');
	});

	it('says that take is size or max on the wire, and it is', async () => {
		const reported = /Page sizes are set with .max. \(lists, together with .skip.\) or .size. \(top tables and analyses\)/;
		const document = openApiDocument(app);
		expect(document.info.description).toMatch(reported);
		expect((await app.inject('/api/docs')).body).toMatch(reported);
		type Calls = Record<string, { parameters?: { name: string }[] }>;
		const names = Object.values((document.paths ?? {}) as Record<string, Calls>)
			.flatMap((item) => Object.values(item))
			.map(({ parameters = [] }) => parameters.map(({ name }) => name));
		expect(names.flat()).not.toContain('take');
		for (const fieldNames of names) if (fieldNames.includes('max')) expect(fieldNames).not.toContain('size');
		const refused = await app.inject('/api/landing/table?take=15');
		expect([refused.statusCode, refused.json().detail]).toEqual([400, 'The parameter take is unknown.']);
		expect((await app.inject('/api/landing/table?size=15')).statusCode).toBe(200);
	});

	it.each(['/api/health', '/api/secret', '/api/openapi.json', '/api/docs'])('takes no parameters and no other method: %s', async (url) => {
		expect((await app.inject(`${url}?x=1`)).json()).toMatchObject({ status: 400, errors: [{ field: 'x' }] });
		expect((await app.inject({ method: 'POST', url })).statusCode).toBe(405);
	});
});
