import { correctionCalls } from '@sw/contract/operations/corrections';
import { jobCalls } from '@sw/contract/operations/jobs';
import { JOB_KINDS } from '@sw/domain/access/job';
import { slotsOfDate, type TimetableLine } from '@sw/domain/reports/timetable';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, utcMs } from '@sw/domain/time/units';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { CORRECTIONS, createCorrectionSubmitter } from '../../../market/corrections/correction-kinds.ts';
import { MARKET_LANE } from '../../../market/stored/market-lane.ts';
import { createFakeWallClock } from '../../../platform/clocks/testing/fake-wall-clock.ts';
import { bindJob, type JobDefinition, type JsonObject } from '../../../platform/jobs/definition.ts';
import { type Jobs, openJobs } from '../../../platform/jobs/jobs.ts';
import type { AuditAct } from '../../audit-act.ts';
import { implement } from '../../handlers.ts';
import { headersOf } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';
import { createJobsHandlers } from '../jobs/handlers.ts';
import { createCorrectionsHandlers } from './handlers.ts';

const requests: [string, JsonObject][] = [];
const details: Readonly<Record<string, unknown>>[] = [];
const acts: [string, string][] = [];
const filled: unknown[] = [];
const looked: unknown[] = [];
const QUARANTINED = [
	{
		tickerId: 10 as TickerId,
		jump: { date: exchangeDate('2020-08-31'), before: Math.fround(499.06), after: Math.fround(128.74), candidates: [4] },
	},
	{ tickerId: 20 as TickerId, jump: undefined },
];
let app: FastifyInstance;
let database: TestDatabase;
let records: Records;
let jobs: Jobs;

let marketNow = utcMs(Date.parse('2026-06-30T19:50:00Z'));

/** Why the provider isn't asked, where it isn't. */
let noHistory: string | undefined;
/** Why work fails, where it does. */
let fault: string | undefined;

const handlers = Object.values(CORRECTIONS).map((definition: JobDefinition<object>) =>
	bindJob(definition, async (request, { printLine }) => {
		requests.push([definition.kind, { ...request }]);
		printLine('looked');
		printLine('found nothing');
		if (fault !== undefined) throw new Error(fault);
		return { did: definition.kind };
	}),
);

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	jobs = await openJobs({
		records,
		definitions: Object.values(CORRECTIONS),
		wall: createFakeWallClock(Date.UTC(2026, 5, 30)),
		onError: (message, error) => {
			if (fault === undefined) throw new Error(message, { cause: error });
		},
	});
	await jobs.runLane(MARKET_LANE, handlers);
	let inForce: readonly TimetableLine[] | undefined;
	const count = (from: string, to: string, lines?: readonly TimetableLine[]): number =>
		nyse
			.sessionsBetween(exchangeDate(from), exchangeDate(to))
			.reduce((sum, session) => sum + (lines ? slotsOfDate(session, lines) : slotsOfDate(session)).length, 0);
	const audit: AuditAct = async (_caller, act, target, detail) => {
		acts.push([act, target]);
		details.push(detail);
	};
	const nameOf = async () => 'admin@example.test';
	app = await guardedApp([
		implement(
			correctionCalls,
			createCorrectionsHandlers({
				submit: createCorrectionSubmitter(jobs),
				calendar: nyse,
				now: () => marketNow,
				quarantined: async ({ skip, max }) => ({ items: QUARANTINED.slice(skip, skip + max), total: QUARANTINED.length }),
				tickerOf: (id) => (id === 10 ? { symbol: 'AAPL', name: 'Apple' } : undefined),
				tickerNamed: (symbol) => (symbol === 'AAPL' ? (10 as TickerId) : undefined),
				recordedActions: async () => () => undefined,
				timetable: {
					between: (from, to) => nyse.sessionsBetween(from, to).map((session) => slotsOfDate(session, inForce)),
					fill: async (from, to, lines) => {
						filled.push([from, to, lines]);
						inForce = lines ?? inForce;
						return count(from, to, lines);
					},
					reset: async (from, to) => {
						inForce = undefined;
						return count(from, to);
					},
				},
				ledger: async (wanted) => {
					looked.push(wanted);
					const entry = {
						id: 7,
						kind: 'bars',
						provider: 'alpaca',
						state: 'committed',
						rows: 10,
						note: 'slot 2 from alpaca',
						canUndo: false,
					} as const;
					return { items: [{ ...entry, createdAt: utcMs(Date.UTC(2026, 5, 30)), committedAt: null }], total: 41 };
				},
				whyNoFetch: () => noHistory,
				importOfBatch: async (batch) => ({ 7: { name: 'a.csv', isInEffect: true }, 8: { name: 'b.csv', isInEffect: false } })[batch],
				audit,
				emailOf: nameOf,
			}),
		),
		implement(
			jobCalls,
			createJobsHandlers({
				list: ({ kinds = JOB_KINDS, ...wanted }) => jobs.readPage(kinds, wanted),
				readLog: jobs.readLines,
				find: jobs.find,
				cancel: jobs.cancel,
				resubmit: jobs.resubmit,
				audit,
				emailOf: nameOf,
			}),
		),
	]);
});
afterAll(async () => {
	await app?.close();
	// Connections that are still closing when the database is dropped are no error.
	fault = 'the test is over';
	await jobs?.stop();
	await records?.close();
	await database?.drop();
});
beforeEach(() => {
	requests.length = 0;
	acts.length = 0;
	filled.length = 0;
});

async function post(url: string, payload?: object) {
	const answer = await app.inject({ method: 'POST', url, ...(payload ? { payload } : {}), headers: headersOf('admin') });
	return { status: answer.statusCode, body: answer.json() };
}

async function get(url: string) {
	return (await app.inject({ url, headers: headersOf('admin') })).json();
}

describe('corrections', () => {
	it.each([
		['/api/reports/gaps', {}, 'gaps', { fetch: true }],
		[
			'/api/reports/gaps',
			{ from: '2026-06-01', to: '2026-06-02', fetch: false },
			'gaps',
			{ from: '2026-06-01', to: '2026-06-02', fetch: false },
		],
		['/api/splits/check/dates', { from: '2020-01-01' }, 'splits_check', { from: '2020-01-01' }],
		[
			'/api/reports/splits',
			{ apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }] },
			'splits',
			{ apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }], revoke: [], dismiss: [] },
		],
		[
			'/api/history/re-uploading',
			{ from: '2026-06-01', to: '2026-06-02', tickers: [10] },
			'history',
			{ from: '2026-06-01', to: '2026-06-02', tickers: [10] },
		],
		['/api/ledger/7/undo', undefined, 'undo_import', { batch: 7 }],
		['/api/reschedule', { date: '2026-06-30T15:45:00Z' }, 'reports', { date: '2026-06-30T15:45:00Z' }],
		['/api/reschedule', { from: '2026-06-29', to: '2026-06-30' }, 'reports', { from: '2026-06-29', to: '2026-06-30' }],
		['/api/sector-charts', { date: '2026-06-30' }, 'reports', { date: '2026-06-30' }],
	])('%s %j becomes a job, is written down, and can be looked up', async (url, body, kind, request) => {
		const { status, body: job } = await post(url, body);
		expect([status, job]).toMatchObject([
			200,
			{ kind, request, by: 'admin@example.test', state: 'queued', created: '2026-06-30T00:00:00Z' },
		]);
		await expect.poll(() => get(`/api/jobs/${job.id}`)).toMatchObject({ state: 'done', result: { did: kind }, error: null });
		expect(requests).toEqual([[kind, request]]);
		expect(acts).toEqual([[`correction.${kind}`, `job ${job.id}`]]);
		expect((await get('/api/jobs?max=1')).items).toMatchObject([{ id: job.id }]);
	});

	it.each([
		['/api/reports/splits', {}, 'apply'],
		['/api/reports/splits', { apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 0 }] }, 'apply.0.ratio'],
		['/api/reports/splits', { apply: [{ ticker_id: 10, date: '31.8.2020', ratio: 4 }] }, 'apply.0.date'],
		['/api/history/re-uploading', { from: '2026-06-02', to: '2026-06-01' }, 'to'],
		['/api/history/re-uploading', { from: '2026-06-02' }, 'to'],
		['/api/sector-charts', {}, 'date'],
		['/api/reports/gaps', { since: '2026-06-02' }, 'since'],
		['/api/reports/gaps', { from: '2026-06-02', to: '2026-06-01' }, 'to'],
		['/api/reports/gaps', { from: '2026-07-02' }, 'from'],
		['/api/reports/gaps', { from: '1998-01-02', to: '2026-06-01' }, 'to'],
		['/api/reports/gaps', { from: '1900-12-31' }, 'from'],
		['/api/reports/gaps', { from: '2026-06-27', to: '2026-06-28' }, 'from'],
		['/api/splits/check/dates', { from: '2026-06-02', to: '2026-06-01' }, 'to'],
		['/api/splits/check/dates', { from: '2030-01-02' }, 'from'],
		['/api/reports/splits', { apply: [{ ticker_id: 11, date: '2020-08-31', ratio: 4 }] }, 'apply.0.ticker_id'],
		['/api/reports/splits', { apply: [{ ticker_id: 10, date: '2020-08-30', ratio: 4 }] }, 'apply.0.date'],
		['/api/reports/splits', { apply: [{ ticker_id: 10, date: '2026-07-01', ratio: 4 }] }, 'apply.0.date'],
		['/api/reports/splits', { apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 1 }] }, 'apply.0.ratio'],
		['/api/reports/splits', { revoke: [{ ticker_id: 11, date: '2020-08-31' }] }, 'revoke.0.ticker_id'],
		['/api/reports/splits', { dismiss: [{ ticker_id: 10, date: '2026-12-25' }] }, 'dismiss.0.date'],
		[
			'/api/reports/splits',
			{ apply: [{ ticker_id: 10, date: '2020-08-31', ratio: 4 }], revoke: [{ ticker_id: 10, date: '2020-08-31' }] },
			'revoke.0',
		],
		['/api/history/re-uploading', { from: '2026-06-01', to: '2026-06-02', tickers: [10, 11] }, 'tickers.1'],
		['/api/history/re-uploading', { from: '2026-07-01', to: '2026-07-02' }, 'from'],
		['/api/history/re-uploading', { from: '2026-06-27', to: '2026-06-28' }, 'from'],
		['/api/reschedule', { date: '2026-06-28' }, 'date'],
		['/api/reschedule', { date: '2026-07-01' }, 'date'],
		['/api/reschedule', { date: '2026-06-30T20:00:00Z' }, 'date'],
		['/api/reschedule', { date: '2026-06-30T15:44:00Z' }, 'date'],
		['/api/reschedule', { from: '2026-06-27', to: '2026-06-28' }, 'from'],
		['/api/sector-charts', { date: '2026-06-28' }, 'date'],
		['/api/sector-charts', { date: '2026-07-01' }, 'date'],
		['/api/schedule/fill', { from: '2026-06-02', to: '2046-06-01' }, 'to'],
		[
			'/api/schedule/fill',
			{ from: '2026-06-02', to: '2026-06-02', slots: [{ anchor: 'noon', minutes: 1, report: 'basic', algo: 'reverse' }] },
			'slots.0.anchor',
		],
	])('%s %j is refused and names the field', async (url, body, field) => {
		const { status, body: problem } = await post(url, body);
		expect([status, problem.errors.map((error: { field: string }) => error.field)]).toEqual([400, expect.arrayContaining([field])]);
		expect([requests, acts]).toEqual([[], []]);
	});

	it('of reports of a day are refused before the first of them is due', async () => {
		const before = marketNow;
		const session = nyse.sessionOn(exchangeDate('2026-06-30')) as Session;
		const first = Math.min(...slotsOfDate(session).flatMap(({ at, is_use }) => (is_use ? [at] : [])));
		marketNow = utcMs(first - 1);
		try {
			for (const url of ['/api/reschedule', '/api/sector-charts']) {
				const { status, body } = await post(url, { date: '2026-06-30' });
				expect([status, body.detail]).toEqual([400, expect.stringMatching(/^No report of 2026-06-30 is due yet/)]);
			}
			marketNow = utcMs(first);
			expect((await post('/api/reschedule', { date: '2026-06-30' })).status).toBe(200);
			await expect.poll(() => requests.length).toBe(1);
		} finally {
			marketNow = before;
		}
	});

	it('that fetch are refused where the source has no past bars, and gaps can still be listed', async () => {
		noHistory = "Imported files can't be fetched again.";
		try {
			const span = { from: '2026-06-01', to: '2026-06-02' };
			for (const body of [{}, span, { fetch: true }]) {
				const { status, body: problem } = await post('/api/reports/gaps', body);
				expect([status, problem.detail]).toEqual([409, `${noHistory} Send 'fetch': false to list the gaps only.`]);
			}
			expect(await post('/api/history/re-uploading', span)).toMatchObject({ status: 409, body: { detail: noHistory } });
			expect([requests, acts]).toEqual([[], []]);
			expect((await post('/api/reports/gaps', { ...span, fetch: false })).status).toBe(200);
			await expect.poll(() => requests.length).toBe(1);
		} finally {
			noHistory = undefined;
		}
	});

	it('write the timetable at once', async () => {
		expect((await post('/api/schedule/fill', { from: '2026-07-01', to: '2026-07-03' })).body).toEqual({ written: 56 });
		const line = { anchor: 'open', minutes: 60, report: 'basic', algo: 'reverse' };
		expect((await post('/api/schedule/fill', { from: '2026-07-01', to: '2026-07-01', slots: [line] })).body).toEqual({ written: 1 });
		expect(filled[1]).toEqual(['2026-07-01', '2026-07-01', [{ ...line, is_use: true }]]);
		expect((await post('/api/schedule/reset-time', { from: '2026-07-01', to: '2026-07-01' })).body).toEqual({ written: 28 });
		expect(acts.map(([act]) => act)).toEqual(['schedule.fill', 'schedule.fill', 'schedule.reset']);
		const [, narrowed, back] = details.slice(-3).map(({ slots }) => slots as [string, string]);
		expect(narrowed?.[0]).toMatch(/^1 day: 09:45 basic, 09:46 premium forecast, 10:00 basic, .* 16:00 premium, 16:01 premium forecast$/);
		expect([narrowed?.[1], back?.[0], back?.[1]]).toEqual(['1 day: 10:30 basic', '1 day: 10:30 basic', narrowed?.[0]]);
	});

	it('undo only an import whose rows count', async () => {
		const answers = await Promise.all(['8', '9', '0', 'x'].map((batch) => post(`/api/ledger/${batch}/undo`)));
		expect(answers.map(({ status }) => status)).toEqual([400, 404, 400, 400]);
		expect(answers[0]?.body.errors[0].field).toBe('batch');
		expect(requests).toEqual([]);
	});

	it('name the tickers without depths and the reason', async () => {
		expect((await get('/api/quarantine')).items).toEqual([
			{
				ticker: 'AAPL',
				ticker_id: 10,
				name: 'Apple',
				date: '2020-08-31',
				at: null,
				reason: 'Opened at 128.74 after 499.06 without a known split.',
				before: 499.06,
				after: 128.74,
				candidates: [4],
			},
			expect.objectContaining({ ticker_id: 20, ticker: '', date: null, before: null }),
		]);
	});

	it('name them by pages', async () => {
		const { items, total_count } = await get('/api/quarantine?skip=1&max=1');
		expect([items.map(({ ticker_id }: { ticker_id: number }) => ticker_id), total_count]).toEqual([[20], 2]);
	});

	it('look up in the ledger where the bars of a ticker and some dates come from', async () => {
		await get('/api/ledger?ticker=AAPL&from=2026-06-01&to=2026-06-02&max=1');
		expect(looked.at(-1)).toEqual({ ticker: 10, from: '2026-06-01', to: '2026-06-02', skip: 0, max: 1 });
		for (const [query, field] of [
			['ticker=NONE', 'ticker'],
			['from=2026-06-01', 'ticker'],
			['ticker=AAPL&from=2026-06-02&to=2026-06-01', 'to'],
		]) {
			const refused = await app.inject({ url: `/api/ledger?${query}`, headers: headersOf('admin') });
			expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, field]);
		}
	});

	it('look up in the ledger which numbers came from where and when', async () => {
		const answer = await get('/api/ledger?kind=bars&state=committed&skip=20&max=1');
		expect(answer).toEqual({
			items: [
				{
					batch: 7,
					kind: 'bars',
					provider: 'alpaca',
					state: 'committed',
					rows: 10,
					note: 'slot 2 from alpaca',
					can_undo: false,
					created: '2026-06-30T00:00:00Z',
					committed: null,
				},
			],
			total_count: 41,
		});
		expect(looked.at(-1)).toEqual({ kind: 'bars', state: 'committed', skip: 20, max: 1 });
		const refused = await app.inject({ url: '/api/ledger?kind=rows', headers: headersOf('admin') });
		expect([refused.statusCode, refused.json().errors[0].field]).toEqual([400, 'kind']);
	});

	it('reject an unknown job, and do not cancel one that has ended', async () => {
		const id = '00000000-0000-4000-8000-999999999999';
		expect((await app.inject({ url: `/api/jobs/${id}`, headers: headersOf('admin') })).statusCode).toBe(404);
		expect((await app.inject({ method: 'DELETE', url: `/api/jobs/${id}`, headers: headersOf('admin') })).statusCode).toBe(404);
		const { body: done } = await post('/api/reports/gaps', { from: '2026-04-01', to: '2026-04-02' });
		await expect.poll(() => get(`/api/jobs/${done.id}`)).toMatchObject({ state: 'done' });
		expect((await app.inject({ method: 'DELETE', url: `/api/jobs/${done.id}`, headers: headersOf('admin') })).statusCode).toBe(404);
	});

	it('are asked for again where they failed, and not where they did not', async () => {
		fault = 'the source was away';
		const { body: failed } = await post('/api/reports/gaps', { from: '2026-06-01', to: '2026-06-02' });
		await expect.poll(() => get(`/api/jobs/${failed.id}`)).toMatchObject({ state: 'failed', error: 'the source was away' });
		expect((await get('/api/jobs?kind=gaps&state=failed')).items).toMatchObject([{ id: failed.id }]);
		expect((await get('/api/jobs?kind=splits&state=failed')).total_count).toBe(0);

		fault = undefined;
		const { status, body: repeated } = await post(`/api/jobs/${failed.id}/retry`, {});
		expect([status, repeated]).toMatchObject([200, { kind: 'gaps', request: failed.request, state: 'queued' }]);
		expect(repeated.id).not.toBe(failed.id);
		expect(acts.at(-1)).toEqual(['job.retry', `job ${repeated.id}`]);
		await expect.poll(() => get(`/api/jobs/${repeated.id}`)).toMatchObject({ state: 'done' });

		const refused = await post(`/api/jobs/${repeated.id}/retry`, {});
		expect([refused.status, refused.body.detail]).toEqual([409, 'The job is done: only failed or cancelled jobs can be retried']);
		expect((await post('/api/jobs/00000000-0000-4000-8000-999999999999/retry', {})).status).toBe(404);
		expect(acts.length).toBe(2);
	});

	it('return their log lines by page', async () => {
		const { body: job } = await post('/api/reports/gaps', { from: '2026-05-01', to: '2026-05-04' });
		await expect.poll(() => get(`/api/jobs/${job.id}`)).toMatchObject({ state: 'done' });
		const log = (query = '') => get(`/api/jobs/${job.id}/log${query}`);
		expect((await log()).items.map(({ line }: { line: string }) => line)).toEqual(['looked', 'found nothing']);
		expect(await log('?skip=1&max=1')).toMatchObject({ items: [{ line: 'found nothing' }], total_count: 2 });
		const id = '00000000-0000-4000-8000-999999999999';
		expect((await app.inject({ url: `/api/jobs/${id}/log`, headers: headersOf('admin') })).statusCode).toBe(404);
	});

	it('are for administrators', async () => {
		expect((await app.inject({ method: 'POST', url: '/api/reports/gaps', payload: {}, headers: headersOf('pro') })).statusCode).toBe(403);
		expect((await app.inject({ url: '/api/jobs' })).statusCode).toBe(401);
	});
});
