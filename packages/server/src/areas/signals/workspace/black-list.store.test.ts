import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { DAY, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../compose/areas/workspace.ts';
import { NOW, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { headersOf, userId } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';

const WALL = Date.UTC(2026, 5, 30);
/** The market of the fixture lies in 2024, two years before the wall clock. */
const market = { time: NOW };

let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;
beforeAll(async () => {
	stores = await testStores();
	await saveTickers(stores.records.db, 'test', tickers);
	await stores.records.db.insert(users).values({
		id: userId(1),
		email: 'u@example.test',
		emailKey: 'u@example.test',
		role: 'user',
		status: 'active',
		createdAt: 0 as UtcMs,
	});
	const world = smallWorld();
	const wall = { now: () => WALL };
	const wiring = {
		stores,
		market: { ...world, now: () => market.time },
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall,
	};
	workspace = await openWorkspace({ ...wiring, slotsOn: () => [], explain: async () => null, audit: async () => {} });
	app = await guardedApp(workspace.areas);
});
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});

async function send(method: 'POST' | 'DELETE', url: string, body?: object) {
	const answer = await app.inject({ method, url: `/api/${url}`, headers: headersOf('pro', 1), ...(body ? { payload: body } : {}) });
	return { status: answer.statusCode, body: answer.json() };
}

it('changes nothing when entries are added as they are, or taken off where they are not', async () => {
	const add = async (body: object) => (await send('POST', 'black-list', { tickers: [10, 30], ...body })).body;
	expect(await add({ reason: 'loud' })).toMatchObject({ changed: 2, black_list_count: 2 });
	expect(await add({ reason: 'loud' })).toMatchObject({ changed: 0, black_list_count: 2 });
	expect(await add({ reason: 'loud', tickers: [10, 10, 20] })).toMatchObject({ changed: 1, black_list_count: 3 });
	expect(await add({ reason: 'quiet', tickers: [10, 20] })).toMatchObject({ changed: 2, black_list_count: 3 });
	const remove = (query: string) => send('DELETE', `black-list?${query}`);
	expect(await remove('tab=free&tickers=10')).toMatchObject({ status: 200, body: { changed: 0, black_list_count: 3 } });
	expect(await remove('tickers=40')).toMatchObject({ status: 200, body: { changed: 0, black_list_count: 3 } });
	expect(await remove('tickers=4711')).toMatchObject({
		status: 400,
		body: { errors: [{ field: 'tickers', message: 'There is no ticker 4711. GET /api/tickers lists tickers with their ids.' }] },
	});
	expect(await remove('filter=99999&tickers=10')).toMatchObject({ status: 400, body: { errors: [{ field: 'filter' }] } });
	expect(await remove('tickers=10,20,30')).toMatchObject({ status: 200, body: { changed: 3, black_list_count: 0 } });
});

it('ends by the date of the market where that lies in the past', async () => {
	const freeze = (until: number) => send('POST', 'black-list', { tickers: [20], until: isoSeconds(until) });
	// Past by the wall clock, ahead of the market.
	expect(await freeze(NOW + DAY)).toMatchObject({ status: 200, body: { changed: 1, black_list_count: 1 } });
	await workspace.sweep();
	const count = async (): Promise<number> => (await send('POST', 'black-list', { tickers: [30] })).body.black_list_count;
	expect(await count()).toBe(2);
	market.time = utcMs(NOW + DAY);
	expect(await count()).toBe(1);
	const refused = await freeze(NOW + DAY);
	expect([refused.status, refused.body.errors[0]]).toEqual([400, { field: 'until', message: expect.stringContaining('2024-05-02T') }]);
	// A market that is ahead of the wall clock ends nothing early.
	market.time = utcMs(WALL + 9 * DAY);
	expect((await freeze(WALL + DAY)).body.black_list_count).toBe(2);
});
