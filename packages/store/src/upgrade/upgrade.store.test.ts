import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backUp } from '../backup/back-up.ts';
import { restore } from '../backup/restore.ts';
import { insertBars, queryBars } from '../clickhouse/bars.ts';
import { openStores, type Stores } from '../open.ts';
import { findPostgresBinaries } from '../postgres/embedded/binaries.ts';
import { chooseUser } from '../postgres/embedded/run-as.ts';
import { listAudit } from '../postgres/records/accounts/audit.ts';
import { saveSetting, setting } from '../postgres/records/settings.ts';
import { commitBatch, openBatch, visibleBatches } from '../postgres/records/tickers/batches.ts';
import { sampleBars } from '../testing/sample-blocks.ts';
import { currentVersion, readDataVersion } from './data-version.ts';
import { readSnapshot, rollBack, SNAPSHOT, takeSnapshot } from './snapshot.ts';

const OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;

function silent(): void {}

let root: string;
let folder: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-upgrade-'));
	folder = join(root, 'data');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function open(product?: string): Promise<Stores> {
	return openStores({ folder, ...(product ? { product } : {}) });
}

async function addBars({ records, series }: Stores, tickers: number, at: number): Promise<void> {
	const batch = await openBatch(records.db, { kind: 'bars', provider: 'test' });
	const block = sampleBars(tickers, [at]);
	await insertBars(series, block, batch);
	await commitBatch(records.db, batch, block.count);
}

async function bars({ records, series }: Stores): Promise<number> {
	return (await queryBars(series, undefined, 0, 2e9, await visibleBatches(records.db))).count;
}

async function upgrades({ records }: Stores) {
	return (await listAudit(records.db, { act: 'data.upgrade' }, 0, 10)).items;
}

describe('stores of a version', () => {
	it('are copied before they are upgraded, and come back by a rollback', async () => {
		// As versions before 0.2.0 left it: nothing says how far it came.
		const old = await open();
		await addBars(old, 3, OPEN);
		await saveSetting(old.records.db, 'x', 'before');
		await old.close();

		const upgraded = await open('0.2.0');
		expect(await readSnapshot(folder)).toMatchObject({ from: null, to: { product: '0.2.0' } });
		expect(await upgrades(upgraded)).toMatchObject([{ target: '0.2.0', actor: 'Signalwheel', detail: { from: null, snapshot: SNAPSHOT } }]);
		await addBars(upgraded, 2, OPEN + 86_400);
		await upgraded.series.bulk.run('OPTIMIZE TABLE bars FINAL');
		await saveSetting(upgraded.records.db, 'x', 'after');
		await upgraded.close();

		// No further upgrade, no further copy.
		const made = (await readSnapshot(folder))?.made;
		await (await open('0.2.1')).close();
		expect((await readSnapshot(folder))?.made).toBe(made);
		expect(await readDataVersion(folder)).toMatchObject({ product: '0.2.0' });

		await rollBack(folder);
		expect(existsSync(join(folder, SNAPSHOT))).toBe(false);
		await using back = await open();
		expect(await setting(back.records.db, 'x')).toBe('before');
		expect(await bars(back)).toBe(3 * 26);
		expect(await upgrades(back)).toEqual([]);
	});

	it('are refused by programs that open whatever they find, until a rollback', async () => {
		// Reads the configuration as such a program would, and nothing else.
		const portRead = (): string => {
			const path = join(folder, 'postgres');
			const { prefix, identity } = chooseUser(path, []);
			const [program = '', ...words] = [...prefix, findPostgresBinaries().postgres, '-D', path, '-C', 'port'];
			return execFileSync(program, words, { ...identity, cwd: '/', stdio: 'pipe', encoding: 'utf8' }).trim();
		};
		await (await open()).close();
		expect(portRead()).toBe('5432');
		for (const product of ['0.2.0', '0.2.1']) await (await open(product)).close();
		expect(portRead).toThrow('These data need Signalwheel 0.2.0 or later');
		await rollBack(folder);
		expect(portRead()).toBe('5432');

		rmSync(folder, { recursive: true });
		await (await open('0.2.0')).close();
		expect(portRead).toThrow('These data need Signalwheel 0.2.0 or later');
	});

	it('of an older schema come back as they were, also where the upgrade was interrupted', async () => {
		const stores = await open();
		await saveSetting(stores.records.db, 'x', 'before');
		const to = join(root, 'backup');
		const manifest = await backUp({ stores, folder, backupFolder: to, productVersion: '0', createdAt: new Date(0), log: silent });
		await stores.close();
		rmSync(folder, { recursive: true });
		const known = manifest.records.tables.filter(({ table }) => ['settings', 'batches', 'tickers'].includes(table));
		writeFileSync(join(to, 'manifest.json'), JSON.stringify({ ...manifest, records: { migrations: 1, tables: known, sequences: {} } }));
		await restore({ backupFolder: to, folder, log: silent });

		// Migrated, then killed before it was finished; a later version goes on with the same copy.
		await (await open('0.2.0')).close();
		const made = (await readSnapshot(folder))?.made;
		const file = join(folder, 'version.json');
		writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), upgrading: true }));
		const finished = await open('0.3.0');
		expect(await upgrades(finished)).toMatchObject([{ target: '0.3.0', detail: { from: null } }, {}]);
		await finished.close();
		expect((await readSnapshot(folder))?.made).toBe(made);
		expect(await readDataVersion(folder)).not.toHaveProperty('upgrading');

		await rollBack(folder);
		await backAtFirstMigration();
	});

	it('are copied again when an older program has used them since an upgrade was interrupted', async () => {
		const old = await open();
		await saveSetting(old.records.db, 'x', 'before');
		await old.close();
		// Killed with the copy in place and nothing migrated.
		await takeSnapshot({ folder, from: null, to: currentVersion('0.2.0'), made: '2024-01-02T03:04:05.000Z' });
		const reopened = await open();
		await saveSetting(reopened.records.db, 'x', 'a week later');
		await reopened.close();
		await (await open('0.2.0')).close();
		await rollBack(folder);
		await using back = await open();
		expect(await setting(back.records.db, 'x')).toBe('a week later');
	});

	it('that are newer are refused in a sentence that names the version needed', async () => {
		const stores = await open('0.2.0');
		await stores.records.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('from tomorrow', 9999999999999)");
		await saveSetting(stores.records.db, 'data_version', { product: '0.9.0', records: 999, series: 1 });
		await stores.close();
		// A database elsewhere has no file in the data folder.
		await expect(open()).rejects.toMatchObject({ code: 'folder_newer', message: expect.stringContaining('Signalwheel 0.9.0') });
		const file = join(folder, 'version.json');
		writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), product: '0.8.0', series: 999 }));
		await expect(open('0.2.0')).rejects.toMatchObject({ code: 'folder_newer', message: expect.stringContaining('Signalwheel 0.8.0') });
		expect(existsSync(join(folder, SNAPSHOT))).toBe(false);
	});
});

/** Opening would migrate: the database alone says how far it has come. */
async function backAtFirstMigration(): Promise<void> {
	const { startEmbedded } = await import('../postgres/embedded.ts');
	const { openRecords } = await import('../postgres/records.ts');
	const database = await startEmbedded({ folder: join(folder, 'postgres') });
	const records = openRecords(database.url);
	const { rows } = await records.pool.query('select count(*)::int as count from drizzle.__drizzle_migrations');
	expect(rows).toEqual([{ count: 1 }]);
	await records.close();
	await database.stop();
}
