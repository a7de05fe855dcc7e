import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertBars, queryBars } from './clickhouse/bars.ts';
import { openStores } from './open.ts';
import { startEmbedded } from './postgres/embedded.ts';
import { commitBatch, openBatch, visibleBatches } from './postgres/records/tickers/batches.ts';
import { openRecords } from './postgres/records.ts';
import { sampleBars } from './testing/sample-blocks.ts';

const OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;
let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-open-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Another process that opens the folder's stores, commits a batch of 2 x 26 bars, leaves one of 3 x 26 open, says 'ready' and stays. */
async function holder(): Promise<ChildProcess> {
	const child = spawn(process.execPath, [join(import.meta.dirname, 'testing/lock-holder-process.ts'), folder], {
		stdio: ['pipe', 'pipe', 'inherit'],
	});
	await once(child.stdout, 'data');
	return child;
}

async function count(stores: Awaited<ReturnType<typeof openStores>>): Promise<number> {
	return (await queryBars(stores.series, undefined, OPEN, OPEN + 86_400, await visibleBatches(stores.records.db))).count;
}

describe('stores on a folder', () => {
	it('keep what was committed over a close', async () => {
		const stores = await openStores({ folder });
		const batch = await openBatch(stores.records.db, { kind: 'bars', provider: 'test' });
		await insertBars(stores.series, sampleBars(2, [OPEN]), batch);
		await commitBatch(stores.records.db, batch, 52);
		await stores.close();
		await stores.close();
		await using reopened = await openStores({ folder });
		expect(await count(reopened)).toBe(52);
	});

	it('restrict the folder to the current user, whatever its rights were', async () => {
		chmodSync(folder, 0o755);
		await using _ = await openStores({ folder });
		// Root's PostgreSQL is another user's, which walks through.
		expect((statSync(folder).mode & 0o777).toString(8)).toBe(process.getuid?.() === 0 ? '711' : '700');
	});

	it('name the process that holds them', async () => {
		const child = await holder();
		await expect(openStores({ folder })).rejects.toMatchObject({ code: 'folder_held', holder: child.pid });
		child.stdin?.end();
		await once(child, 'exit');
		await (await openStores({ folder })).close();
	});

	it('open after kill -9 with what was committed and nothing else', async () => {
		const child = await holder();
		child.kill('SIGKILL');
		await once(child, 'exit');
		await using stores = await openStores({ folder });
		expect(await count(stores)).toBe(52);
		expect(await stores.sweepResult).toBe(1);
		expect(await count(stores)).toBe(52);
		expect((await visibleBatches(stores.records.db)).except).toEqual([]);
	});

	it('take over a lock whose process number now belongs to another program', async () => {
		writeFileSync(join(folder, 'lock'), JSON.stringify({ pid: process.pid, started: 'another boot 1' }));
		await using stores = await openStores({ folder });
		expect(JSON.parse(readFileSync(join(folder, 'lock'), 'utf8')).pid).toBe(process.pid);
		expect(await stores.sweepResult).toBe(0);
	});

	it('refuse series that were written beside another database', async () => {
		await (await openStores({ folder })).close();
		rmSync(join(folder, 'postgres'), { recursive: true });
		await expect(openStores({ folder })).rejects.toMatchObject({ code: 'stores_mismatched' });
	});

	it('say in a line that the folder cannot be used', async () => {
		writeFileSync(join(folder, 'file'), '');
		await expect(openStores({ folder: join(folder, 'file') })).rejects.toMatchObject({
			code: 'folder_unusable',
			message: expect.stringMatching(/is a file.*SIGNALWHEEL_DATA/),
		});
		await expect(openStores({ folder: join(folder, 'file/below') })).rejects.toMatchObject({
			code: 'folder_unusable',
			message: expect.stringMatching(/SIGNALWHEEL_DATA/),
		});
	});

	it('leave data alone that a newer version wrote, in either store', async () => {
		const stores = await openStores({ folder });
		await stores.records.pool.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ('from tomorrow', 9999999999999)");
		await stores.close();
		await expect(openStores({ folder })).rejects.toMatchObject({ code: 'folder_newer' });
		const records = await startEmbedded({ folder: join(folder, 'postgres') });
		const pool = openRecords(records.url);
		await pool.pool.query("delete from drizzle.__drizzle_migrations where hash = 'from tomorrow'");
		await pool.close();
		await records.stop();
		const reopened = await openStores({ folder });
		await reopened.series.bulk.run('INSERT INTO schema_version VALUES (99)');
		await reopened.close();
		await expect(openStores({ folder })).rejects.toMatchObject({ code: 'folder_newer' });
	});

	it('name the address of an unreachable database, and never its password', async () => {
		const opening = openStores({ folder, databaseUrl: 'postgresql://user:hunter2@127.0.0.1:9/none' });
		await expect(opening).rejects.toMatchObject({ code: 'database_failed', message: expect.stringMatching(/127\.0\.0\.1:9\/none/) });
		await expect(opening).rejects.not.toMatchObject({ message: expect.stringMatching(/hunter2/) });
	});
});
