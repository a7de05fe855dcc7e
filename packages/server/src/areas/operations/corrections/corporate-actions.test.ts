import { correctionCalls } from '@sw/contract/operations/corrections';
import { nyse } from '@sw/domain/time/calendar';
import { type TickerId, utcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../platform/jobs/definition.ts';
import type { Job } from '../../../platform/jobs/job.ts';
import { implement } from '../../handlers.ts';
import { headersOf } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';
import { createCorrectionsHandlers } from './handlers.ts';
import type { CorrectionKind } from './ports.ts';

const ID = '00000000-0000-4000-8000-000000000001';
const requests: [string, JsonObject][] = [];
const acts: [string, string][] = [];
let app: FastifyInstance;

function queued(kind: CorrectionKind, request: JsonObject): Job {
	const times = { created: 0, started: null, finished: null };
	return { id: ID, kind, request, by: '', state: 'queued', phase: '', progress: null, result: null, error: null, ...times };
}

beforeAll(async () => {
	app = await guardedApp([
		implement(
			correctionCalls,
			createCorrectionsHandlers({
				submit: async (kind, request) => {
					requests.push([kind, request]);
					return queued(kind, request);
				},
				calendar: nyse,
				now: () => utcMs(Date.parse('2026-06-30T19:50:00Z')),
				quarantined: async () => ({ items: [], total: 0 }),
				tickerOf: () => undefined,
				tickerNamed: (symbol) => (symbol === 'AAPL' ? (10 as TickerId) : undefined),
				recordedActions: async () => (id, date, type) => (id === 10 && date === '2014-06-09' && type === 'split' ? 7 : undefined),
				timetable: { between: () => [], fill: async () => 0, reset: async () => 0 },
				ledger: async () => ({ items: [], total: 0 }),
				whyNoFetch: () => undefined,
				importOfBatch: async () => undefined,
				audit: async (_caller, act, target) => void acts.push([act, target]),
				emailOf: async () => 'admin@example.test',
			}),
		),
	]);
});
afterAll(() => app?.close());
beforeEach(() => {
	requests.length = 0;
	acts.length = 0;
});

async function post(payload: object) {
	const answer = await app.inject({ method: 'POST', url: '/api/corporate-actions', payload, headers: headersOf('admin') });
	return { status: answer.statusCode, body: answer.json() };
}

describe('splits and dividends', () => {
	const CSV =
		'ticker,date,type,value\nAAPL,2020-08-31,split,4\nNONE,2020-08-31,split,4\nAAPL,2020-08-07,dividend,0.82\nAAPL,2014-06-09,split,7';

	it('of a file of splits and dividends are listed row by row, and with dry_run nothing else happens', async () => {
		const { status, body } = await post({ csv: CSV, dry_run: true });
		expect([status, body]).toMatchObject([200, { accepted: 2, refused: 2, job: null }]);
		expect(body.rows).toEqual([
			{ line: 2, ticker: 'AAPL', date: '2020-08-31', type: 'split', value: 4, replaces: null, reason: null },
			{ line: 3, ticker: 'NONE', date: '2020-08-31', type: 'split', value: 4, replaces: null, reason: "There is no ticker 'NONE'." },
			{ line: 4, ticker: 'AAPL', date: '2020-08-07', type: 'dividend', value: 0.82, replaces: null, reason: null },
			{ line: 5, ticker: 'AAPL', date: '2014-06-09', type: 'split', value: 7, replaces: 7, reason: 'Already recorded with this value.' },
		]);
		expect([requests, acts]).toEqual([[], []]);
	});

	it('of a file become one job of its accepted rows', async () => {
		const { body } = await post({ csv: CSV });
		expect(body).toMatchObject({ accepted: 2, refused: 2, job: { kind: 'corporate_actions', state: 'queued' } });
		await expect
			.poll(() => requests)
			.toEqual([
				[
					'corporate_actions',
					{
						splits: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }],
						dividends: [{ ticker_id: 10, date: '2020-08-07', amount: 0.82 }],
					},
				],
			]);
		expect(acts).toEqual([['correction.corporate_actions', `job ${body.job.id}`]]);
	});

	it('of a file without an accepted row, or that cannot be read, become no job', async () => {
		const none = await post({ csv: 'ticker,date,type,value\nNONE,2020-08-31,split,4' });
		expect([none.status, none.body]).toMatchObject([200, { accepted: 0, refused: 1, job: null }]);
		const unread = await post({ csv: 'AAPL,2020-08-31,split,4' });
		expect([unread.status, unread.body.errors[0].field]).toEqual([400, 'csv']);
		expect([requests, acts]).toEqual([[], []]);
	});
});
