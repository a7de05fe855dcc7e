import { randomUUID } from 'node:crypto';
import { utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { openRecords, type Records } from '../records.ts';
import { addJob, forgetOldJobs, jobsPage, type NewJob } from './jobs.ts';

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});
beforeEach(() => records.pool.query('truncate jobs cascade'));

function at(minute: number) {
	return utcMs(Date.UTC(2026, 5, 30, 14, minute));
}

/** Asked for in the order of the calls; named by its phase. */
async function add(phase: string, overrides: Partial<NewJob> = {}): Promise<void> {
	await addJob(records.db, {
		id: randomUUID(),
		kind: 'gaps',
		request: {},
		by: 'ann',
		state: 'done',
		phase,
		createdAt: at(0),
		startedAt: at(0),
		finishedAt: at(1),
		...overrides,
	});
}

async function page(kinds: readonly string[], query: Partial<Parameters<typeof jobsPage>[2]> = {}) {
	const { items, ...counted } = await jobsPage(records.db, kinds, { skip: 0, max: 10, ...query });
	return { ...counted, phases: items.map(({ phase }) => phase).join(' ') };
}

describe('the page of jobs', () => {
	beforeEach(async () => {
		await add('one', { finishedAt: at(9), by: 'cid' });
		await add('two', { kind: 'chain', state: 'failed', startedAt: at(4), finishedAt: at(5) });
		await add('three', { state: 'running', finishedAt: null, by: 'bob' });
		await add('hidden', { kind: 'else' });
	});

	it.each([
		['created', 'three two one', 'one two three'],
		['kind', 'three one two', 'two one three'],
		['state', 'three two one', 'one two three'],
		['by', 'one three two', 'two three one'],
		['took', 'three one two', 'two one three'],
		['finished', 'three one two', 'two one three'],
	] as const)('sorts by %s both ways', async (sortBy, down, up) => {
		const kinds = ['gaps', 'chain'];
		expect(await page(kinds, { sortBy, sortDir: 'desc' })).toEqual({ total: 3, isMore: false, phases: down });
		expect(await page(kinds, { sortBy, sortDir: 'asc' })).toEqual({ total: 3, isMore: false, phases: up });
	});

	it('knows kinds, a state and parts', async () => {
		expect(await page(['gaps'])).toMatchObject({ total: 2, phases: 'three one' });
		expect(await page(['gaps', 'chain'], { state: 'failed' })).toMatchObject({ total: 1, phases: 'two' });
		expect(await page(['gaps', 'chain'], { skip: 1, max: 1 })).toMatchObject({ total: 3, phases: 'two' });
	});

	it('counts no further than ten thousand', async () => {
		await records.pool.query(
			"insert into jobs (id, kind, request, by, created_at) select gen_random_uuid(), 'many', '{}', 'ann', now() from generate_series(1, 10001)",
		);
		expect(await page(['many'], { max: 1 })).toMatchObject({ total: 10_000, isMore: true });
		expect(await page(['many'], { max: 1, skip: 10_000 })).toMatchObject({ phases: 'Waiting' });
	});
});

describe('forgetting', () => {
	it('keeps so many of a kind, what is newer, other kinds, and what has not ended', async () => {
		for (const phase of ['a', 'b', 'c', 'd']) await add(phase);
		await add('other', { kind: 'chain' });
		await add('e', { createdAt: at(30) });
		await forgetOldJobs(records.db, 'gaps', { limit: 3, since: utcMs(0) });
		expect(await page(['gaps', 'chain'])).toMatchObject({ phases: 'e other d c' });
		await forgetOldJobs(records.db, 'gaps', { limit: 3, since: at(1) });
		expect(await page(['gaps', 'chain'])).toMatchObject({ phases: 'e other' });
		await add('f', { state: 'queued', finishedAt: null });
		await forgetOldJobs(records.db, 'gaps', { limit: 0, since: at(59) });
		expect(await page(['gaps', 'chain'])).toMatchObject({ phases: 'f other' });
	});

	it('takes no more than a hundred at once', async () => {
		await records.pool.query(
			"insert into jobs (id, kind, request, by, state, created_at) select gen_random_uuid(), 'gaps', '{}', 'ann', 'done', 'epoch' from generate_series(1, 130)",
		);
		await forgetOldJobs(records.db, 'gaps', { limit: 1_000, since: at(0) });
		expect(await page(['gaps'])).toMatchObject({ total: 30 });
	});
});
