import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { FLAG_QUARANTINE } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { batchesPage, ledgerSums } from '@sw/store/postgres/records/tickers/batches';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import { createStoredCheck } from '../stored/stored-check.ts';
import { createCorrectionJobs } from './correction-jobs.ts';

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
const DAYS = 'symbol,date,open,high,low,close,volume\n';
const FIRST = `${DAYS}AAPL,2014-06-02,100,100,100,100,900\nIBM,2014-06-02,50,50,50,50,900\nAAPL,2014-06-03,101,101,101,101,900\n`;
const WRONG = `${DAYS}AAPL,2014-06-03,900,900,900,900,900\nNEW,2014-06-03,5,5,5,5,900\n`;

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

function imported(name: string, text: string) {
	return withFiles({ [name]: text }, (folder) => market.importFiles(folder, {}, () => {}));
}

async function batchOf(note: string) {
	return (await batchesPage(stores.records.db, { kind: 'bars', skip: 0, max: 100 })).items.find((batch) => batch.note.includes(note));
}

/** Price and quarantine of each ticker in the report of a date's close, and the report's version. */
async function closeOf(date: string) {
	const session = nyse.sessionOn(exchangeDate(date));
	if (!session) throw new Error(`No session on ${date}.`);
	const record = (await reportsBetween(stores.records.db, session.open, session.close, 'reverse')).find(
		({ time }) => time === session.close,
	);
	if (!record) throw new Error(`No report of ${date}.`);
	const table = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
	const symbols = new Map((await tickersOf(stores.records.db, 'files')).map(({ id, symbol }) => [id, symbol]));
	const rows = Array.from(table.tickerId, (id, row) => [
		symbols.get(id as TickerId),
		table.price[row]! / 10_000,
		(table.flags[row]! & FLAG_QUARANTINE) !== 0,
	]);
	return { version: record.version, rows: rows.sort() };
}

describe('an import that is undone', () => {
	it('leaves what it had replaced, and the reports that used it are rebuilt', async () => {
		await imported('first.csv', FIRST);
		const before = await closeOf('2014-06-03');
		await imported('wrong.csv', WRONG);
		expect((await closeOf('2014-06-03')).rows).toEqual([
			['AAPL', 900, true],
			['IBM', 50, false],
			['NEW', 5, false],
		]);
		const wrong = await batchOf('wrong.csv');
		expect(wrong).toMatchObject({ state: 'committed', rows: 2, canUndo: true });
		const result = await jobs.undo_import.run({ batch: wrong?.id as number }, JOB_CONTEXT);
		expect(result).toMatchObject({ undone: { rows: 2, dates: 1 }, rebuilt: { changed: 1 } });
		const after = await closeOf('2014-06-03');
		expect(after.rows).toEqual(before.rows);
		expect(after.version).toBe(before.version + 2);
		expect(await batchOf('wrong.csv')).toMatchObject({
			state: 'aborted',
			rows: 0,
			note: expect.stringMatching(/wrong.csv \(undone\)$/),
			canUndo: false,
		});
	});

	it('leaves no sums behind, and stored data that match the ledger', async () => {
		const wrong = await batchOf('wrong.csv');
		expect((await ledgerSums(stores.records.db, 0, 65_535)).filter(({ batch }) => batch === wrong?.id)).toEqual([]);
		expect(await createStoredCheck(stores).checkAll()).toEqual([]);
	});

	it('is undone once: the same again changes nothing', async () => {
		const wrong = await batchOf('wrong.csv');
		expect(await jobs.undo_import.run({ batch: wrong?.id as number }, JOB_CONTEXT)).toMatchObject({
			undone: { rows: 0, dates: 0 },
			rebuilt: { looked: 0, changed: 0 },
		});
	});

	it('can be imported again', async () => {
		expect(await imported('wrong.csv', WRONG)).toMatchObject({ files: 1, known: 0, corrected: 1 });
		expect((await closeOf('2014-06-03')).rows.map(([symbol, price]) => [symbol, price])).toContainEqual(['AAPL', 900]);
	});
});
