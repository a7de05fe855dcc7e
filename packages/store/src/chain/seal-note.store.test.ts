import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ticker } from '@sw/domain/prices/ticker';
import { tickerId } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createStoredSeals, findSealFaults, sealAllOnce } from '../postgres/records/record-seals.ts';
import { removeTicker } from '../postgres/records/tickers/remove-ticker.ts';
import { renameTicker } from '../postgres/records/tickers/symbol-history.ts';
import { ensureTickers, saveTickers } from '../postgres/records/tickers/tickers.ts';
import { openRecords, type Records, sql } from '../postgres/records.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { openSealNote, SEALS_FILE, type SealNote } from './seal-note.ts';

let database: TestDatabase;
let records: Records;
let folder: string;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-seals-'));
});
afterAll(async () => {
	await records.close();
	await database.drop();
	rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
	await records.db.execute(sql`truncate record_seals, tickers cascade`);
	await records.db.execute(sql`delete from settings where key in ('records_sealed', 'seals_noted')`);
	rmSync(join(folder, SEALS_FILE), { force: true });
});

function ticker(id: number, over: Partial<Ticker> = {}): Ticker {
	return {
		id: tickerId(id),
		symbol: `T${id}`,
		name: `Company ${id}`,
		type: 'stocks',
		industry: null,
		shares: 1_000 * id,
		listed: null,
		delisted: null,
		...over,
	};
}

function run(statement: string) {
	return records.db.execute(sql.raw(statement));
}

async function faults() {
	return (await findSealFaults(records.db)).map(({ kind, key, fault }) => `${fault} ${kind} ${key}`);
}

describe('the seals of tickers', () => {
	it('follow every change that the product makes', async () => {
		await saveTickers(records.db, 'files', [ticker(3), ticker(150), ticker(151)]);
		await saveTickers(records.db, 'files', [ticker(150, { shares: 7 }), ticker(3, { name: 'New name' })], { keepsShares: true });
		const { id: _, ...fresh } = ticker(0, { symbol: 'NEW' });
		await ensureTickers(records.db, 'files', [fresh]);
		await renameTicker(records.db, 'files', 'T3', 'T3.B', '2024-01-03' as never);
		await removeTicker(records.db, 'files', tickerId(150), [], '2024-01-04' as never);
		expect(await faults()).toEqual([]);
		const before = await createStoredSeals(records.db).readEnd();
		await saveTickers(records.db, 'files', [ticker(151)]);
		expect(await createStoredSeals(records.db).readEnd()).toEqual(before);
	});

	it('name the tickers of which anything was changed by other means', async () => {
		await saveTickers(records.db, 'files', [ticker(3), ticker(150), ticker(151)]);
		await run('create table kept as select * from tickers');
		for (const change of [
			"name = 'Forged'",
			'shares = shares + 1',
			'shares = null',
			"symbol = 'ABC'",
			"type = 'index'",
			"industry = 'x'",
			"listed = '2024-01-02'",
			"delisted = '2024-01-02'",
			"exchange = 'NYSE'",
		]) {
			await run(`update tickers set ${change} where id = 150`);
			expect(await faults(), change).toEqual(['changed ticker files 100-199']);
			await run('delete from tickers');
			await run('insert into tickers select * from kept');
		}
		await run('delete from tickers where id = 151');
		expect(await faults()).toEqual(['changed ticker files 100-199']);
		await run('delete from tickers where id = 150');
		expect(await faults()).toEqual(['missing ticker files 100-199']);
		await run("insert into tickers select 901, provider, 'T901', name, type, industry, shares, listed, delisted from kept where id = 3");
		expect(await faults()).toContain('added ticker files 900-999');
		await run('drop table kept');
	});

	it('begin with the tickers of an older version as they are', async () => {
		await run("insert into settings (key, value) values ('records_sealed', 'true')");
		await run("insert into tickers (id, provider, symbol, name, type) values (5, 'files', 'OLD', 'Old', 'stocks')");
		expect(await faults()).toEqual(['added ticker files 0-99']);
		await sealAllOnce(records.db);
		expect(await faults()).toEqual([]);
		await run("update tickers set name = 'Forged' where id = 5");
		await sealAllOnce(records.db);
		expect(await faults()).toEqual(['changed ticker files 0-99']);
	});
});

describe('what is noted of the seals outside of the database', () => {
	const open = (isNew = false): Promise<SealNote> => openSealNote(folder, createStoredSeals(records.db), { isNew });
	const onDisk = () => JSON.parse(readFileSync(join(folder, SEALS_FILE), 'utf8'));
	const seal = (id: number) => saveTickers(records.db, 'files', [ticker(id, { name: `Name ${id}` })]);

	it('begins with nothing and follows the chain', async () => {
		const note = await open();
		expect(onDisk()).toEqual({ links: 0, link: '' });
		await seal(1);
		await note.catchUp();
		expect(onDisk()).toEqual(await createStoredSeals(records.db).readEnd());
		await seal(200);
		// Sealed while no process noted it.
		expect([(await open()).getFault(), onDisk().links]).toEqual([undefined, 2]);
		expect(existsSync(join(folder, `${SEALS_FILE}.draft`))).toBe(false);
	});

	it('notices that the end was cut off, however long the chain is again', async () => {
		const note = await open();
		for (const id of [1, 200, 300]) await seal(id);
		await note.catchUp();
		const end = onDisk();
		await run('delete from record_seals where seq = 3');
		await run('delete from tickers where id = 300');
		// By itself what is left is whole.
		expect(await faults()).toEqual([]);
		expect((await open()).getFault()).toContain('end before the one noted');
		for (const id of [400, 500]) await seal(id);
		await note.catchUp();
		const reopened = await open();
		expect([note.getFault(), reopened.getFault(), onDisk()]).toEqual([expect.any(String), expect.any(String), end]);
		await reopened.accept();
		expect([reopened.getFault(), onDisk(), (await open()).getFault()]).toEqual([
			undefined,
			await createStoredSeals(records.db).readEnd(),
			undefined,
		]);
	});

	it('is missed where it was, and begun where there was none', async () => {
		await seal(1);
		const first = await open();
		expect([first.getFault(), onDisk().links]).toEqual([undefined, 1]);
		for (const spoil of [() => rmSync(join(folder, SEALS_FILE)), () => writeFileSync(join(folder, SEALS_FILE), '{')]) {
			spoil();
			const opened = await open();
			expect(opened.getFault()).toContain('is missing from');
			await opened.catchUp();
			expect(opened.getFault()).toContain('is missing from');
		}
		// A process that is new beside others.
		rmSync(join(folder, SEALS_FILE));
		expect((await open(true)).getFault()).toBeUndefined();
	});
});
