import type { Ticker } from '@sw/domain/prices/ticker';
import { GENESIS_LINK } from '@sw/domain/reports/chain';
import { exchangeDate, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { buildDatabaseUrl, createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { UNFENCED } from './lead/fence.ts';
import { migrateRecords } from './migrate.ts';
import { sql } from './orm/drizzle.ts';
import { readMarketClock, saveMarketClock } from './records/market-clock.ts';
import { ensureParameterSet, parameterSet } from './records/reports/parameter-sets.ts';
import { verifyChain } from './records/reports/report-chain.ts';
import {
	type BuiltReport,
	commitReports,
	latestReport,
	reportAt,
	reportsBetween,
	reportTimes,
	reportVersions,
} from './records/reports/reports.ts';
import { type DatedSlot, fillSlots, replaceSlots, slotsBetween } from './records/reports/schedule.ts';
import { ensureSetting, saveSetting, setting } from './records/settings.ts';
import { abortBatch, openBatch } from './records/tickers/batches.ts';
import { dividendsOf, revokeContradictedSplit, saveDividends, saveSplits, splitsOf } from './records/tickers/corporate-actions.ts';
import { finishImport, importOf, startImport } from './records/tickers/imports.ts';
import { ensureTickers, saveTickers, tickersOf } from './records/tickers/tickers.ts';
import { openRecords, type Records } from './records.ts';

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

function ticker(id: number, symbol: string, more: Partial<Ticker> = {}): Ticker {
	return {
		id: tickerId(id),
		symbol,
		name: `${symbol} Inc.`,
		type: 'stocks',
		industry: null,
		shares: 1.5e9,
		listed: exchangeDate('2020-01-02'),
		delisted: null,
		...more,
	};
}

describe('migrations', () => {
	it('run by four processes at once end in one schema', async () => {
		const { db } = records;
		await db.execute(sql`create database bare`);
		const url = buildDatabaseUrl(inject('databaseUrl'), 'bare');
		await Promise.all([1, 2, 3, 4].map(() => migrateRecords(url)));
		const bare = openRecords(url);
		expect(await tickersOf(bare.db, 'any')).toEqual([]);
		await bare.close();
		await db.execute(sql`drop database bare with (force)`);
	});
});

describe('tickers', () => {
	it('come back ascending as saved, and a second save replaces', async () => {
		const { db } = records;
		await saveTickers(db, 'simulated', [ticker(12, 'BBB', { industry: 'Energy' }), ticker(11, 'AAA', { shares: null, listed: null })]);
		await saveTickers(db, 'simulated', [ticker(12, 'BBC', { exchange: 'NASDAQ' })]);
		expect(await tickersOf(db, 'simulated')).toEqual([
			ticker(11, 'AAA', { shares: null, listed: null, exchange: null }),
			ticker(12, 'BBC', { exchange: 'NASDAQ' }),
		]);
		await saveTickers(db, 'simulated', []);
	});

	it('unknown by symbol get the next ids; a delisted holder of the symbol is another ticker', async () => {
		const { db } = records;
		await saveTickers(db, 'files', [ticker(40, 'OLD', { delisted: exchangeDate('2022-03-01') }), ticker(41, 'KEPT')]);
		const { id: _, ...fresh } = ticker(0, 'OLD');
		const { id: __, ...kept } = ticker(0, 'KEPT');
		const ids = await ensureTickers(db, 'files', [fresh, kept]);
		expect(ids).toEqual(
			new Map([
				['OLD', 42],
				['KEPT', 41],
			]),
		);
		expect(await ensureTickers(db, 'files', [fresh])).toEqual(new Map([['OLD', 42]]));
		const both = await Promise.all(['X', 'Y'].map((symbol) => ensureTickers(db, 'files', [{ ...fresh, symbol }])));
		expect(both.flatMap((map) => [...map.values()]).sort()).toEqual([43, 44]);
	});

	it('have splits and dividends, of which a revoked split is out of force until saved again', async () => {
		const { db } = records;
		const split = { tickerId: tickerId(41), date: exchangeDate('2023-06-01'), ratio: 4 };
		await saveSplits(db, 'test', [split]);
		expect(await splitsOf(db, 'files')).toEqual([split]);
		expect(await revokeContradictedSplit(db, split)).toBe(true);
		expect(await splitsOf(db, 'files')).toEqual([]);
		await saveSplits(db, 'test', [{ ...split, ratio: 2 }]);
		expect(await splitsOf(db, 'files')).toEqual([{ ...split, ratio: 2 }]);
		const dividend = { tickerId: tickerId(41), exDate: exchangeDate('2023-07-03'), amount: 0.24 };
		await saveDividends(db, 'test', [dividend]);
		expect(await dividendsOf(db, 'files')).toEqual([dividend]);
		expect(await dividendsOf(db, 'simulated')).toEqual([]);
	});
});

describe('parameters, schedule, clock, imports, settings', () => {
	it('number a parameter set once', async () => {
		const first = await ensureParameterSet(records.db, { rings: [1.5, 2], h: { a: 1, b: 2 } });
		expect(await ensureParameterSet(records.db, { h: { b: 2, a: 1 }, rings: [1.5, 2] })).toBe(first);
		expect(await ensureParameterSet(records.db, { rings: [2, 1.5], h: { a: 1, b: 2 } })).toBe(first + 1);
		expect(await parameterSet(records.db, first)).toEqual({ rings: [1.5, 2], h: { a: 1, b: 2 } });
		expect(await parameterSet(records.db, 99)).toBeUndefined();
	});

	it('fill slots without touching those written, and replace those of a date', async () => {
		const slot = (time: string, report: DatedSlot['report'] = 'pro'): DatedSlot => ({
			date: exchangeDate('2024-01-03'),
			time,
			report,
			algo: 'reverse',
			is_use: true,
		});
		const { db } = records;
		expect(await fillSlots(db, [slot('14:45:00'), slot('15:00:00')])).toBe(2);
		expect(await fillSlots(db, [slot('14:45:00', 'basic'), slot('15:15:00')])).toBe(1);
		expect(await slotsBetween(db, slot('').date, slot('').date)).toEqual([slot('14:45:00'), slot('15:00:00'), slot('15:15:00')]);
		expect(await replaceSlots(db, [slot('14:45:00', 'basic')])).toBe(1);
		expect(await slotsBetween(db, slot('').date, slot('').date)).toEqual([slot('14:45:00', 'basic')]);
	});

	it('keep the market clock to the millisecond', async () => {
		expect(await readMarketClock(records.db, 'simulated')).toBeUndefined();
		await saveMarketClock(records.db, 'simulated', utcMs(1_700_000_000_123), UNFENCED);
		await saveMarketClock(records.db, 'simulated', utcMs(1_700_000_000_124), UNFENCED);
		expect(await readMarketClock(records.db, 'simulated')).toBe(1_700_000_000_124);
	});

	it('note imports by the hash of the file', async () => {
		const { db } = records;
		const batchId = await openBatch(db, { kind: 'bars', provider: 'files', note: 'a.csv' });
		await startImport(db, { fileHash: 'h', path: 'a.csv', format: 'csv', batchId });
		await finishImport(db, 'h', { state: 'failed', rows: 0, rejects: 3, note: 'line 4' });
		expect(await importOf(db, 'h')).toMatchObject({ state: 'failed', rejects: 3, note: 'line 4', batchId });
		await startImport(db, { fileHash: 'h', path: 'b.csv', format: 'csv', batchId });
		expect(await importOf(db, 'h')).toMatchObject({ state: 'running', path: 'b.csv', note: '', finishedAt: null });
		await abortBatch(db, batchId, 'broken');
	});

	it('keep settings as JSON', async () => {
		expect(await setting(records.db, 'k')).toBeUndefined();
		expect(await ensureSetting(records.db, 'k', { a: [1] })).toEqual({ a: [1] });
		expect(await ensureSetting(records.db, 'k', 2)).toEqual({ a: [1] });
		await saveSetting(records.db, 'k', 'text');
		expect(await setting(records.db, 'k')).toBe('text');
	});
});

describe('reports', () => {
	const at = (slot: number): UtcMs => utcMs(Date.UTC(2024, 0, 3, 14, 45 + slot * 15));
	const built = async (slot: number, content = `content ${slot}`): Promise<BuiltReport> => ({
		time: at(slot),
		algo: 'reverse',
		parametersVersion: await ensureParameterSet(records.db, {}),
		engineVersion: '1',
		cutoff: at(slot),
		tickers: 1_200,
		reconstructed: false,
		publishedAt: at(slot),
		contentHash: content,
	});
	const publish = async (...reports: BuiltReport[]) =>
		commitReports(records.db, await openBatch(records.db, { kind: 'reports', provider: 'test' }), reports);

	it('form one chain; a correction is the next link and the version in force', async () => {
		const [first, second] = await publish(await built(0), await built(1));
		expect(first).toMatchObject({ version: 1, chainSeq: 1, previousHash: GENESIS_LINK });
		expect(second).toMatchObject({ version: 1, chainSeq: 2, previousHash: first?.link });
		const [correction] = await publish(await built(0, 'corrected'));
		expect(correction).toMatchObject({ version: 2, chainSeq: 3, previousHash: second?.link });

		const { db } = records;
		expect(await reportAt(db, at(0), 'reverse')).toEqual(correction);
		expect(await reportAt(db, at(0), 'reverse', 1)).toEqual({ ...first, supersededBy: 2 });
		expect(await reportAt(db, at(0), 'forecast')).toBeUndefined();
		expect(await reportVersions(db, at(0), 'reverse')).toBe(2);
		expect(await latestReport(db, 'reverse')).toEqual(second);
		expect(await latestReport(db, 'reverse', at(0))).toEqual(correction);
		expect(await reportTimes(db, at(0), at(1), 'reverse')).toEqual([at(0), at(1)]);
		expect((await reportsBetween(db, at(0), at(0), 'reverse')).map((report) => report.version)).toEqual([2]);
	});

	it('arrive by the thousand, new ones and corrections together, as one chain read in order', async () => {
		const like = await built(40);
		const report = (slot: number, contentHash: string): BuiltReport => ({ ...like, time: at(slot), contentHash });
		await publish(report(40, 'first'), report(42, 'first'));
		const [second] = await publish(report(42, 'again'));
		expect(second).toMatchObject({ version: 2 });
		const many = await publish(...Array.from({ length: 2_100 }, (_, i) => report(40 + i, `many ${i}`)));
		expect(many.map(({ version }) => version).slice(0, 4)).toEqual([2, 1, 3, 1]);
		expect(many.map(({ chainSeq }) => chainSeq)).toEqual(many.map((_, i) => (many[0]?.chainSeq as number) + i));
		expect(many.slice(1).every(({ previousHash }, i) => previousHash === many[i]?.link)).toBe(true);
		const { db } = records;
		expect(await verifyChain(db)).toEqual({ links: many.at(-1)?.chainSeq });
		expect(await reportsBetween(db, at(40), at(2_139), 'reverse')).toEqual(many);
		expect((await reportAt(db, at(42), 'reverse', 2))?.supersededBy).toBe(3);
		expect((await reportAt(db, at(42), 'reverse', 1))?.supersededBy).toBe(2);
		await db.execute(sql`delete from reports where chain_seq > 3`);
	});

	it('are published whole or not at all', async () => {
		const before = await verifyChain(records.db);
		const fail: BuiltReport = { ...(await built(3)), parametersVersion: 999 };
		const refused = await publish(...Array.from({ length: 500 }, (_, i) => ({ ...fail, time: at(3 + i) }))).catch((error: Error) => error);
		expect(refused).toMatchObject({ message: expect.stringMatching(/^.{0,200}"reports".{0,200}$/) });
		await expect(publish(await built(2), fail)).rejects.toThrow('reports');
		expect(await verifyChain(records.db)).toEqual(before);
		const build = await openBatch(records.db, { kind: 'reports', provider: 'test' });
		await abortBatch(records.db, build);
		await expect(commitReports(records.db, build, [await built(2)])).rejects.toThrow('not open');
		expect(await reportAt(records.db, at(2), 'reverse')).toBeUndefined();
	});

	it('published by many at once still form one chain', async () => {
		await Promise.all([10, 11, 12, 13, 14, 15].map(async (slot) => publish(await built(slot))));
		expect(await verifyChain(records.db)).toEqual({ links: 9 });
	});

	it('show a changed or missing link', async () => {
		const { db } = records;
		expect(await verifyChain(db, async (link) => link.contentHash)).toEqual({ links: 9 });
		expect(await verifyChain(db, async (link) => (link.chainSeq === 4 ? 'other' : link.contentHash))).toEqual({ links: 3, brokenAt: 4 });
		await db.execute(sql`update reports set content_hash = 'forged' where chain_seq = 2`);
		expect(await verifyChain(db)).toEqual({ links: 1, brokenAt: 2 });
		await db.execute(sql`delete from reports where chain_seq = 2`);
		expect(await verifyChain(db)).toEqual({ links: 1, brokenAt: 2 });
	});
});
