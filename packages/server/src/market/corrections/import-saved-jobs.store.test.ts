import { openRecords, type Records } from '@sw/store/postgres/records';
import { saveSetting, setting } from '@sw/store/postgres/records/settings';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { bindJob, type JobDefinition } from '../../platform/jobs/definition.ts';
import { openJobs } from '../../platform/jobs/jobs.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';
import { CORRECTIONS } from './correction-kinds.ts';
import { importSavedJobs } from './import-saved-jobs.ts';

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

function id(n: number): string {
	return `00000000-0000-4000-8000-00000000000${n}`;
}

function saved(n: number, over: object) {
	return {
		id: id(n),
		kind: 'gaps',
		request: { from: '2026-06-01', fetch: true },
		by: 'admin@example.test',
		state: 'done',
		phase: 'Done',
		progress: null,
		result: { bars: n },
		error: null,
		created: 1_000 * n,
		started: 1_000 * n + 1,
		finished: 1_000 * n + 2,
		...over,
	};
}

it('corrections saved by an earlier version are migrated: ended ones keep their outcome, the others restart in order', async () => {
	const open = { result: null, finished: null };
	const list = [
		saved(4, { ...open, kind: 'reports', request: { date: '2026-06-02' }, state: 'queued', phase: 'Waiting', started: null }),
		saved(3, {
			...open,
			kind: 'history',
			request: { from: '2026-06-01', to: '2026-06-02' },
			state: 'running',
			phase: 'Fetching',
			progress: 0.4,
		}),
		saved(2, { state: 'failed', phase: 'Failed', result: null, error: 'no answer' }),
		saved(1, {}),
	];
	await saveSetting(records.db, 'admin_jobs', list);
	await importSavedJobs(records.db);
	await importSavedJobs(records.db);
	expect(await setting(records.db, 'admin_jobs')).toBeUndefined();

	const definitions: JobDefinition<object>[] = Object.values(CORRECTIONS);
	const jobs = await openJobs({ records, definitions, wall: createFakeWallClock(9_000), onError: () => {} });
	const { items, total } = await jobs.readPage(Object.keys(CORRECTIONS), { skip: 0, max: 10 });
	expect([total, items.slice(2)]).toEqual([4, list.slice(2)]);
	expect(items.slice(0, 2)).toMatchObject([
		{ id: id(4), state: 'queued', phase: 'Waiting', created: 4_000 },
		{ id: id(3), state: 'queued', phase: 'Waiting', progress: null, created: 3_000 },
	]);
	const ran: string[] = [];
	await jobs.runLane(
		MARKET_LANE,
		definitions.map((definition) =>
			bindJob(definition, async () => {
				ran.push(definition.kind);
				return {};
			}),
		),
	);
	expect(await jobs.follow(id(4))).toMatchObject({ state: 'done', created: 4_000 });
	expect(ran).toEqual(['history', 'reports']);
	await jobs.stop();
});
