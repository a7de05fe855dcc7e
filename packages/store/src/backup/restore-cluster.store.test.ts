import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReportTime } from '@sw/domain/time/units';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { insertBars, queryTickerBars } from '../clickhouse/bars.ts';
import { insertReportRows, queryReportRows } from '../clickhouse/report-rows.ts';
import { sweepAbortedBatches } from '../clickhouse/sweep.ts';
import { openStores, type Stores } from '../open.ts';
import { abortBatch, commitBatch, openBatch, visibleBatches } from '../postgres/records/tickers/batches.ts';
import type { ClickHouseFront } from '../testing/clickhouse-front.ts';
import { CLUSTER, type ClusterFront, startClusterFront } from '../testing/cluster-front.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases.ts';
import { sampleBars, sampleReport } from '../testing/sample-blocks.ts';
import { SLOW_CHECK_TIMING } from '../testing/slow-machine-limits.ts';
import { startEngineProcess } from '../testing/start-engine-process.ts';
import { backUp } from './back-up.ts';
import { restore } from './restore.ts';

const OPEN = Date.parse('2024-01-03T14:30:00Z') / 1_000;
const REPORT = ((OPEN + 900) * 1_000) as ReportTime;

function silent(): void {}

let root: string;
let server: ClickHouseFront;
let front: ClusterFront;
let databases: TestDatabase[];
beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-to-cluster-'));
	[server, front] = await Promise.all([startEngineProcess(), startClusterFront()]);
	const url = inject('databaseUrl');
	databases = await Promise.all([createTestDatabase(url), createTestDatabase(url)]);
});
afterAll(async () => {
	for (const database of databases ?? []) await database.drop();
	await front?.close();
	await server?.close();
	rmSync(root, { recursive: true, force: true });
});

function openOn(folder: string, database: number, series: { clickhouseUrl: string; clickhouseCluster?: string }): Promise<Stores> {
	return openStores({
		folder: join(root, folder),
		databaseUrl: databases[database]?.url as string,
		...series,
		checkTiming: SLOW_CHECK_TIMING,
	});
}

function backUpTo(stores: Stores, folder: string, to: string) {
	return backUp({
		stores,
		folder: join(root, folder),
		backupFolder: join(root, to),
		productVersion: 'test',
		createdAt: new Date(0),
		log: silent,
	});
}

it('a backup of one server goes into a cluster, whose own backup is the same, file by file', async () => {
	const before = await openOn('one', 0, { clickhouseUrl: server.url });
	const batch = await openBatch(before.records.db, { kind: 'bars', provider: 'test' });
	await insertBars(before.series, sampleBars(9, [OPEN]), batch);
	await commitBatch(before.records.db, batch, 9 * 26);
	const build = await openBatch(before.records.db, { kind: 'reports', provider: 'test' });
	const report = sampleReport(REPORT, 9);
	await insertReportRows(before.series, [report], build);
	await commitBatch(before.records.db, build, 9);
	const first = await backUpTo(before, 'one', 'backup');
	await before.close();

	const cluster = { clickhouseUrl: front.url, clickhouseCluster: CLUSTER };
	const target = { folder: join(root, 'many'), databaseUrl: databases[1]?.url as string, ...cluster };
	await databases[1]?.removeTables();
	await restore({ ...target, backupFolder: join(root, 'backup'), log: silent });
	await using after = await openOn('many', 1, cluster);
	expect(await queryReportRows(after.series, REPORT, 'reverse', build)).toEqual(report);
	const seen = await visibleBatches(after.records.db);
	expect((await queryTickerBars(after.series, 4, OPEN, OPEN + 86_400, seen)).count).toBe(26);
	expect((await backUpTo(after, 'many', 'again')).series).toEqual(first.series);

	// What was broken off goes from every shard, and a second restore is refused.
	const broken = await openBatch(after.records.db, { kind: 'bars', provider: 'test' });
	await insertBars(after.series, sampleBars(4, [OPEN]), broken);
	await abortBatch(after.records.db, broken);
	expect(await sweepAbortedBatches(after.records.db, after.series)).toBe(1);
	for (const shard of [0, 1] as const)
		expect(await front.queryShard(shard, `SELECT count() FROM bars_local WHERE batch = ${broken}`)).toBe('0');
	await expect(restore({ ...target, folder: join(root, 'other'), backupFolder: join(root, 'backup'), log: silent })).rejects.toThrow(
		"isn't empty",
	);
	for (const statement of new Set(front.sentStatements)) await front.parse(statement);
});
