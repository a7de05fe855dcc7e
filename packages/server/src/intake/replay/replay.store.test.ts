import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { itWhere } from '@sw/domain/testing/it-where';
import { nyse } from '@sw/domain/time/calendar';
import { findLastElapsed, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, MINUTE, type ReportTime, type UtcMs } from '@sw/domain/time/units';
import { backUp } from '@sw/store/backup/back-up';
import { openStores, type Stores } from '@sw/store/open';
import { verifyChain } from '@sw/store/postgres/records/reports/report-chain';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { saveSetting } from '@sw/store/postgres/records/settings';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { rebuildReports } from '../../market/corrections/rebuilds.ts';
import { findJumps, type TickerJump } from '../../market/engine/find-jumps.ts';
import { importFiles } from '../../market/imports/import-files.ts';
import { createDefaultSlots, slotTimes } from '../../market/timetable/slot-times.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createFilesProvider } from '../files/files-provider.ts';
import { createReplayProvider } from './replay-provider.ts';

const DATA = process.env['SIGNALWHEEL_TEST_DATA'] ?? resolve(import.meta.dirname, '../../../../../../shared/data');
const MINUTES = resolve(DATA, 'intraday/us-1min-2024');
const present = existsSync(MINUTES);
const itWithData = itWhere(present, `the data sets under ${DATA}, or elsewhere by SIGNALWHEEL_TEST_DATA`);

/** Market time in a wall second. */
const SPEED = 900;

function marketParts(stores: Stores, wall = createFakeWallClock()) {
	return {
		stores,
		wall,
		pace: createSteadyPace(SPEED),
		reportSessions: 2,
	};
}

let jumps: TickerJump[];
let root: string;
let backup: string;
beforeAll(async () => {
	root = mkdtempSync(join(tmpdir(), 'signalwheel-replay-'));
	backup = join(root, 'backup');
	if (!present) return;
	const folder = join(root, 'source');
	await using stores = await openStores({ folder });
	await saveSetting(stores.records.db, 'market', 'files');
	await importFiles(stores, MINUTES, { calendar: nyse }, () => {});
	const provider = createFilesProvider({ tickers: () => tickersOf(stores.records.db, 'files'), end: 0 as UtcMs });
	const parts = await (await testMarket({ ...marketParts(stores), provider })).access.createParts();
	jumps = await findJumps(parts, exchangeDate('2024-01-01'), exchangeDate('2024-09-30'));
	await backUp({ stores, folder, backupFolder: backup, productVersion: 'test', createdAt: new Date(0), log: () => {} });
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

async function play(name: string, from: string, to: string) {
	const folder = join(root, name);
	const provider = await createReplayProvider({ folder: backup, from: exchangeDate(from), to: exchangeDate(to), calendar: nyse });
	await using stores = await openStores({ folder });
	const wall = createFakeWallClock();
	const market = await testMarket({ ...marketParts(stores, wall), provider });
	const sessions = nyse.sessionsBetween(exchangeDate(from), exchangeDate(to));
	const [first, last] = [sessions[0], sessions.at(-1)];
	if (!first || !last) throw new RangeError('No session to play');
	await market.run();
	await market.settled;
	await playTo(market, wall, last.close);
	const expected = sessions.flatMap((session) => slotTimes(createDefaultSlots(nyse), session, last.close));
	const records = (await reportsBetween(stores.records.db, first.open, last.close, 'reverse')).filter(({ time }) => time > first.open);
	const parts = await market.access.createParts();
	const cold = await rebuildReports(parts, PARAMETERS_V1, new Set<ReportTime>(expected));
	const chain = await verifyChain(stores.records.db);
	await market.stop();
	return { provider, expected, records, cold, chain };
}

/** Lets the market go on until it has nothing more to play; a slot is published before the next one ends. */
async function playTo(market: ReportedMarket, wall: FakeWallClock, end: UtcMs): Promise<void> {
	const breath = (): Promise<void> => new Promise((done) => setTimeout(done, 1));
	for (let idle = 0; (market.reports.newest()?.time ?? 0) < end; ) {
		const elapsed = findLastElapsed(nyse, market.now());
		const due = elapsed ? slotEnd(elapsed.session, elapsed.slot) : 0;
		if ((market.reports.newest()?.time ?? 0) >= Math.min(due, end) || (market.reports.newest() === undefined && idle === 0)) {
			idle = 0;
			await wall.advance(200);
		} else {
			if (++idle > 200_000) throw new Error(`Nothing came after ${new Date(market.reports.newest()?.time ?? 0).toISOString()}`);
			await breath();
		}
	}
}

describe('prices that their vendor had adjusted', () => {
	itWithData('raise no alarm: TPL split three for one on 2024-03-27', () => {
		expect(jumps).toEqual([]);
	});
});

describe('days that are played again', () => {
	itWithData('across an early close has its reports at exactly the right instants, equal to a cold build', async () => {
		const { provider, expected, records, cold, chain } = await play('early', '2024-07-02', '2024-07-05');
		expect(provider).toMatchObject({ name: 'replay', simulated: false, label: 'Replay of files, 2024-07-02 to 2024-07-05' });
		expect(records.map(({ time }) => time)).toEqual(expected);
		// Two whole days, one between them that closes at 13:00 New York, none on the fourth of July.
		expect(expected.length).toBe(2 * 26 + 14);
		const third = expected.filter((time) => new Date(time).toISOString().startsWith('2024-07-03'));
		expect([third[0], third.at(-1)].map((time) => new Date(time ?? 0).toISOString())).toEqual([
			'2024-07-03T13:45:00.000Z',
			'2024-07-03T17:00:00.000Z',
		]);
		expect(records.every(({ reconstructed, version, cutoff, time }) => !reconstructed && version === 1 && cutoff === time)).toBe(true);
		expect(Math.max(...records.map(({ publishedAt, time }) => publishedAt - time))).toBeLessThan(15 * MINUTE);
		expect(cold).toEqual({ looked: expected.length, changed: 0 });
		expect(chain.brokenAt).toBeUndefined();
	});

	itWithData('across a change of daylight saving too', async () => {
		const { expected, records, cold } = await play('saving', '2024-03-08', '2024-03-11');
		expect(records.map(({ time }) => time)).toEqual(expected);
		expect(expected.length).toBe(2 * 26);
		const firsts = ['2024-03-08', '2024-03-11'].map((date) => expected.find((time) => new Date(time).toISOString().startsWith(date)) ?? 0);
		expect(firsts.map((time) => new Date(time).toISOString().slice(11, 16))).toEqual(['14:45', '13:45']);
		expect(cold).toEqual({ looked: expected.length, changed: 0 });
	});

	itWithData('must lie in the backup', async () => {
		const providerOf = (from: string, to: string) =>
			createReplayProvider({ folder: backup, from: exchangeDate(from), to: exchangeDate(to), calendar: nyse });
		await expect(providerOf('2025-01-02', '2025-01-03')).rejects.toThrow('contains sessions from 2024-01-02 to 2024-09-30');
		await expect(providerOf('2023-01-02', '2023-01-03')).rejects.toThrow('contains sessions from');
		const whole = await createReplayProvider({ folder: backup, from: null, to: null, calendar: nyse });
		expect(new Date(whole.clock?.start ?? 0).toISOString()).toBe('2024-09-24T13:30:00.000Z');
	});
});
