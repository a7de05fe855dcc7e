import { KEY_CALLS_PER_WINDOW } from '@sw/domain/access/api-key';
import { utcMs } from '@sw/domain/time/units';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type AccountApp, accountApp } from '../../areas/accounts/testing/account-app.ts';
import { emptyAreas } from '../../areas/accounts/testing/empty-areas.ts';
import { createApp } from '../../http/app.ts';
import { HTTP_DEFAULTS } from '../../http/config.ts';
import { openAccounts } from '../areas/accounts.ts';
import { openSharedLimits } from './shared-limits.ts';

const CALLS = 40;
/** A twentieth of it. */
const AHEAD = 2;
const ORIGIN = 'http://localhost:8080';

let first: AccountApp;
beforeAll(async () => {
	first = await accountApp();
});
afterAll(() => first[Symbol.asyncDispose]());

interface Process {
	app: FastifyInstance;
	get(url: string, headers?: Record<string, string>, remoteAddress?: string): Promise<{ status: number; headers: Record<string, unknown> }>;
}

/** One of several processes on that database. */
async function start(databaseUrl: string | null): Promise<Process> {
	const errors = (message: string, cause: unknown): never => {
		throw new Error(message, { cause });
	};
	const wall = first.clock;
	const limits = openSharedLimits({
		records: first.records,
		config: { databaseUrl, clickhouseUrl: databaseUrl },
		wall,
		onError: errors,
	});
	const accounts = openAccounts({
		records: first.records,
		config: { origin: ORIGIN, folder: first.folder, smtpUrl: null, mailFrom: 'Signalwheel <no-reply@localhost>', captcha: null, oauth: [] },
		wall,
		log: { error: (details, message) => errors(message, details) },
		limits,
		hashCosts: { memoryKib: 1024, passes: 1 },
	});
	const app = await createApp({
		config: { ...HTTP_DEFAULTS, origin: ORIGIN, callsPerMinute: CALLS },
		version: 'test',
		areas: [accounts.area, ...emptyAreas],
		guard: accounts.guard,
		now: wall.now,
		limits,
	});
	return {
		app,
		get: async (url, headers = {}, remoteAddress = '203.0.113.1') => {
			const { statusCode: status, headers: answered } = await app.inject({ method: 'GET', url, headers, remoteAddress });
			return { status, headers: answered };
		},
	};
}

describe('the limits of two processes on one database', () => {
	let processes: readonly [Process, Process];
	beforeEach(async () => {
		processes = [await start('shared'), await start('shared')];
		first.clock.forward(3_600_000);
		return async () => {
			await Promise.all(processes.map(({ app }) => app.close()));
		};
	});

	it('hold over both for the calls of an address, but for what each may be ahead', async () => {
		let through = 0;
		let last = { status: 0, headers: {} as Record<string, unknown> };
		for (let n = 0; n < 3 * CALLS; n++) {
			last = await (processes[n % 2] as Process).get('/api/nothing');
			if (last.status === 404) through++;
		}
		expect(through).toBeGreaterThanOrEqual(CALLS);
		expect(through).toBeLessThanOrEqual(CALLS + 2 * 2 * AHEAD);
		expect([last.status, last.headers['retry-after']]).toEqual([429, '60']);
		for (const one of processes) expect((await one.get('/api/nothing', {}, '203.0.113.2')).status).toBe(404);
		first.clock.forward(60_000);
		for (const one of processes) expect((await one.get('/api/nothing')).status).toBe(404);
	});

	it('apply across both to the calls of a key, and its owner sees what is left', async () => {
		const { key } = await first.addKey(await first.addUser(), ['account:read']);
		const [one, other] = processes;
		/** From ever other addresses, which are counted apart. */
		let from = 0;
		const call = (to: Process) => to.get('/api/messages', { authorization: `Bearer ${key}` }, `198.51.100.${from++ % 250}`);
		for (let n = 0; n < KEY_CALLS_PER_WINDOW / 2; n++) await call(one);
		let left = KEY_CALLS_PER_WINDOW;
		let through = 0;
		for (let n = 0; n < KEY_CALLS_PER_WINDOW; n++) {
			const answer = await call(other);
			if (answer.status === 429) break;
			left = Number(/r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]);
			through++;
		}
		expect(left).toBe(0);
		expect(through).toBeLessThanOrEqual(KEY_CALLS_PER_WINDOW / 2 + KEY_CALLS_PER_WINDOW / 5);
		await expect.poll(async () => (await call(one)).status).toBe(429);
	});

	it('hold over both for signing in, to the try', async () => {
		const { email } = await first.addUser();
		const tries: number[] = [];
		for (let n = 0; n < 12; n++) {
			const { app } = processes[n % 2] as Process;
			const payload = { email, password: 'not the password' };
			tries.push((await app.inject({ method: 'POST', url: '/api/auth/login', payload, remoteAddress: '203.0.113.3' })).statusCode);
		}
		expect(tries).toEqual([...new Array<number>(10).fill(401), 429, 429]);
	});

	it('hold over both for what visitors may open in a day, to the ticker', async () => {
		const allowances = [first.accounts, openAccounts(sameDatabase())].map(({ hooks }) => hooks.visitorAllowance);
		const opened: unknown[] = [];
		for (let ticker = 1; opened.at(-1) !== 'spent'; ticker++) opened.push(await allowances[ticker % 2]?.('203.0.113.4', ticker as never));
		const { limit } = opened[0] as { limit: number };
		expect(opened.length).toBe(limit + 1);
	});

	it('are counted in memory where the database says that there is one process', () => {
		expect(
			openSharedLimits({
				records: first.records,
				config: { databaseUrl: null, clickhouseUrl: null },
				wall: first.clock,
				onError: () => {},
			}),
		).toBeUndefined();
	});
});

function sameDatabase(): Parameters<typeof openAccounts>[0] {
	return {
		records: first.records,
		config: { origin: ORIGIN, folder: first.folder, smtpUrl: null, mailFrom: 'Signalwheel <no-reply@localhost>', captcha: null, oauth: [] },
		wall: { now: () => utcMs(first.clock.now()) },
		log: { error: () => {} },
		hashCosts: { memoryKib: 1024, passes: 1 },
	};
}
