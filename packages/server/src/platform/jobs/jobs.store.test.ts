import { type TestDatabase, testDatabase } from '@sw/store/testing/databases';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { jobId } from './job-id.ts';
import { type Jobs, openJobs } from './jobs.ts';

let database: TestDatabase;
let jobs: Jobs;
const troubles: string[] = [];
const RULES = { atOnce: 2, within: 60, retries: 1 };
beforeAll(async () => {
	database = await testDatabase(inject('databaseUrl'));
	jobs = await openJobs(database.url, (what) => troubles.push(what));
});
afterAll(async () => {
	await jobs?.stop();
	await database?.drop();
});

/** The queue's clock is PostgreSQL's, so what it brings about is waited for. */
const until = (condition: () => boolean): Promise<void> => expect.poll(condition, { timeout: 20_000, interval: 10 }).toBe(true);

describe('jobs', () => {
	it('run once for a key, however often it is sent', async () => {
		const ran: string[] = [];
		await jobs.work<{ name: string }>('test-once', RULES, async ({ name }) => void ran.push(name));
		for (const name of ['a', 'b', 'a']) await jobs.send('test-once', name, { name });
		await until(() => ran.length === 2);
		await jobs.send('test-once', 'b', { name: 'b' });
		await jobs.send('test-once', 'c', { name: 'c' });
		await until(() => ran.includes('c'));
		expect(ran.sort()).toEqual(['a', 'b', 'c']);
	});

	it('are tried again after a failure, which is told', async () => {
		let tries = 0;
		await jobs.work('test-retry', RULES, async () => {
			tries++;
			if (tries === 1) throw new Error('down');
		});
		await jobs.send('test-retry', 'x', {});
		await until(() => tries === 2);
		expect(troubles).toEqual(['job test-retry']);
	});

	it('hear that the product stops', async () => {
		const other = await openJobs(database.url, () => {});
		let broken = false;
		let began = false;
		await other.work('test-stop', RULES, async (_data, signal) => {
			began = true;
			await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason), { once: true })).catch(() => {
				broken = true;
			});
		});
		await other.send('test-stop', 'x', {});
		await until(() => began);
		await other.stop();
		expect(broken).toBe(true);
	});
});

it('makes the same identifier of the same key, per queue', () => {
	expect(jobId('q', 'k')).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
	expect(new Set([jobId('q', 'k'), jobId('q', 'k'), jobId('p', 'k'), jobId('q', 'l')]).size).toBe(3);
});
