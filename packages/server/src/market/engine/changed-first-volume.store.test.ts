import { typeAt } from '@sw/domain/prices/ticker';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type ReportTime } from '@sw/domain/time/units';
import { reportRows } from '@sw/store/clickhouse/report-rows';
import { reportAt } from '@sw/store/postgres/records/reports/reports';
import { testStores } from '@sw/store/testing/test-stores';
import { describe, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { openProvider } from '../../compose/vendors/provider.ts';
import { withFiles } from '../../intake/files/testing/import-all.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';

const SESSIONS = nyse.sessionsBetween(exchangeDate('2024-03-01'), exchangeDate('2024-03-28'));

/** Days of two tickers; LATE has volume on the given days alone. */
function days(withVolume: readonly number[]): string {
	const lines = SESSIONS.flatMap(({ date }, at) => [
		`SPOT,${date},40,41,39,${40 + (at % 3) / 4},5000`,
		`LATE,${date},20,21,19,${20 + (at % 4) / 4},${withVolume.includes(at) ? 700 : 0}`,
	]);
	return `symbol,date,open,high,low,close,volume\n${lines.join('\n')}\n`;
}

/** What LATE is at each close, and every report, after files were imported one after the other. */
async function after(files: readonly string[]) {
	const stores = await testStores();
	try {
		const market = await testMarket({ stores, provider: await openProvider(stores, 'files', nyse), wall: createFakeWallClock() });
		await market.run();
		for (const [at, text] of files.entries())
			await withFiles({ [`days-${at}.csv`]: text }, (folder) => market.importFiles(folder, { interval: 'day' }, () => {}));
		const late = market.directory.tickers.find(({ symbol }) => symbol === 'LATE');
		if (!late) throw new Error('LATE is not in the market.');
		const tables = await Promise.all(
			SESSIONS.map(async ({ close }) => {
				const record = await reportAt(stores.records.db, close as number as ReportTime, 'reverse');
				if (!record) return undefined;
				const { tickerId, price, flags, words } = await reportRows(stores.series, record.time, record.algo, record.buildId);
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
		const found = await after([days([6, 12, 13]), corrected]);
		expect(found.types).toEqual(SESSIONS.map((_, at) => (at < 12 ? 'index' : 'stocks')));
		expect(found).toEqual(await after([days([12, 13])]));
	});
});
