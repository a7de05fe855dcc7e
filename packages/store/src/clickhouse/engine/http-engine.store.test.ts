import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openStores, type Stores } from '../../open.ts';
import { commitBatch, openBatch, visibleBatches } from '../../postgres/records/tickers/batches.ts';
import { type ClickHouseFront, startClickHouseFront } from '../../testing/clickhouse-front.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { sampleBars, sampleReport } from '../../testing/sample-blocks.ts';
import { insertBars, queryBars, queryTickerBars } from '../bars.ts';
import { insertReportRows, queryReportRows } from '../report-rows.ts';
import type { Engine } from './engine.ts';
import { openSeries } from './series.ts';

let front: ClickHouseFront;
let database: TestDatabase;
let folder: string;
let stores: Stores;
beforeAll(async () => {
	front = await startClickHouseFront();
	database = await createTestDatabase(inject('databaseUrl'));
	folder = mkdtempSync(join(tmpdir(), 'signalwheel-http-'));
	stores = await openStores({ folder, databaseUrl: database.url, clickhouseUrl: front.url });
});
afterAll(async () => {
	await stores?.close();
	await database?.drop();
	await front?.close();
	rmSync(folder, { recursive: true, force: true });
});

describe('a ClickHouse server', () => {
	it('keeps and gives the same bars as the embedded engine', async () => {
		const open = Date.parse('2024-01-03T14:30:00Z') / 1_000;
		const block = sampleBars(4, [open, open + 86_400]);
		const batch = await openBatch(stores.records.db, { kind: 'bars', provider: 'test' });
		await insertBars(stores.series, block, batch);
		await commitBatch(stores.records.db, batch, block.count);
		const seen = await visibleBatches(stores.records.db);
		const read = await queryTickerBars(stores.series, 3, open, open + 200_000, seen);
		expect([read.count, read.close[1], read.volume[51]]).toEqual([52, Math.fround(3.01), 3_000]);
		expect((await queryBars(stores.series, undefined, open, open + 200_000, seen)).count).toBe(block.count);
	});

	it('keeps and gives the same report rows', async () => {
		const table = sampleReport(Date.parse('2024-01-03T14:45:00Z'), 50);
		await insertReportRows(stores.series, [table], 9);
		expect(await queryReportRows(stores.series, table.time, table.algo, 9)).toEqual(table);
	});

	it('lets a reader’s few rows pass before a scan', async () => {
		const priority = async (line: Engine): Promise<bigint | undefined> =>
			(await line.read({ p: 'UInt64' }, "SELECT toUInt64(getSetting('priority')) AS p")).columns.p[0];
		expect(await Promise.all([stores.series.requests, stores.series.publishing, stores.series.bulk].map(priority))).toEqual([1n, 1n, 2n]);
	});

	it('reports a wrong statement by its code', async () => {
		await expect(stores.series.bulk.run('SELECT * FROM nowhere')).rejects.toMatchObject({ code: '60' });
	});
});

describe('a series store that can not be used at the start', () => {
	it.each(['http://127.0.0.1:1/signalwheel', 'http://no-such.invalid:8123'])('is named with its variable: %s', async (url) => {
		await expect(openSeries({ url })).rejects.toMatchObject({
			code: 'series_failed',
			message: expect.stringMatching(new RegExp(`^Couldn't use the series store at ${new URL(url).host}/.*\\. Check CLICKHOUSE_URL\\.$`)),
		});
	});
});
