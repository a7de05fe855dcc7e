import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { insertBars } from './clickhouse/bars.ts';
import { sweepAbortedBatches } from './clickhouse/sweep.ts';
import { openStores, type Stores } from './open.ts';
import { openLeadLock } from './postgres/lead/lead-lock.ts';
import { sql } from './postgres/orm/drizzle.ts';
import { abortBatch, commitBatch, openBatch, visibleBatches } from './postgres/records/tickers/batches.ts';
import { type ClickHouseFront, startClickHouseFront } from './testing/clickhouse-front.ts';
import { createTestDatabase, type TestDatabase } from './testing/databases.ts';
import { sampleBars } from './testing/sample-blocks.ts';

let front: ClickHouseFront;
/** Called with each statement before it is run. */
let before: (statement: string) => Promise<void>;
let database: TestDatabase;
let folder: string;
let opened: Stores[];
beforeEach(async () => {
	before = async () => {};
	front = await startClickHouseFront(undefined, async (server, { statement, rows }) => {
		await before(statement);
		return server.run(statement, rows);
	});
	database = await createTestDatabase(inject('databaseUrl'));
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-shared-'));
	opened = [];
});
afterEach(async () => {
	for (const stores of opened) await stores.close();
	await database.drop();
	await front.close();
	rmSync(folder, { recursive: true, force: true });
});

async function open(name: string): Promise<Stores> {
	const stores = await openStores({ folder: join(folder, name), databaseUrl: database.url, clickhouseUrl: front.url });
	opened.push(stores);
	return stores;
}

const BARS = { kind: 'bars', provider: 'test' } as const;
const OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;

describe('stores that several processes share', () => {
	it('are opened by all of them at once, and marked as one', async () => {
		const all = await Promise.all(['a', 'b', 'c'].map(open));
		const [first] = all as [Stores];
		expect((await first.series.bulk.read({ n: 'UInt64' }, 'SELECT count() AS n FROM store_identity')).columns.n[0]).toBe(1n);
	});

	it('are brought to a newer version by one process at a time: who comes meanwhile waits, and finds it done', async () => {
		const { series, records } = await open('one');
		const { bulk } = series;
		const spans = async () => (await bulk.read({ n: 'UInt64' }, 'SELECT count() AS n FROM mention_spans')).columns.n[0];
		const isWaiting = async () =>
			(await records.db.execute(sql`select from pg_locks where locktype = 'advisory' and not granted`)).rows.length > 0;
		await bulk.run(`INSERT INTO mentions VALUES (1, '2024-01-03 14:00:00', 0, 3, 0, -1, 1)`);
		// As they were before mentions had spans.
		await bulk.run('TRUNCATE TABLE schema_version');
		await bulk.run('INSERT INTO schema_version VALUES (2)');
		const emptied = Promise.withResolvers<void>();
		const goOn = Promise.withResolvers<void>();
		before = async (statement) => {
			if (!statement.startsWith('INSERT INTO mention_spans')) return;
			emptied.resolve();
			await goOn.promise;
		};
		const opening = open('two');
		await emptied.promise;
		before = async () => {};
		let isOpen = false;
		const other = open('three').finally(() => {
			isOpen = true;
		});
		await expect.poll(async () => isOpen || (await isWaiting())).toBe(true);
		goOn.resolve();
		await Promise.all([opening, other]);
		expect(await spans()).toBe(1n);
	});

	it('keep what another is writing when one opens, and give it up when the lead changes', async () => {
		const one = await open('one');
		const { db } = one.records;
		const batch = await openBatch(db, BARS);
		const kept = await openBatch(db, BARS);
		const other = await open('other');
		await insertBars(one.series, sampleBars(2, [OPEN]), kept);
		await commitBatch(db, kept, 52);
		const seat = await openLeadLock({ records: other.records, name: 'other', address: '', connectTimeoutMs: 60_000 });
		await seat.tryToLead();
		await expect(commitBatch(db, batch, 1)).rejects.toThrow(/not open/);
		expect((await visibleBatches(db)).except).toEqual([batch]);
		await seat.close();
	});

	it('leave a batch out for a day after its rows were removed: who writes it may only be asleep', async () => {
		const { records, series } = await open('one');
		const batch = await openBatch(records.db, BARS);
		await insertBars(series, sampleBars(2, [OPEN]), batch);
		await abortBatch(records.db, batch);
		const rows = async () => (await series.bulk.read({ n: 'UInt64' }, `SELECT count() AS n FROM bars WHERE batch = ${batch}`)).columns.n[0];
		expect(await sweepAbortedBatches(records.db, series, { areWritersDead: false })).toBe(0);
		expect(await rows()).toBe(0n);
		await insertBars(series, sampleBars(3, [OPEN]), batch);
		expect((await visibleBatches(records.db)).except).toEqual([batch]);
		await records.db.execute(sql`update batches set created_at = created_at - interval '1 day'`);
		expect(await sweepAbortedBatches(records.db, series, { areWritersDead: false })).toBe(1);
		expect(await rows()).toBe(0n);
		expect((await visibleBatches(records.db)).except).toEqual([]);
	});
});
