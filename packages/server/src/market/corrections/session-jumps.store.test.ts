import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveDividends } from '@sw/store/postgres/records/tickers/corporate-actions';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import { createCorrectionJobs } from './correction-jobs.ts';
import { findQuarantinedTickers } from './quarantine.ts';

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
let stores: Stores;
let market: ReportedMarket;
let jobs: ReturnType<typeof createCorrectionJobs>;
beforeAll(async () => {
	stores = await testStores();
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
	await market.run();
	jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

const DATES = ['2024-03-04', '2024-03-05', '2024-03-06'];

/** Quarter hours of a symbol, with what `closeOf` says. */
function barsOf(symbol: string, closeOf: (date: string, slot: number) => number, dates = DATES): string {
	return dates
		.flatMap((date) =>
			Array.from({ length: nyse.sessionOn(exchangeDate(date))?.slots ?? 0 }, (_, slot) => {
				const minute = 570 + 15 * slot;
				const time = `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}:00`;
				const close = closeOf(date, slot);
				return `${symbol},${date} ${time},${close},${close},${close},${close},1000`;
			}),
		)
		.join('\n');
}

const HEAD = 'symbol,datetime,open,high,low,close,volume\n';

function imported(files: Record<string, string>) {
	return withFiles(files, (folder) => market.importFiles(folder, { interval: 15, stamp: 'start' }, () => {}));
}

async function idOf(symbol: string): Promise<TickerId> {
	return (await tickersOf(stores.records.db, 'files')).find((ticker) => ticker.symbol === symbol)?.id as TickerId;
}

/** The tickers in quarantine in the newest report, with the jump that is the reason. */
async function quarantined() {
	const newest = market.reports.newest();
	const table = newest && (await market.reports.table(newest));
	if (!table) throw new Error('There is no report.');
	return (await findQuarantinedTickers(await market.access.createParts(), table)).items;
}

describe('a quarter hour that jumps within its session', () => {
	it('puts its ticker in quarantine, named with its bar', async () => {
		const spike = (date: string, slot: number) => (date === '2024-03-05' && slot === 5 ? 1_011 : 100);
		await imported({ 'bars.csv': `${HEAD}${barsOf('WILD', spike)}\n${barsOf('CALM', () => 100)}\n` });
		expect(await quarantined()).toEqual([
			{
				tickerId: await idOf('WILD'),
				jump: {
					tickerId: await idOf('WILD'),
					date: '2024-03-05',
					time: utcMs(Date.parse('2024-03-05T15:45:00Z')),
					before: 100,
					after: 1_011,
					candidates: [],
				},
			},
		]);
	});

	it('is genuine once an administrator says so, and no open outlier of the check any more', async () => {
		const place = { ticker_id: await idOf('WILD'), date: '2024-03-05' };
		const outliers = async () => (await jobs.splits_check.run({}, JOB_CONTEXT))['outliers'];
		// There and back.
		expect(await outliers()).toEqual({ count: 2, newest: '2024-03-05' });
		await jobs.splits.run({ apply: [], revoke: [], dismiss: [place] }, JOB_CONTEXT);
		expect(await quarantined()).toEqual([]);
		expect(await outliers()).toEqual({ count: 0, newest: null });
		await jobs.splits.run({ apply: [], revoke: [place], dismiss: [] }, JOB_CONTEXT);
		expect((await quarantined()).map(({ jump }) => jump?.date)).toEqual(['2024-03-05']);
	});

	it('ends with a corrected bar', async () => {
		await imported({ 'corrected.csv': `${HEAD}WILD,2024-03-05 10:45:00,100,100,100,100,1000\n` });
		expect(await quarantined()).toEqual([]);
	});
});

it('a special dividend that the table has explains an overnight jump', async () => {
	const halved = (date: string) => (date === '2024-03-06' ? 50 : 100);
	await imported({ 'special.csv': `${HEAD}${barsOf('PAYS', halved)}\n${barsOf('LOST', halved)}\n` });
	expect((await quarantined()).map(({ tickerId }) => tickerId).sort()).toEqual([await idOf('PAYS'), await idOf('LOST')].sort());
	await saveDividends(stores.records.db, 'files', [{ tickerId: await idOf('PAYS'), exDate: exchangeDate('2024-03-06'), amount: 50 }]);
	await imported({ 'later.csv': `${HEAD}${barsOf('CALM', () => 101, ['2024-03-07'])}\n` });
	expect((await quarantined()).map(({ tickerId }) => tickerId)).toEqual([await idOf('LOST')]);
});
