import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { createReportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDefaultSlots } from '../market/timetable/slot-times.ts';
import { createDelayedCloses } from './delayed-closes.ts';
import { createPublish, createSetNumberLookup } from './publish.ts';
import { createVerifiedReader, openShownReports } from './shown-reports.ts';
import { createEmptyShownReports } from './testing/published-reports.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

async function publish(hour: number): Promise<void> {
	const table = createReportTable(utcMs(Date.UTC(2025, 6, 1, hour)), 'reverse', 3);
	table.tickerId.set([1, 2, 3]);
	table.price.set([10, 20, 30]);
	const getNumberedSet = createSetNumberLookup(stores.records.db);
	const publishing = {
		stores,
		provider: 'test',
		engine: 'e1',
		getNumberedSet,
		shownReports: createEmptyShownReports(),
		typeIndexOf: () => 0,
	};
	const inputs = { from: exchangeDate('2024-01-02'), hash: '0'.repeat(64) };
	await createPublish(publishing)([
		{ table, cutoff: table.time, publishedAt: table.time, reconstructed: false, parameters: PARAMETERS_V1, inputs },
	]);
}

/** A replica that has a report's rows as they were published when it is asked after so many times: before, fewer of them, or other ones. */
function lagging(times: number): { series: Stores['series']; queryCount: () => number } {
	let queryCount = 0;
	const { requests } = stores.series;
	const spoilt = (query: string): string =>
		queryCount % 2 === 0 ? query.replace('ORDER BY', 'AND ticker_id < 3 ORDER BY') : query.replace(/\bprice\b/, 'price + 1 AS price');
	const read: typeof requests.read = (spec, query, into) => requests.read(spec, ++queryCount > times ? query : spoilt(query), into);
	return { series: { ...stores.series, requests: { ...requests, read } }, queryCount: () => queryCount };
}

it('a report is shown when its rows are all there as its record says, and not before', async () => {
	await publish(14);
	const { series, queryCount } = lagging(3);
	const pauses: number[] = [];
	const among = { ...stores, series };
	const shown = openShownReports(
		among,
		createDelayedCloses(createDefaultSlots(nyse)),
		createVerifiedReader(among, async (ms) => void pauses.push(ms)),
	);
	await shown.addNew();
	const facts = shown.hot.newest();
	expect(facts).toMatchObject({ time: Date.UTC(2025, 6, 1, 14), tickers: 3 });
	expect([queryCount(), pauses.length]).toEqual([4, 3]);
	expect((facts && (await shown.hot.table(facts)))?.price).toEqual(Float64Array.of(10, 20, 30));
	await shown.addNew();
	expect(queryCount()).toBe(4);
});

it('a store that misses them is reported as unavailable, and the report is looked up again', async () => {
	const { series } = lagging(7);
	const among = { ...stores, series };
	const shown = openShownReports(
		among,
		createDelayedCloses(createDefaultSlots(nyse)),
		createVerifiedReader(among, async () => {}),
	);
	const looked = shown.addNew();
	await expect(looked).rejects.toBeInstanceOf(StoreError);
	await expect(looked).rejects.toThrow('The report of 2025-07-01T14:00');
	expect(shown.hot.newest()).toBeUndefined();
	await shown.addNew();
	expect(shown.hot.newest()).toBeDefined();
});
