import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { DAY, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { addDays, newYorkDate } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { saveSplits } from '@sw/store/postgres/records/tickers/corporate-actions';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../compose/areas/workspace.ts';
import { smallWorld, tickers } from '../../market/window/testing/fixture.ts';
import { headersOf, userId } from '../testing/callers.ts';
import { guardedApp } from '../testing/workspace-app.ts';

let stores: Stores;
let workspace: Workspace;
/** Days by which the market's clock is ahead of its reports. */
const market = { ahead: 0 };
let today: ReturnType<typeof newYorkDate>;
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
	today = newYorkDate(world.now());
	const ahead = { ...world, now: () => utcMs(world.now() + market.ahead * DAY) };
	const wall = { now: () => Date.UTC(2026, 5, 30) };
	const wiring = {
		stores,
		market: ahead,
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

async function send(method: 'GET' | 'PUT', path: string, body?: object) {
	const payload = body === undefined ? {} : { payload: body as InjectOptions['payload'] & object };
	const answer = await app.inject({ method, url: `/api/${path}`, headers: headersOf('pro'), ...payload });
	return { status: answer.statusCode, body: answer.json() };
}

describe('levels in a price chart', () => {
	const LEVELS = 'user-settings/levels';
	const line = { kind: 'line', price: 12.5 };
	const trend = {
		kind: 'trend',
		from: { time: '2024-04-01T14:00:00Z', price: 10 },
		to: { time: '2024-05-01T14:00:00Z', price: 12.25 },
	};
	const put = (items: unknown, id = 30) => send('PUT', `${LEVELS}/${id}`, { items });

	it('are kept for their user and their ticker, and replaced as a whole', async () => {
		expect(await send('GET', `${LEVELS}/30`)).toMatchObject({ status: 200, body: { ticker_id: 30, items: [], allowed: 20 } });
		expect(await put([line, trend])).toMatchObject({ status: 200, body: { items: [line, trend] } });
		expect((await send('GET', `${LEVELS}/30`)).body.items).toEqual([line, trend]);
		expect((await send('GET', `${LEVELS}/20`)).body.items).toEqual([]);
		await put([]);
		expect((await send('GET', `${LEVELS}/30`)).body.items).toEqual([]);
	});

	it('stay among the bars where they were drawn when shares are split', async () => {
		await put([line, trend]);
		const ticker = tickerId(30);
		// On the day on which they were drawn, and before: their prices know it already.
		await saveSplits(stores.records.db, 'test', [{ tickerId: ticker, date: today, ratio: 7 }]);
		expect((await send('GET', `${LEVELS}/30`)).body.items).toEqual([line, trend]);
		await saveSplits(stores.records.db, 'test', [{ tickerId: ticker, date: addDays(today, 1), ratio: 4 }]);
		market.ahead = 1;
		const { items } = (await send('GET', `${LEVELS}/30`)).body;
		expect(items).toEqual([
			{ kind: 'line', price: 3.125 },
			{ ...trend, from: { ...trend.from, price: 2.5 }, to: { ...trend.to, price: 3.0625 } },
		]);
		// What is saved again is on the new basis, and is not moved twice.
		await put(items);
		expect((await send('GET', `${LEVELS}/30`)).body.items).toEqual(items);
	});

	it('are refused with what to do: too many, backwards in time, without a price, of no ticker', async () => {
		const many = await put(new Array(21).fill(line));
		expect([many.status, many.body.errors[0]]).toEqual([
			400,
			{ field: 'items', message: 'A ticker can have 20 levels. Delete one first.' },
		]);
		const backwards = await put([{ ...trend, from: trend.to, to: trend.from }]);
		expect([backwards.status, backwards.body.errors[0].message]).toEqual([400, 'A trend line needs two instants, the earlier one first.']);
		expect((await put([{ kind: 'line', price: 0 }])).status).toBe(400);
		expect((await put([{ kind: 'circle' }])).status).toBe(400);
		expect(await put([line], 99)).toMatchObject({ status: 404, body: { detail: 'Ticker not found' } });
	});
});
