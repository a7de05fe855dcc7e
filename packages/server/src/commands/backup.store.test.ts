import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import { restore } from '@sw/store/backup/restore';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { openStores, type Stores } from '@sw/store/open';
import { parameterSet } from '@sw/store/postgres/records/reports/parameter-sets';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { openStoresOn } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testMarket } from '../compose/testing/test-market.ts';
import { createSmallMarket } from '../intake/testing/small-market.ts';
import { createBackupCommand, parseBackup, verifyBackup } from '../platform/backup-command.ts';
import { createSteadyPace } from '../platform/clocks/pace.ts';
import { createFakeWallClock } from '../platform/clocks/testing/fake-wall-clock.ts';
import { computeContentHash, hashParameters } from '../reports/content-hash.ts';
import { checkBackup } from '../reports/proof/check-chain.ts';

const lines: string[] = [];

function print(line: string): void {
	void lines.push(line);
}

let root: string;
let folder: string;
let stores: Stores;
beforeAll(() => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-backup-'));
	folder = join(root, 'data');
});
afterAll(async () => {
	await stores?.close();
	rmSync(root, { recursive: true, force: true });
});

async function open(opened: Promise<Stores>) {
	stores = await opened;
	const wall = createFakeWallClock();
	const market = await testMarket({
		stores,
		provider: createSmallMarket(12, 90, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }),
		wall,
		pace: createSteadyPace(60),
		reportSessions: 2,
	});
	await market.run();
	return { market, wall };
}

/** Every report in force, with the hash that its rows give now. */
async function reportsNow() {
	const records = await reportsBetween(stores.records.db, 0 as UtcMs, 4e12 as UtcMs, 'reverse');
	return Promise.all(
		records.map(async (record) => {
			const table = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
			const parameters = hashParameters(await parameterSet(stores.records.db, record.parametersVersion));
			return { ...record, rowsHash: computeContentHash(table, record, parameters) };
		}),
	);
}

describe('a backup of a running market', () => {
	it('brings back every report with the same hash after the data folder is gone, and the market goes on', async () => {
		const { market, wall } = await open(openStoresOn(folder));
		await market.settled;
		const before = await reportsNow();
		expect(before.length).toBeGreaterThan(25);
		const running = createBackupCommand(stores, folder)([join(root, 'backup')], print);
		await wall.advance(15_000);
		expect(await running).toBe(0);
		await market.stop();
		await stores.close();

		rmSync(folder, { recursive: true });
		await restore({ backupFolder: join(root, 'backup'), folder, log: print });
		const reopened = await open(openStores({ folder }));
		const after = await reportsNow();
		expect(after.slice(0, before.length)).toEqual(before);
		expect(after.every(({ rowsHash, contentHash: recorded }) => rowsHash === recorded)).toBe(true);
		expect(await verifyChain(stores.records.db)).toEqual({ links: after.length });
		await reopened.market.settled;
		const newest = async (): Promise<number> => {
			await reopened.wall.advance(1_000);
			return reopened.market.reports.newest()?.time ?? 0;
		};
		await expect.poll(newest, { interval: 20 }).toBeGreaterThan(before.at(-1)?.time as number);
		await reopened.market.stop();
		await verifyBackup(join(root, 'backup'), print);
		expect((await checkBackup(join(root, 'backup'))).faults).toEqual([]);
	});

	it('is asked for in plain words', () => {
		const absolute = (path: string): string => `/here/${path}`;
		expect(parseBackup(['b'], absolute)).toEqual({ verify: false, folder: '/here/b' });
		expect(parseBackup(['--verify', 'b'], absolute)).toEqual({ verify: true, folder: '/here/b' });
		for (const args of [[], ['--verify'], ['a', 'b'], ['--what']]) expect(parseBackup(args, absolute)).toBeUndefined();
		expect(existsSync('/here')).toBe(false);
	});
});
