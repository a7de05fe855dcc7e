import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TickerId, UtcMs } from '@sw/domain/time/units';
import { exchangeDate } from '@sw/domain/time/units';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { insertBars, queryBars } from '../clickhouse/bars.ts';
import { openStores, type Stores } from '../open.ts';
import { sql } from '../postgres/orm/drizzle.ts';
import { addAudit } from '../postgres/records/accounts/audit.ts';
import { saveSetting, setting } from '../postgres/records/settings.ts';
import { commitBatch, openBatch, visibleBatches } from '../postgres/records/tickers/batches.ts';
import { saveSplits } from '../postgres/records/tickers/corporate-actions.ts';
import { saveTickers } from '../postgres/records/tickers/tickers.ts';
import { sampleBars } from '../testing/sample-blocks.ts';
import { openStoresOn } from '../testing/test-stores.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;

function silent(): void {}

let root: string;
let folder: string;
let to: string;
beforeEach(() => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-backup-'));
	folder = join(root, 'data');
	to = join(root, 'backup');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function take(stores: Stores, target = to) {
	return backUp({ stores, folder, backupFolder: target, productVersion: 'test', createdAt: new Date(Date.UTC(2024, 0, 4)), log: silent });
}

async function addBars(stores: Stores, tickers: number, at: number, commit: boolean): Promise<number> {
	const batch = await openBatch(stores.records.db, { kind: 'bars', provider: 'test' });
	const block = sampleBars(tickers, [at]);
	await insertBars(stores.series, block, batch);
	if (commit) await commitBatch(stores.records.db, batch, block.count);
	return batch;
}

/** Every row of every table of the records as text. */
async function allRecords({ records }: Stores): Promise<Record<string, string[]>> {
	const { rows: tables } = await records.pool.query<{ name: string }>(
		"select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1",
	);
	const found: Record<string, string[]> = {};
	for (const { name } of tables) {
		const { rows } = await records.pool.query<{ line: string }>(`select to_jsonb(t)::text as line from "${name}" t order by 1`);
		found[name] = rows.map(({ line }) => line);
	}
	return found;
}

async function fillRecords({ records: { db } }: Stores): Promise<void> {
	const known = { name: 'Ünicode "quoted" \\ and\nbroken', type: 'stocks' as const, industry: null, listed: null, delisted: null };
	await saveTickers(db, 'test', [
		{ ...known, id: 1 as TickerId, symbol: 'A', shares: Number.NaN },
		{ ...known, id: 2 as TickerId, symbol: 'B', shares: 1 / 3 },
	]);
	await saveSplits(db, 'test', [{ tickerId: 1 as TickerId, date: exchangeDate('2024-01-03'), ratio: 0.1 }]);
	await saveSetting(db, 'deep', { list: [1, null, { text: '\u2028' }] });
	await addAudit(db, { at: 1_704_292_200_123 as UtcMs, actorId: null, actor: 'x', act: 'y', target: 'z', detail: { a: [1] }, address: '' });
	await db.execute(sql`insert into visitor_views values ('2024-01-03', 'v', array[1, 2])`);
}

describe('a backup', () => {
	it('of a store that is being written to brings back what was committed, and nothing else', async () => {
		const stores = await openStoresOn(folder);
		await fillRecords(stores);
		await addBars(stores, 3, OPEN, true);
		writeFileSync(join(folder, 'demo-password'), 'secret', { mode: 0o600 });
		const open = await addBars(stores, 5, OPEN + 86_400, false);
		const before = await allRecords(stores);
		const manifest = await take(stores);
		expect(manifest.series).toMatchObject({ bars: { rows: 3 * 26 }, mentions: { rows: 0 } });
		await commitBatch(stores.records.db, open, 130);
		await addBars(stores, 2, OPEN + 2 * 86_400, true);
		await stores.close();

		rmSync(folder, { recursive: true });
		await restore({ backupFolder: to, folder, log: silent });
		expect(readdirSync(folder).sort()).toEqual(['demo-password', 'postgres', 'seals.json', 'series']);
		await using restored = await openStores({ folder });
		// Rows that were open then belong to no process now.
		const after = await allRecords(restored);
		expect(after['batches']?.map((line) => JSON.parse(line).state).sort()).toEqual(['aborted', 'committed']);
		expect({ ...after, batches: [] }).toEqual({ ...before, batches: [] });
		const bars = await queryBars(restored.series, undefined, 0, 2e9, await visibleBatches(restored.records.db));
		expect(bars).toEqual({ ...sortedBars(), count: 78 });
		expect(await openBatch(restored.records.db, { kind: 'bars', provider: 'test' })).toBeGreaterThan(open);
	});

	it('is the same after a restore, file by file', async () => {
		const stores = await openStoresOn(folder);
		await fillRecords(stores);
		await addBars(stores, 3, OPEN, true);
		const first = await take(stores);
		await stores.close();
		rmSync(folder, { recursive: true });
		await restore({ backupFolder: to, folder, log: silent });
		await using restored = await openStores({ folder });
		expect(await take(restored, join(root, 'again'))).toEqual(first);
	});

	it('does not stumble over folders that a store at work removes meanwhile', async () => {
		await using stores = await openStoresOn(folder);
		const passing = join(folder, 'series', 'passing');
		let isOver = false;
		const churn = async (): Promise<void> => {
			while (!isOver) {
				for (let i = 0; i < 100; i++) await mkdir(join(passing, `part_${i}`, 'inside'), { recursive: true });
				await rm(passing, { recursive: true });
			}
		};
		const churning = churn();
		try {
			for (const n of [1, 2, 3]) expect((await take(stores, join(root, `backup ${n}`))).others).toEqual([]);
		} finally {
			isOver = true;
			await churning;
		}
	});

	it('goes only where nothing is', async () => {
		await using stores = await openStoresOn(folder);
		await expect(take(stores, join(folder, 'inside'))).rejects.toThrow('is inside the data folder');
		await take(stores);
		await expect(take(stores)).rejects.toThrow("isn't empty");
		await expect(restore({ backupFolder: to, folder, log: silent })).rejects.toThrow("isn't empty");
		await expect(restore({ backupFolder: root, folder: join(root, 'new'), log: silent })).rejects.toThrow("isn't a backup");
	});

	it('that was cut, or made by a newer version, is refused before anything is written', async () => {
		const stores = await openStoresOn(folder);
		await addBars(stores, 3, OPEN, true);
		const { series } = await take(stores);
		await stores.close();
		const target = join(root, 'new');
		const file = join(to, series['bars']?.files[0]?.file ?? '');
		const whole = readFileSync(file);
		truncateSync(file, 100);
		await expect(restore({ backupFolder: to, folder: target, log: silent })).rejects.toThrow('is damaged');
		writeFileSync(file, whole);
		const manifest = JSON.parse(readFileSync(join(to, 'manifest.json'), 'utf8'));
		writeFileSync(join(to, 'manifest.json'), JSON.stringify({ ...manifest, records: { ...manifest.records, migrations: 999 } }));
		await expect(restore({ backupFolder: to, folder: target, log: silent })).rejects.toThrow('newer version');
		expect(existsSync(join(target, 'postgres'))).toBe(false);
		writeFileSync(join(to, 'manifest.json'), JSON.stringify(manifest));
		// What a broken restore left is no hindrance.
		await restore({ backupFolder: to, folder: target, log: silent });
	});

	it('of an older schema goes into tables as they were then; opening carries them forward', async () => {
		const stores = await openStoresOn(folder);
		await saveSetting(stores.records.db, 'old', 1);
		const manifest = await take(stores);
		await stores.close();
		// What a backup before accounts existed holds: fewer tables, at a lower number of migrations.
		const known = manifest.records.tables.filter(({ table }) => ['settings', 'batches', 'tickers'].includes(table));
		writeFileSync(join(to, 'manifest.json'), JSON.stringify({ ...manifest, records: { migrations: 1, tables: known, sequences: {} } }));
		await restore({ backupFolder: to, folder: join(root, 'new'), log: silent });
		await using forward = await openStores({ folder: join(root, 'new') });
		expect(await setting(forward.records.db, 'old')).toBe(1);
		const { rows: users } = await forward.records.pool.query('select count(*)::int as count from users');
		expect(users).toEqual([{ count: 0 }]);
	});
});

/** The bars of `sampleBars` as the store gives them: by ticker and time. */
function sortedBars() {
	const block = sampleBars(3, [OPEN]);
	const order = Array.from({ length: block.count }, (_, i) => i).sort(
		(a, b) => block.tickerId[a]! - block.tickerId[b]! || block.time[a]! - block.time[b]!,
	);
	const permuted = <A extends Uint32Array | Uint8Array | Float32Array | Float64Array>(column: A): A =>
		(column as Float64Array).map((_, i) => column[order[i]!]!) as A;
	const { tickerId, time, session, open, high, low, close, volume } = block;
	return {
		tickerId: permuted(tickerId),
		time: permuted(time),
		session: permuted(session),
		open: permuted(open),
		high: permuted(high),
		low: permuted(low),
		close: permuted(close),
		volume: permuted(volume),
	};
}
