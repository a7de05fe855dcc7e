import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainEnd, GENESIS_LINK } from '@sw/domain/reports/chain';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { sql } from '../postgres/orm/drizzle.ts';
import { ensureParameterSet } from '../postgres/records/reports/parameter-sets.ts';
import { createStoredChain } from '../postgres/records/reports/report-chain.ts';
import { type BuiltReport, commitReports } from '../postgres/records/reports/reports.ts';
import { openBatch } from '../postgres/records/tickers/batches.ts';
import { openRecords, type Records } from '../postgres/records.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { CHAIN_FILE, type ChainNote, openChainNote } from './chain-note.ts';

let database: TestDatabase;
let records: Records;
let folder: string;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-chain-'));
});
afterAll(async () => {
	await records.close();
	await database.drop();
	rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
	await records.db.execute(sql`delete from reports`);
	rmSync(join(folder, CHAIN_FILE), { force: true });
});

function open(): Promise<ChainNote> {
	return openChainNote(folder, createStoredChain(records.db));
}

/** One of several processes, each with a data folder of its own. */
function openAmong(name: string, isNew = false): Promise<ChainNote> {
	mkdirSync(join(folder, name), { recursive: true });
	return openChainNote(join(folder, name), createStoredChain(records.db), { isNew });
}

async function publish(slot: number, note: Pick<ChainNote, 'beginPublication' | 'endPublication'>): Promise<ChainEnd> {
	const time = utcMs(Date.UTC(2024, 0, 3, 14, 45 + slot * 15)) as UtcMs;
	const built: BuiltReport = {
		time,
		algo: 'reverse',
		parametersVersion: await ensureParameterSet(records.db, {}),
		engineVersion: '1',
		cutoff: time,
		tickers: 2,
		reconstructed: false,
		publishedAt: time,
		contentHash: `content ${slot}`,
	};
	await commitReports(records.db, await openBatch(records.db, { kind: 'reports', provider: 'test' }), [built], note);
	return (await createStoredChain(records.db).readNewest()).end;
}

function onDisk() {
	return JSON.parse(readFileSync(join(folder, CHAIN_FILE), 'utf8'));
}

describe('what is noted of the chain outside of the database', () => {
	it('begins with nothing and goes along with every publication', async () => {
		const note = await open();
		expect(onDisk()).toEqual({ links: 0, link: GENESIS_LINK, coming: null, sealed: null });
		await publish(0, note);
		const end = await publish(1, note);
		expect(onDisk()).toEqual({ ...end, coming: null, sealed: null });
		expect(end.links).toBe(2);
		expect(note.getFault()).toBeUndefined();
		expect((await open()).getFault()).toBeUndefined();
	});

	it('settles a crash before and after the commit', async () => {
		const note = await open();
		const first = await publish(0, note);
		// The process dies before it notes that the second one is there.
		const second = await publish(1, { beginPublication: note.beginPublication, endPublication: async () => {} });
		expect(onDisk()).toMatchObject({ ...first, coming: second });
		expect((await open()).getNoted()).toEqual({ ...second, coming: null, sealed: null });
		// It dies before the commit.
		await note.endPublication(second);
		await note.beginPublication(second, { links: 3, link: 'never' });
		const reopened = await open();
		expect(reopened.getNoted()).toEqual({ ...second, coming: null, sealed: null });
		expect(reopened.getFault()).toBeUndefined();
	});

	it('is not moved by a chain whose newest report was cut off, nor by what is published behind it, until that is accepted', async () => {
		const note = await open();
		await publish(0, note);
		const end = await publish(1, note);
		await records.db.execute(sql`delete from reports where chain_seq = 2`);
		const opened = await open();
		expect(opened.getFault()).toContain('differs from the one noted');
		await publish(5, opened);
		expect(onDisk()).toEqual({ ...end, coming: null, sealed: null });
		expect((await open()).getFault()).toContain('differs from the one noted');
		await opened.accept();
		expect(opened.getFault()).toBeUndefined();
		expect(onDisk()).toMatchObject((await createStoredChain(records.db).readNewest()).end);
		expect((await open()).getFault()).toBeUndefined();
	});

	it('notices a cut while the server runs, at the next publication', async () => {
		const note = await open();
		await publish(0, note);
		await publish(1, note);
		await records.db.execute(sql`delete from reports where chain_seq = 2`);
		await publish(2, note);
		expect(note.getFault()).toContain('differs from the one noted');
	});

	it('that was lost or damaged is not restarted where there are reports of format 2', async () => {
		const note = await open();
		await publish(0, note);
		let slot = 10;
		for (const spoil of [() => rmSync(join(folder, CHAIN_FILE)), () => writeFileSync(join(folder, CHAIN_FILE), '{')]) {
			spoil();
			const opened = await open();
			expect(opened.getFault()).toContain('is missing from');
			await publish(++slot, opened);
			expect(opened.getFault()).toContain('is missing from');
		}
	});

	it('seals the reports of format 1 that it finds', async () => {
		const note = await open();
		await publish(0, note);
		await publish(1, note);
		rmSync(join(folder, CHAIN_FILE));
		await records.db.execute(sql`update reports set format = 1, link = content_hash`);
		const opened = await open();
		expect(opened.getFault()).toBeUndefined();
		expect(opened.getNoted()).toMatchObject({
			links: 2,
			link: 'content 1',
			sealed: { links: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
		});
		await publish(2, opened);
		expect(onDisk()).toMatchObject({ links: 3, sealed: { links: 2 } });
	});
});

describe('the notes of several processes', () => {
	const noteOf = (name: string) => JSON.parse(readFileSync(join(folder, name, CHAIN_FILE), 'utf8'));
	beforeEach(() => {
		for (const name of ['one', 'other', 'reader']) rmSync(join(folder, name), { recursive: true, force: true });
	});

	it('of one who takes over goes on from what others have published', async () => {
		const [one, other] = [await openAmong('one', true), await openAmong('other', true)];
		await publish(0, one);
		await publish(1, other);
		await publish(2, other);
		const end = await publish(3, one);
		expect(noteOf('one')).toEqual({ ...end, coming: null, sealed: null });
		expect(noteOf('other')).toMatchObject({ links: 3 });
		expect([one.getFault(), other.getFault()]).toEqual([undefined, undefined]);
		const reopened = await openAmong('other');
		expect(reopened.getFault()).toBeUndefined();
		await reopened.catchUp();
		expect(reopened.getNoted()).toMatchObject(end);
	});

	it('of one who was broken off gives way to what the next one published in its place', async () => {
		const [one, other] = [await openAmong('one', true), await openAmong('other', true)];
		const first = await publish(0, one);
		await one.beginPublication(first, { links: 2, link: 'never' });
		await publish(1, other);
		const reopened = await openAmong('one');
		const end = await publish(2, reopened);
		expect(reopened.getFault()).toBeUndefined();
		expect(noteOf('one')).toEqual({ ...end, coming: null, sealed: null });
	});

	it('says that the chain was cut, however long others have made it since', async () => {
		const [one, other] = [await openAmong('one', true), await openAmong('other', true)];
		await publish(0, one);
		await publish(1, one);
		await records.db.execute(sql`delete from reports where chain_seq = 2`);
		await publish(5, other);
		await publish(6, other);
		expect((await openAmong('one')).getFault()).toContain('differs from the one noted');
		await one.catchUp();
		expect(one.getFault()).toContain('differs from the one noted');
		expect(noteOf('one')).toMatchObject({ links: 2 });
	});

	it('is not written by a reader, not missed by one who is new, and missed by one who had it', async () => {
		await publish(0, await openAmong('one', true));
		const reader = await openAmong('reader', true);
		expect(reader.getFault()).toBeUndefined();
		expect(existsSync(join(folder, 'reader', CHAIN_FILE))).toBe(false);
		rmSync(join(folder, 'one', CHAIN_FILE));
		expect((await openAmong('one')).getFault()).toContain('is missing from');
	});
});
