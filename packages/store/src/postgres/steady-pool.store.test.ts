import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isOutage } from '../faults/outage.ts';
import { createStoreHealth } from '../open.ts';
import { watch } from '../watch.ts';
import { type EmbeddedPostgres, startEmbedded } from './embedded.ts';
import { sql } from './orm/drizzle.ts';
import { openRecords, type Records } from './records.ts';
import { createPing } from './steady-pool.ts';

let folder: string;
let server: EmbeddedPostgres;
let records: Records;
const errors: Error[] = [];

beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-steady-'));
	server = await startEmbedded({ folder: join(folder, 'postgres'), onError: (error) => errors.push(error) });
	records = openRecords(server.url, (error) => errors.push(error));
	await records.pool.query('create table notes (id serial primary key, word text)');
});
afterAll(async () => {
	await records.close();
	await server.stop();
	rmSync(folder, { recursive: true, force: true });
});

async function backendOf(): Promise<number> {
	return (await records.pool.query('select pg_backend_pid() as pid')).rows[0].pid;
}

/** Asks until it is so. */
async function comes(isSo: () => Promise<boolean> | boolean): Promise<void> {
	while (!(await isSo())) await delay(20);
}

function answers(): Promise<boolean> {
	return records.pool.query('select 1').then(
		() => true,
		() => false,
	);
}

describe('a pool whose connections die', () => {
	it('asks a read once more when its backend is killed, and nothing else', async () => {
		const sleeping = records.pool.query('select pg_sleep(0.3), pg_backend_pid() as pid');
		const otherQueries = Promise.all([records.pool.query('select 1 as one'), records.pool.query('select 2 as one')]);
		await comes(async () => {
			const { rows } = await records.pool.query(
				"select pg_terminate_backend(pid) as done from pg_stat_activity where query like 'select pg_sleep%' and pid <> pg_backend_pid()",
			);
			return rows.length > 0;
		});
		expect((await sleeping).rows).toHaveLength(1);
		expect((await otherQueries).map(({ rows }) => rows[0].one)).toEqual([1, 2]);
	});

	it('reports an interrupted write, and does not retry it', async () => {
		const writing = records.pool.query("insert into notes (word) select 'once' from pg_sleep(0.5) returning pg_sleep(30)");
		const failed = writing.then(
			() => undefined,
			(error: unknown) => error,
		);
		await comes(
			async () =>
				(await records.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where query like 'insert into notes%'"))
					.rowCount !== 0,
		);
		expect(isOutage(await failed)).toBe(true);
		expect((await records.pool.query("select count(*)::int as n from notes where word = 'once'")).rows[0].n).toBe(0);
	});

	it('survives a connection that dies in a transaction, and gets its place in the pool back', async () => {
		for (let round = 0; round < 15; round++) {
			const cut = records.db.transaction(async (tx) => {
				const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
				process.kill(rows[0]?.pid as number, 'SIGTERM');
				await comes(() =>
					tx.execute(sql`select 1`).then(
						() => false,
						() => true,
					),
				);
				await tx.execute(sql`select 1`);
			});
			await expect(cut).rejects.toThrow();
		}
		expect(await answers()).toBe(true);
	});

	it('fails at once while the database is known to be away, what was under way included', async () => {
		const slow = records.pool.query('select pg_sleep(60)');
		await backendOf();
		records.suspend('The database is away: reported by a test');
		const calls = await Promise.allSettled([slow, records.pool.query('select 1'), records.db.transaction(async () => {})]);
		expect(calls.map((call) => call.status === 'rejected' && isOutage(call.reason))).toEqual([true, true, true]);
		records.resume();
		expect(await answers()).toBe(true);
	});
});

describe('a server that dies', () => {
	it('is started again at the same address, however it ended', async () => {
		for (const signal of ['SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
			const before = server.pid;
			await records.pool.query('insert into notes (word) values ($1)', [signal]);
			process.kill(before, signal);
			await comes(() => server.pid !== before);
			await comes(answers);
			expect((await records.pool.query('select word from notes where word = $1', [signal])).rowCount).toBe(1);
		}
		expect(errors.some(({ message }) => message.includes('is being restarted'))).toBe(true);
	});

	it('is reported as unavailable when it stops answering, and as available when it resumes', async () => {
		const health = createStoreHealth();
		const reported: string[] = [];
		health.onChange((outages) => reported.push(outages.map(({ store }) => store).join()));
		const pulse = createPing(server.url);
		await pulse.ping(60_000);
		// Only while the server stands still is it asked in earnest: an answer that a slow machine is late with would be an outage before and after.
		let standsStill = false;
		const watched = watch({
			checkTiming: { intervalMs: 20, timeoutMs: 200 },
			ping: async (within) => (standsStill ? pulse.ping(within) : undefined),
			giveUp: pulse.giveUp,
			onAway: (reason) => {
				records.suspend(reason);
				health.markAway('database', reason);
			},
			onBack: () => {
				standsStill = false;
				records.resume();
				health.markBack('database');
			},
		});
		const backends = [
			server.pid,
			...(await records.pool.query('select pid from pg_stat_activity where pid is not null')).rows.map(({ pid }) => pid),
		];
		await delay(50);
		const fresh = (await records.pool.query('select pid from pg_stat_activity where pid is not null')).rows.map(({ pid }) => pid as number);
		const all = [...new Set([...backends, ...fresh])];
		const waiting = records.pool.query('select pg_sleep(0.2)');
		for (const pid of all) process.kill(pid, 'SIGSTOP');
		standsStill = true;
		const error = await waiting.then(
			() => undefined,
			(found: unknown) => found,
		);
		expect(isOutage(error)).toBe(true);
		expect(health.outages()).toMatchObject([{ store: 'database' }]);
		for (const pid of all) process.kill(pid, 'SIGCONT');
		await comes(() => health.outages().length === 0);
		expect(await answers()).toBe(true);
		expect(reported).toEqual(['database', '']);
		await watched.close();
	});
});
