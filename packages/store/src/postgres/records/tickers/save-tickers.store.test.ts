import type { Ticker } from '@sw/domain/prices/ticker';
import { exchangeDate, type TickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Stores } from '../../../open.ts';
import { testStores } from '../../../testing/test-stores.ts';
import { sql } from '../../orm/drizzle.ts';
import { saveTickers, tickersOf } from './tickers.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

function createTicker(id: number, changes: Partial<Ticker> = {}): Ticker {
	return {
		id: id as TickerId,
		symbol: `T${id}`,
		name: `Ticker ${id}`,
		type: 'stocks',
		industry: null,
		shares: 1_000.25,
		listed: exchangeDate('2020-01-02'),
		delisted: null,
		exchange: 'NASDAQ',
		...changes,
	};
}

/** The version of each stored row, by id: a write changes it. */
async function rowVersions() {
	const { rows } = await stores.records.db.execute<{ id: number; version: string }>(
		sql`select id, xmin::text as version from tickers order by id`,
	);
	return rows.map(({ version }) => version);
}

async function countSeals() {
	return (await stores.records.db.execute(sql`select 1 from record_seals where kind = 'ticker'`)).rows.length;
}

it('writes and seals only tickers that differ from the stored ones', async () => {
	const { db } = stores.records;
	const { exchange: _exchange, ...withoutExchange } = createTicker(3, { shares: null });
	const all = [createTicker(1), createTicker(2), withoutExchange];
	await saveTickers(db, 'test', all);
	const [versions, seals] = [await rowVersions(), await countSeals()];
	await saveTickers(db, 'test', all);
	await saveTickers(db, 'test', [createTicker(2, { shares: 7 })], { keepsShares: true });
	expect([await rowVersions(), await countSeals()]).toEqual([versions, seals]);

	await saveTickers(db, 'test', [createTicker(1), createTicker(2, { shares: 7 }), withoutExchange]);
	expect((await rowVersions()).map((version, at) => version === versions[at])).toEqual([true, false, true]);
	expect(await countSeals()).toBe(seals + 1);
	expect((await tickersOf(db, 'test')).map(({ shares }) => shares)).toEqual([1_000.25, 7, null]);
});

it.each([
	['symbol', 'NEW'],
	['name', 'New Inc.'],
	['type', 'etf'],
	['industry', 'Energy'],
	['listed', exchangeDate('2021-01-04')],
	['delisted', exchangeDate('2022-01-04')],
	['exchange', 'NYSE'],
] as const)('writes another %s', async (field, value) => {
	const { db } = stores.records;
	await saveTickers(db, 'test', [createTicker(1)]);
	await saveTickers(db, 'test', [createTicker(1, { [field]: value, shares: 5 })], { keepsShares: true });
	expect((await tickersOf(db, 'test'))[0]).toMatchObject({ [field]: value, shares: 1_000.25 });
});
