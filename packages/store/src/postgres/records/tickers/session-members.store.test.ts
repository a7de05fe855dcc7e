import { exchangeDate, tickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { openRecords, type Records } from '../../records.ts';
import { memberDates, membersBetween, pastSymbols, saveSessionMembers } from './session-members.ts';
import { ensureEndedTickers, ensureTickers, tickersOf } from './tickers.ts';

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

function members(date: string, symbols: Record<string, number>) {
	return { date: exchangeDate(date), ids: Object.values(symbols).map(tickerId), symbols: Object.keys(symbols) };
}

describe('members of sessions', () => {
	it('come back by date and provider; a session saved again has the later ones', async () => {
		const { db } = records;
		const days = [members('2024-12-03', { BBB: 2, AAA: 1 }), members('2024-12-04', { AAA: 1 }), members('2024-12-05', {})];
		await saveSessionMembers(db, 'massive', days.toReversed());
		await saveSessionMembers(db, 'other', [members('2024-12-09', { ZZZ: 9 })]);
		expect(await memberDates(db, 'massive')).toEqual(['2024-12-03', '2024-12-04', '2024-12-05']);
		expect(await membersBetween(db, 'massive', exchangeDate('2024-12-03'), exchangeDate('2024-12-04'))).toEqual(days.slice(0, 2));
		const later = members('2024-12-04', { NEW: 1, CCC: 3 });
		await saveSessionMembers(db, 'massive', [later]);
		expect(await membersBetween(db, 'massive', later.date, exchangeDate('2024-12-31'))).toEqual([later, days[2]]);
		await saveSessionMembers(db, 'massive', []);
	});

	it('say under which symbols tickers were in sessions, and until when', async () => {
		expect(await pastSymbols(records.db, 'massive')).toEqual([
			{ symbol: 'AAA', id: 1, last: '2024-12-03' },
			{ symbol: 'BBB', id: 2, last: '2024-12-03' },
			{ symbol: 'NEW', id: 1, last: '2024-12-04' },
			{ symbol: 'CCC', id: 3, last: '2024-12-04' },
		]);
	});

	it('of more sessions than one statement has are all saved', async () => {
		const many = Array.from({ length: 250 }, (_, i) => members(new Date(Date.UTC(2020, 0, 1 + i)).toISOString().slice(0, 10), { AAA: 1 }));
		await saveSessionMembers(records.db, 'long', many);
		expect((await memberDates(records.db, 'long')).length).toBe(250);
	});
});

describe('ended tickers', () => {
	const ended = (symbol: string, delisted: string, isStored = false) => ({
		...{ symbol, name: symbol, type: 'stocks' as const, industry: null, shares: null, listed: null },
		...{ delisted: exchangeDate(delisted), isStored },
	});

	it('get the next ids beside the listed ones of the same symbols, and keep them', async () => {
		const { db } = records;
		const { isStored: _, ...listed } = ended('AAA', '2024-12-03');
		const ids = await ensureTickers(db, 'massive', [{ ...listed, delisted: null }]);
		const first = ids.get('AAA') as number;
		const wanted = [ended('AAA', '2024-12-03'), ended('AAA', '2024-06-03'), ended('BBB', '2024-12-03')];
		expect(await ensureEndedTickers(db, 'massive', wanted)).toEqual([first + 1, first + 2, first + 3]);
		expect(await ensureEndedTickers(db, 'massive', wanted.toReversed())).toEqual([first + 3, first + 2, first + 1]);
		expect((await tickersOf(db, 'massive')).map(({ symbol, delisted }) => [symbol, delisted])).toEqual([
			['AAA', null],
			['AAA', '2024-12-03'],
			['AAA', '2024-06-03'],
			['BBB', '2024-12-03'],
		]);
	});

	it('that were stored as listed keep their ids, so that another company may have the symbol', async () => {
		const { db } = records;
		const [stored] = await tickersOf(db, 'massive');
		expect(await ensureEndedTickers(db, 'massive', [ended('AAA', '2025-01-14', true)])).toEqual([stored?.id]);
		const { isStored: _, ...next } = ended('AAA', '2025-01-14');
		const ids = await ensureTickers(db, 'massive', [{ ...next, delisted: null }]);
		expect(ids.get('AAA')).toBe((stored?.id ?? 0) + 4);
		expect((await tickersOf(db, 'massive'))[0]).toEqual({ ...stored, delisted: '2025-01-14' });
	});
});
