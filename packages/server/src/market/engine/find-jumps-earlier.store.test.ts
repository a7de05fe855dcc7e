import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type ReportTime } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import type { Stores } from '@sw/store/open';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import { createCorrectionJobs } from '../corrections/correction-jobs.ts';
import { findQuarantinedTickers } from '../corrections/quarantine.ts';
import { LOOKBACK_SESSIONS } from './input-hash.ts';

const CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
const SESSIONS = nyse.sessionsBetween(exchangeDate('2023-01-03'), exchangeDate('2024-06-28')).slice(0, LOOKBACK_SESSIONS + 90);
/** The session on which HALF opens at half its price, which nothing explains. */
const JUMPED = 20;

function dateAt(session: number): string {
	return SESSIONS[session]?.date ?? '';
}

let stores: Stores;
let market: ReportedMarket;
let jobs: ReturnType<typeof createCorrectionJobs>;
beforeAll(async () => {
	stores = await testStores();
	market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
	await market.run();
	jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
	const rows = SESSIONS.flatMap(({ date }, at) => {
		const [half, calm] = [(at < JUMPED ? 100 : 50) + (at % 7) / 10, 100 + (at % 5) / 10];
		return [`HALF,${date},${half},${half},${half},${half},100000`, `CALM,${date},${calm},${calm},${calm},${calm},100000`];
	});
	await withFiles({ 'days.csv': `symbol,date,open,high,low,close,volume\n${rows.join('\n')}\n` }, (folder) =>
		market.importFiles(folder, { interval: 'day' }, () => {}),
	);
});
afterAll(async () => {
	await market?.stop();
	await stores?.close();
});

async function quarantinedIn(time: number): Promise<(string | undefined)[]> {
	const record = await reportAt(stores.records.db, time as ReportTime, 'reverse');
	if (!record) throw new Error('Report not found.');
	const rows = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
	return (await findQuarantinedTickers(await market.access.createParts(), rows)).items.map(({ jump }) => jump?.date);
}

describe('a jump that is older than an engine reads back', () => {
	it.each([JUMPED, JUMPED + 1, LOOKBACK_SESSIONS - 1, JUMPED + LOOKBACK_SESSIONS, JUMPED + LOOKBACK_SESSIONS + 1, SESSIONS.length - 1])(
		'keeps its ticker in quarantine in the report of session %i, which is the same when it is built again',
		async (at) => {
			expect(await quarantinedIn(SESSIONS[at]?.close ?? 0)).toEqual([dateAt(JUMPED)]);
			expect(await jobs.reports.run({ date: dateAt(at) }, CONTEXT)).toMatchObject({ changed: 0 });
		},
	);

	it('is in no report once an administrator has dismissed it', async () => {
		const id = (await market.access.createParts()).universe.tickers.find(({ symbol }) => symbol === 'HALF')?.id ?? 0;
		await jobs.splits.run({ apply: [], revoke: [], dismiss: [{ ticker_id: id, date: dateAt(JUMPED) }] }, CONTEXT);
		for (const at of [JUMPED, JUMPED + LOOKBACK_SESSIONS, SESSIONS.length - 1])
			expect(await quarantinedIn(SESSIONS[at]?.close ?? 0)).toEqual([]);
	});
});
