import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { reportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { StoreError } from '@sw/store/faults/store-error';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { defaultSlots } from '../market/timetable/slot-times.ts';
import { createNumberOf } from './number-of-set.ts';
import { createPublish } from './publish.ts';
import { openShownReports } from './shown-reports.ts';
import { wholeTables } from './whole-table.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

const publish = async (hour: number): Promise<void> => {
	const table = reportTable(utcMs(Date.UTC(2025, 6, 1, hour)), 'reverse', 3);
	table.tickerId.set([1, 2, 3]);
	table.price.set([10, 20, 30]);
	const shown = { add: () => {} };
	const publishing = { stores, provider: 'test', engine: 'e1', numberOf: createNumberOf(stores.records.db), shown, typeOf: () => 0 };
	const inputs = { from: exchangeDate('2024-01-02'), hash: '0'.repeat(64) };
	await createPublish(publishing)([
		{ table, cutoff: table.time, publishedAt: table.time, reconstructed: false, parameters: PARAMETERS_V1, inputs },
	]);
};

/** A replica that does not have a build's rows as they were written before it was asked so many times. */
const lagging = (times: number, spoil: (price: Float32Array) => void): { series: Stores['series']; asked: () => number } => {
	let asked = 0;
	const { bulk } = stores.series;
	const read: typeof bulk.read = async (columns, sql) => {
		const rows = await bulk.read(columns, sql);
		if (!sql.includes('report_rows') || ++asked > times) return rows;
		const { price } = rows.columns as unknown as { price: Float32Array };
		spoil(price);
		return asked % 2 === 0 ? rows : { ...rows, count: rows.count - 1 };
	};
	return { series: { ...stores.series, bulk: { ...bulk, read } }, asked: () => asked };
};

it('a report is shown when its rows are all there as its record says, and not before', async () => {
	await publish(14);
	const { series, asked } = lagging(3, (price) => price.fill(1));
	const pauses: number[] = [];
	const among = { ...stores, series };
	const shown = openShownReports(
		among,
		defaultSlots(nyse),
		wholeTables(among, async (ms) => void pauses.push(ms)),
	);
	await shown.addNew();
	const facts = shown.hot.newest();
	expect(facts).toMatchObject({ time: Date.UTC(2025, 6, 1, 14), tickers: 3 });
	expect([asked(), pauses.length]).toEqual([4, 3]);
	expect((facts && (await shown.hot.table(facts)))?.price).toEqual(Float32Array.of(10, 20, 30));
	await shown.addNew();
	expect(asked()).toBe(4);
});

it('a store that does not get them is told as away, and the report is looked for again', async () => {
	const { series } = lagging(7, (price) => price.fill(1));
	const among = { ...stores, series };
	const shown = openShownReports(
		among,
		defaultSlots(nyse),
		wholeTables(among, async () => {}),
	);
	const looked = shown.addNew();
	await expect(looked).rejects.toBeInstanceOf(StoreError);
	await expect(looked).rejects.toThrow('does not have the report of 2025-07-01T14:00');
	expect(shown.hot.newest()).toBeUndefined();
	await shown.addNew();
	expect(shown.hot.newest()).toBeDefined();
});
