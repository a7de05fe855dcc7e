import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ChainEnd, GENESIS_LINK } from '@sw/domain/reports/chain';
import { type UtcMs, utcMs } from '@sw/domain/time/units';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { openBatch } from '../postgres/records/batches.ts';
import { ensureParameterSet } from '../postgres/records/parameter-sets.ts';
import { storedChain } from '../postgres/records/report-chain.ts';
import { type BuiltReport, commitReports } from '../postgres/records/reports.ts';
import { openRecords, type Records } from '../postgres/records.ts';
import { type TestDatabase, testDatabase } from '../testing/databases.ts';
import { CHAIN_FILE, type ChainNote, openChainNote } from './chain-note.ts';

let database: TestDatabase;
let records: Records;
let folder: string;
beforeAll(async () => {
	database = await testDatabase(inject('databaseUrl'));
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

const open = (): Promise<ChainNote> => openChainNote(folder, storedChain(records.db));
const publish = async (slot: number, note: Pick<ChainNote, 'expect' | 'arrived'>): Promise<ChainEnd> => {
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
	return (await storedChain(records.db).newest()).end;
};
const onDisk = () => JSON.parse(readFileSync(join(folder, CHAIN_FILE), 'utf8'));

describe('what is noted of the chain outside of the database', () => {
	it('begins with nothing and goes along with every publication', async () => {
		const note = await open();
		expect(onDisk()).toEqual({ links: 0, link: GENESIS_LINK, coming: null, sealed: null });
		await publish(0, note);
		const end = await publish(1, note);
		expect(onDisk()).toEqual({ ...end, coming: null, sealed: null });
		expect(end.links).toBe(2);
		expect(note.trouble()).toBeUndefined();
		expect((await open()).trouble()).toBeUndefined();
	});

	it('settles a crash before and after the commit', async () => {
		const note = await open();
		const first = await publish(0, note);
		// The process dies before it notes that the second one is there.
		const second = await publish(1, { expect: note.expect, arrived: async () => {} });
		expect(onDisk()).toMatchObject({ ...first, coming: second });
		expect((await open()).noted()).toEqual({ ...second, coming: null, sealed: null });
		// It dies before the commit.
		await note.arrived(second);
		await note.expect(second, { links: 3, link: 'never' });
		const again = await open();
		expect(again.noted()).toEqual({ ...second, coming: null, sealed: null });
		expect(again.trouble()).toBeUndefined();
	});

	it('is not moved by a chain whose newest report was cut off, nor by what is published behind it, until that is accepted', async () => {
		const note = await open();
		await publish(0, note);
		const end = await publish(1, note);
		await records.db.execute(sql`delete from reports where chain_seq = 2`);
		const opened = await open();
		expect(opened.trouble()).toContain('not the one that was noted');
		await publish(5, opened);
		expect(onDisk()).toEqual({ ...end, coming: null, sealed: null });
		expect((await open()).trouble()).toContain('not the one that was noted');
		await opened.accept();
		expect(opened.trouble()).toBeUndefined();
		expect(onDisk()).toMatchObject((await storedChain(records.db).newest()).end);
		expect((await open()).trouble()).toBeUndefined();
	});

	it('notices a cut while the server runs, at the next publication', async () => {
		const note = await open();
		await publish(0, note);
		await publish(1, note);
		await records.db.execute(sql`delete from reports where chain_seq = 2`);
		await publish(2, note);
		expect(note.trouble()).toContain('not the one that was noted');
	});

	it('that was lost or spoilt is not begun anew where there are reports of format 2', async () => {
		const note = await open();
		await publish(0, note);
		let slot = 10;
		for (const spoil of [() => rmSync(join(folder, CHAIN_FILE)), () => writeFileSync(join(folder, CHAIN_FILE), '{')]) {
			spoil();
			const opened = await open();
			expect(opened.trouble()).toContain('is missing');
			await publish(++slot, opened);
			expect(opened.trouble()).toContain('is missing');
		}
	});

	it('seals the reports of format 1 that it finds', async () => {
		const note = await open();
		await publish(0, note);
		await publish(1, note);
		rmSync(join(folder, CHAIN_FILE));
		await records.db.execute(sql`update reports set format = 1, link = content_hash`);
		const opened = await open();
		expect(opened.trouble()).toBeUndefined();
		expect(opened.noted()).toMatchObject({
			links: 2,
			link: 'content 1',
			sealed: { links: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
		});
		await publish(2, opened);
		expect(onDisk()).toMatchObject({ links: 3, sealed: { links: 2 } });
	});
});
