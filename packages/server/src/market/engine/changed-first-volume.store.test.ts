import { typeAt } from '@sw/domain/prices/ticker';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse } from '@sw/domain/time/calendar';
import { slotStart } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime } from '@sw/domain/time/units';
import { queryReportRows } from '@sw/store/clickhouse/report-rows';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { batchesPage } from '@sw/store/postgres/records/tickers/batches';
import { testStores } from '@sw/store/testing/test-stores';
import { describe, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { JobContext } from '../../platform/jobs/definition.ts';
import { createCorrectionJobs } from '../corrections/correction-jobs.ts';

const JOB_CONTEXT: JobContext = { progress: () => {}, printLine: () => {}, signal: new AbortController().signal, isLastTry: true };
const SESSIONS = nyse.sessionsBetween(exchangeDate('2024-03-01'), exchangeDate('2024-03-28'));

/** Days of two tickers; LATE has volume on the given days alone. */
function days(withVolume: readonly number[]): string {
	const lines = SESSIONS.flatMap(({ date }, at) => [
		`SPOT,${date},40,41,39,${40 + (at % 3) / 4},5000`,
		`LATE,${date},20,21,19,${20 + (at % 4) / 4},${withVolume.includes(at) ? 700 : 0}`,
	]);
	return `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

interface Step {
	text: string;
	interval?: 'day' | 15;
	/** Withdrawn again after every file was imported. */
	isUndone?: boolean;
}

/** What LATE is at each close, and every report, after files were imported one after the other. */
async function after(steps: readonly Step[]) {
	const stores = await testStores();
	try {
		const market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
		await market.run();
		for (const [at, { text, interval = 'day' }] of steps.entries())
			await withFiles({ [`file-${at}.csv`]: text }, (folder) => market.importFiles(folder, { interval }, () => {}));
		const jobs = createCorrectionJobs(market.access, () => PARAMETERS_V1);
		const { items } = await batchesPage(stores.records.db, { kind: 'bars', skip: 0, max: 100 });
		for (const at of steps.keys()) {
			if (!steps[at]?.isUndone) continue;
			const batch = items.find(({ note }) => note.includes(`file-${at}.csv`));
			if (!batch) throw new Error(`No import of file ${at}.`);
			await jobs.undo_import.run({ batch: batch.id }, JOB_CONTEXT);
		}
		const late = market.directory.tickers.find(({ symbol }) => symbol === 'LATE');
		if (!late) throw new Error('LATE is not in the market.');
		const tables = await Promise.all(
			SESSIONS.map(async ({ close }) => {
				const record = await reportAt(stores.records.db, close as number as ReportTime, 'reverse');
				if (!record) return undefined;
				const { tickerId, price, flags, words } = await queryReportRows(stores.series, record.time, record.algo, record.buildId);
				return { tickerId, price, flags, words };
			}),
		);
		await market.stop();
		return { types: SESSIONS.map(({ close }) => typeAt(late, close)), tables };
	} finally {
		await stores.close();
	}
}

describe('a first volume that is corrected to 0', () => {
	it('was none: the ticker counts as an index up to its next volume, as if the file had said so at first', async () => {
		const corrected = `symbol,date,open,high,low,close,volume\nLATE,${SESSIONS[6]?.date},20,21,19,20.5,0\n`;
		const found = await after([{ text: days([6, 12, 13]) }, { text: corrected }]);
		expect(found.types).toEqual(SESSIONS.map((_, at) => (at < 12 ? 'index' : 'stocks')));
		expect(found).toEqual(await after([{ text: days([12, 13]) }]));
	});
});

describe('an import that is undone', () => {
	const every = SESSIONS.map((_, at) => at);
	const dayOf = (at: number, volume: number) =>
		`symbol,date,open,high,low,close,volume\nLATE,${SESSIONS[at]?.date},20,21,19,20.5,${volume}\n`;

	it('takes lateness away with the quiet bar that it brought', async () => {
		const quiet = { text: dayOf(0, 0), isUndone: true };
		const found = await after([{ text: days(every) }, quiet]);
		expect(found.types).toEqual(SESSIONS.map(() => 'stocks'));
		expect(found).toEqual(await after([{ text: days(every) }]));
		// Before it was undone the ticker was an index up to its second day.
		expect((await after([{ text: days(every) }, { text: quiet.text }])).types).toEqual(
			SESSIONS.map((_, at) => (at < 1 ? 'index' : 'stocks')),
		);
	});

	it('makes the ticker an index up to its next volume, where it brought the first', async () => {
		const found = await after([{ text: days([12, 13]) }, { text: dayOf(6, 700), isUndone: true }]);
		expect(found.types).toEqual(SESSIONS.map((_, at) => (at < 12 ? 'index' : 'stocks')));
		expect(found.tables).toEqual((await after([{ text: days([12, 13]) }])).tables);
	});
});

describe('a ticker that is quiet in daily bars and has volume in quarter-hours', () => {
	const volumeFrom = 9;
	const quarters = SESSIONS.slice(volumeFrom).flatMap((session) =>
		Array.from({ length: 4 }, (_, slot) => `LATE,${new Date(slotStart(session, slot)).toISOString().slice(0, 19)}Z,20,21,19,20.5,300`),
	);
	const intraday = { text: `symbol,time,open,high,low,close,volume\n${quarters.join('\n')}\n`, interval: 15 } as const;

	it('is an index up to the first of them, in whichever order the files come', async () => {
		const daily = { text: days([]) };
		const types = SESSIONS.map((_, at) => (at < volumeFrom ? 'index' : 'stocks'));
		const [dailyFirst, intradayFirst] = [await after([daily, intraday]), await after([intraday, daily])];
		expect(dailyFirst.types).toEqual(types);
		expect(intradayFirst.types).toEqual(types);
	});

	it('is an index throughout without them', async () => {
		expect((await after([{ text: days([]) }, { ...intraday, isUndone: true }])).types).toEqual(SESSIONS.map(() => 'index'));
	});
});
