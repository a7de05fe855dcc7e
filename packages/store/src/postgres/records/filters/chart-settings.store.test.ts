import type { Level } from '@sw/domain/prices/level';
import type { Ticker } from '@sw/domain/prices/ticker';
import { exchangeDate, type TickerId, tickerId, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { openRecords, type Records } from '../../records.ts';
import { users } from '../../schema/accounts.ts';
import { saveTickers } from '../tickers/tickers.ts';
import { levelsOf, saveLevels } from './chart-settings.ts';

let database: TestDatabase;
let records: Records;
const NOW = utcMs(Date.UTC(2026, 5, 30));
const [A, B, C] = [1, 2, 3].map(tickerId) as [TickerId, TickerId, TickerId];
const [MINE, YOURS] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const;
const LINE: Level = { kind: 'line', price: 12.5 };
const TREND: Level = { kind: 'trend', from: { time: 100, price: 1 }, to: { time: 200, price: 2 } };
const DAY = exchangeDate('2026-06-30');

function on(levels: readonly Level[], basis = DAY) {
	return { levels, basis };
}

const LIMITS = { maxTickers: 2, now: NOW };

beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	const ticker = (id: TickerId): Ticker => ({
		id,
		symbol: `T${id}`,
		name: '',
		type: 'stocks',
		industry: null,
		shares: null,
		listed: null,
		delisted: null,
	});
	await saveTickers(records.db, 'test', [A, B, C].map(ticker));
	await records.db.insert(users).values(
		[MINE, YOURS].map((id) => ({
			id,
			email: `${id}@example.test`,
			emailKey: `${id}@example.test`,
			role: 'user' as const,
			status: 'active' as const,
			createdAt: NOW,
		})),
	);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

describe('levels in price charts', () => {
	it('are kept by user and ticker, in their order, and replaced as a whole', async () => {
		const { db } = records;
		expect(await saveLevels(db, MINE, A, on([LINE, TREND]), LIMITS)).toBe(true);
		expect(await saveLevels(db, YOURS, A, on([TREND]), LIMITS)).toBe(true);
		expect([await levelsOf(db, MINE, A), await levelsOf(db, YOURS, A), await levelsOf(db, MINE, B)]).toEqual([
			on([LINE, TREND]),
			on([TREND]),
			undefined,
		]);
		await saveLevels(db, MINE, A, on([TREND]), LIMITS);
		expect(await levelsOf(db, MINE, A)).toEqual(on([TREND]));
		await saveLevels(db, MINE, A, on([LINE], exchangeDate('2026-07-01')), LIMITS);
		expect(await levelsOf(db, MINE, A)).toEqual(on([LINE], exchangeDate('2026-07-01')));
	});

	it('are of so many tickers, until those of one are deleted', async () => {
		const { db } = records;
		expect(await saveLevels(db, MINE, B, on([LINE]), LIMITS)).toBe(true);
		expect(await saveLevels(db, MINE, C, on([LINE]), LIMITS)).toBe(false);
		expect(await levelsOf(db, MINE, C)).toBeUndefined();
		expect(await saveLevels(db, MINE, B, on([LINE, LINE]), LIMITS)).toBe(true);
		expect(await saveLevels(db, MINE, B, on([]), LIMITS)).toBe(true);
		expect(await saveLevels(db, MINE, C, on([LINE]), LIMITS)).toBe(true);
	});
});
