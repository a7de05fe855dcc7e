import { tickerChangeCalls } from '@sw/contract/operations/corrections';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, utcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/jobs/definition.ts';
import { implement } from '../../handlers.ts';
import { headersOf } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';
import { createTickerChangeHandlers } from './handlers.ts';

const JOB = '00000000-0000-4000-8000-000000000001';
const NUMBERS = new Map([
	['FLT', 10 as TickerId],
	['CPAY', 20 as TickerId],
	['BRK.B', 30 as TickerId],
]);
const requests: [string, JsonObject][] = [];
const acts: [string, string, unknown][] = [];
let app: FastifyInstance;
let refusal: string | undefined;
let shared: string | undefined;

beforeAll(async () => {
	app = await guardedApp([
		implement(
			tickerChangeCalls,
			createTickerChangeHandlers({
				submit: async (kind, request) => {
					requests.push([kind, request]);
					const times = { created: 0, started: null, finished: null };
					return { id: JOB, kind, request, by: '', state: 'queued', phase: '', progress: null, result: null, error: null, ...times };
				},
				calendar: nyse,
				now: () => utcMs(Date.parse('2026-06-30T19:50:00Z')),
				tickerOf: (id) => [...NUMBERS].map(([symbol]) => ({ symbol, name: '' })).find(({ symbol }) => NUMBERS.get(symbol) === id),
				tickerNamed: (symbol) => NUMBERS.get(symbol),
				whyNoTickerChange: () => refusal,
				sharedDate: async () => (shared === undefined ? undefined : exchangeDate(shared)),
				audit: async (_caller, act, target, detail) => void acts.push([act, target, detail]),
				emailOf: async () => 'admin@example.test',
			}),
		),
	]);
});
afterAll(() => app?.close());
beforeEach(() => {
	requests.length = 0;
	acts.length = 0;
	refusal = undefined;
	shared = undefined;
});

async function post(url: string, payload: object, caller: Parameters<typeof headersOf>[0] = 'admin') {
	const answer = await app.inject({ method: 'POST', url, payload, headers: headersOf(caller) });
	return { status: answer.statusCode, body: answer.json() };
}

const DATE = '2024-03-25';

describe('a ticker', () => {
	it('is removed by a job when its symbol confirms that, and the audit log says so', async () => {
		const { status, body } = await post('/api/tickers/10/remove', { confirm: 'FLT' });
		expect([status, body]).toMatchObject([200, { kind: 'remove_ticker', state: 'queued' }]);
		expect(requests).toEqual([['remove_ticker', { ticker_id: 10, ticker: 'FLT' }]]);
		expect(acts).toEqual([['ticker.remove', 'FLT', { ticker_id: 10, job: JOB }]]);
	});

	it('is renamed by a job, whatever the spelling', async () => {
		const { status, body } = await post('/api/tickers/rename', { from: 'brk-b', to: 'nyse:cpay', date: DATE });
		expect([status, body]).toMatchObject([200, { kind: 'rename_ticker' }]);
		expect(requests).toEqual([['rename_ticker', { from: 'BRK.B', to: 'CPAY', date: DATE }]]);
		expect(acts).toEqual([['ticker.rename', 'BRK.B', { to: 'CPAY', date: DATE, job: JOB }]]);
	});

	it.each([
		['/api/tickers/10/remove', { confirm: 'CPAY' }, 400, 'confirm'],
		['/api/tickers/10/remove', { confirm: 'flt' }, 400, 'confirm'],
		['/api/tickers/10/remove', {}, 400, 'confirm'],
		['/api/tickers/11/remove', { confirm: 'FLT' }, 404, 'id'],
		['/api/tickers/0/remove', { confirm: 'FLT' }, 400, 'id'],
		['/api/tickers/rename', { from: 'FLT', to: 'FLT', date: DATE }, 400, 'to'],
		['/api/tickers/rename', { from: 'F L T', to: 'CPAY', date: DATE }, 400, 'from'],
		['/api/tickers/rename', { from: 'NONE', to: 'NOR', date: DATE }, 400, 'from'],
		['/api/tickers/rename', { from: 'FLT', to: 'CPAY', date: '2024-03-24' }, 400, 'date'],
		['/api/tickers/rename', { from: 'FLT', to: 'CPAY', date: '2026-07-01' }, 400, 'date'],
		['/api/tickers/rename', { from: 'FLT', to: 'CPAY' }, 400, 'date'],
	])('%s %j is refused with %i and names the field %s', async (url, body, expected, field) => {
		const { status, body: problem } = await post(url, body);
		expect([status, problem.errors?.[0]?.field]).toEqual([expected, field]);
		expect([requests, acts]).toEqual([[], []]);
	});

	it('that a vendor lists is neither removed nor renamed', async () => {
		refusal = 'The tickers of Alpaca come from its own list.';
		for (const [url, body] of [
			['/api/tickers/10/remove', { confirm: 'FLT' }],
			['/api/tickers/rename', { from: 'FLT', to: 'CPAY', date: DATE }],
		] as const)
			expect(await post(url, body)).toMatchObject({ status: 409, body: { detail: refusal } });
		expect(requests).toEqual([]);
	});

	it('is not joined with another that has rows of the same day', async () => {
		shared = '2024-03-22';
		const { status, body } = await post('/api/tickers/rename', { from: 'FLT', to: 'CPAY', date: DATE });
		expect([status, body.detail]).toEqual([409, expect.stringContaining('FLT and CPAY both have rows of 2024-03-22')]);
		expect(requests).toEqual([]);
	});

	it('is changed by administrators alone', async () => {
		expect((await post('/api/tickers/10/remove', { confirm: 'FLT' }, 'pro')).status).toBe(403);
		expect((await post('/api/tickers/rename', { from: 'FLT', to: 'CPAY', date: DATE }, 'pro')).status).toBe(403);
	});
});
