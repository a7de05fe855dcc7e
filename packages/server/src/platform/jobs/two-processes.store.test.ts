import { openRecords, type Records } from '@sw/store/postgres/records';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { systemWallClock } from '../clocks/wall-clock.ts';
import { type Jobs, openJobs } from './jobs.ts';
import { startWorker, type Worker } from './testing/start-worker.ts';
import { HOLD, NOTE, TEST_JOBS } from './testing/test-jobs.ts';

let database: TestDatabase;
let records: Records;
/** This process asks for jobs and works on none. */
let jobs: Jobs;
let workers: [Worker, Worker];
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	jobs = await openJobs({ records, definitions: TEST_JOBS, wall: systemWallClock, onError: () => {} });
	workers = await Promise.all([startWorker(database.url), startWorker(database.url)]);
});
afterAll(async () => {
	await Promise.all(workers?.map((worker) => worker.stop()) ?? []);
	await jobs?.stop();
	await records?.close();
	await database?.drop();
});

function until<T>(condition: () => T | Promise<T>) {
	return expect.poll(condition, { interval: 10 });
}

/** Which of the workers has begun a job. */
async function whoHas(name: string): Promise<Worker> {
	const found = (): Worker | undefined => workers.find(({ lines }) => lines.includes(`begin ${name}`));
	await until(found).toBeDefined();
	return found() as Worker;
}

/** What jobs have said, in the order of their saying, whichever process they ran in. */
async function allLines(names: readonly string[]): Promise<string[]> {
	const { rows } = await records.pool.query<{ line: string }>('select line from job_lines order by number');
	return rows.map(({ line }) => line).filter((line) => names.includes(line.split(' ')[1] ?? ''));
}

describe('two processes on one database', () => {
	it('run each job once, in the order of asking, one at a time', async () => {
		const names = Array.from({ length: 12 }, (_, i) => `n${i}`);
		const submitted = [];
		for (const name of names) submitted.push(await jobs.submit(NOTE, { name }, 'a@b'));
		const ended = await Promise.all(submitted.map(({ id }) => jobs.follow(id)));
		expect(ended.map(({ state, result }) => [state, result])).toEqual(names.map((name) => ['done', { name }]));
		expect(await allLines(names)).toEqual(names.flatMap((name) => [`begin ${name}`, `end ${name}`]));
	});

	it('run a job once that both were notified of', async () => {
		const { id } = await jobs.submit(HOLD, { name: 'one' }, 'a@b');
		const worker = await whoHas('one');
		const behind = await jobs.submit(NOTE, { name: 'behind' }, 'a@b');
		expect((await jobs.find(behind.id))?.state).toBe('queued');
		worker.releaseJob('one');
		expect((await jobs.follow(id)).state).toBe('done');
		expect((await jobs.follow(behind.id)).state).toBe('done');
		expect(workers.flatMap(({ lines }) => lines).filter((line) => line === 'begin one')).toEqual(['begin one']);
		expect(await allLines(['one', 'behind'])).toEqual(['begin one', 'end one', 'begin behind', 'end behind']);
	});

	it('end a job that is canceled from elsewhere, and go on with the next', async () => {
		const { id } = await jobs.submit(HOLD, { name: 'wrong' }, 'a@b');
		const next = await jobs.submit(NOTE, { name: 'right' }, 'a@b');
		const worker = await whoHas('wrong');
		expect(await jobs.cancel(id)).toMatchObject({ id });
		expect(await jobs.follow(id)).toMatchObject({ state: 'canceled', error: null, result: null });
		await until(() => worker.lines).toContain('broken wrong');
		expect((await jobs.follow(next.id)).state).toBe('done');
		expect(await allLines(['wrong', 'right'])).toEqual(['begin wrong', 'begin right', 'end right']);
	});

	it('take up the job of one that is killed, before what waits behind it', async () => {
		const { id } = await jobs.submit(HOLD, { name: 'lost' }, 'a@b');
		const last = await jobs.submit(NOTE, { name: 'last' }, 'a@b');
		const victim = await whoHas('lost');
		const other = workers.find((worker) => worker !== victim) as Worker;
		// It notifies this test at once and writes its line meanwhile: unwritten output is lost with it.
		await until(() => allLines(['lost'])).toEqual(['begin lost']);
		await victim.kill();
		workers = [other, await startWorker(database.url)];
		const heir = await whoHas('lost');
		heir.releaseJob('lost');
		expect(await jobs.follow(id)).toMatchObject({ state: 'done', result: { name: 'lost' } });
		expect((await jobs.follow(last.id)).state).toBe('done');
		expect(await allLines(['lost', 'last'])).toEqual(['begin lost', 'begin lost', 'end lost', 'begin last', 'end last']);
	});
});
