import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import type { UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveTickers } from '@sw/store/postgres/records/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { as, userId } from '../areas/testing/callers.ts';
import { guardedApp } from '../areas/testing/desk-app.ts';
import { smallWorld, tickers } from '../market/window/testing/fixture.ts';
import { type Desk, openDesk } from './desk.ts';

let stores: Stores;
let desk: Desk;
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
	const wall = { now: () => Date.UTC(2026, 5, 30) };
	const wiring = { stores, market: world, source: world.source, tops: world.tops, calendar: nyse, inForce: () => PARAMETERS_V1, wall };
	desk = await openDesk({ ...wiring, slotsOn: () => [], explain: async () => null, audit: async () => {} });
	app = await guardedApp(desk.areas);
});
afterAll(async () => {
	await app?.close();
	await desk?.close();
	await stores?.close();
});

const send = async (method: 'POST' | 'DELETE', url: string, body?: object) => {
	const answer = await app.inject({ method, url: `/api/${url}`, headers: as('pro', 1), ...(body ? { payload: body } : {}) });
	return { status: answer.statusCode, body: answer.json() };
};

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
		body: { errors: [{ field: 'tickers', message: 'There is no ticker 4711' }] },
	});
	expect(await remove('filter=99999&tickers=10')).toMatchObject({ status: 400, body: { errors: [{ field: 'filter' }] } });
	expect(await remove('tickers=10,20,30')).toMatchObject({ status: 200, body: { changed: 3, black_list_count: 0 } });
});
