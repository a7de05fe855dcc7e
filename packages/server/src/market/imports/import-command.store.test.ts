import { join } from 'node:path';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketJobs, JOBS } from '../../compose/core/jobs.ts';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { type Jobs, openJobs } from '../../platform/jobs/jobs.ts';
import { MARKET_LANE } from '../stored/market-lane.ts';
import { createImportCommand } from './import-command.ts';
import { IMPORT } from './import-job.ts';

let stores: Stores;
let market: ReportedMarket;
let jobs: Jobs;
beforeAll(async () => {
	stores = await testStores();
	const wall = createFakeWallClock();
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall });
	await market.run();
	jobs = await openJobs({ records: stores.records, definitions: JOBS, wall, onError: () => {} });
	await jobs.runLane(
		MARKET_LANE,
		createMarketJobs(market, () => PARAMETERS_V1),
	);
});
afterAll(async () => {
	await jobs?.stop();
	await market?.stop();
	await stores?.close();
});

/** The progress depends on the machine and is shown at most once a second. */
const PROGRESS = /^ {8}\d+ % · /;

function imported(name: string, text: string, options = {}) {
	return withFiles({ [name]: text }, async (folder) => {
		const lines: string[] = [];
		const exit = await createImportCommand(jobs)([JSON.stringify({ paths: [join(folder, name)], options })], (line) => lines.push(line));
		return { exit, lines: lines.filter((line) => !PROGRESS.test(line)) };
	});
}

const DAYS = 'symbol,date,open,high,low,close,volume\n';

describe('the import command', () => {
	it('is a job whose lines come back in order, ending in what was read', async () => {
		const { exit, lines } = await imported('a.csv', `${DAYS}AAPL,2014-06-02,633,640,627,628,100\n`);
		expect(exit).toBe(0);
		expect(lines).toEqual([
			expect.stringMatching(/^done {4}a\.csv: 1 rows, 1 added/),
			'Building reports...',
			expect.stringMatching(/^1 files imported, 0 already imported, 0 failed: 1 rows, 0 rejected, 1 bars added, 0 corrected, /),
		]);
		expect(market.reports.newest()?.time).toBe(Date.UTC(2014, 5, 2, 20));
		expect((await jobs.readPage([IMPORT.kind], { skip: 0, max: 9 })).items).toMatchObject([
			{ state: 'done', by: 'npm run import', result: { files: 1, added: 1 } },
		]);
	});

	it('takes its options along, and ends with 1 when a file failed', async () => {
		const { exit, lines } = await imported('bars.csv', 'no table at all\n', {
			format: 'ohlcv',
			zone: 'utc',
			interval: 'day',
			asOf: '2014-06-02',
		});
		expect(exit).toBe(1);
		expect(lines.some((line) => line.startsWith('FAILED'))).toBe(true);
		expect((await jobs.readPage([IMPORT.kind], { skip: 0, max: 1 })).items[0]?.request).toMatchObject({
			options: { format: 'ohlcv', zone: 'utc', interval: 'day', asOf: '2014-06-02' },
		});
	});

	it('says why nothing can be imported', async () => {
		await expect(createImportCommand(jobs)([JSON.stringify({ paths: ['/nowhere/at/all'], options: {} })], () => {})).rejects.toThrow(
			'nowhere',
		);
	});
});
