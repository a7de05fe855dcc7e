import type { ReportRecord } from '@sw/domain/reports/report-record';
import { nyse } from '@sw/domain/time/calendar';
import type { ReportTime, UtcMs } from '@sw/domain/time/units';
import { newYorkMinute } from '@sw/domain/time/zone';
import { sql } from '@sw/store/postgres/records';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import { createBreadthBook } from './breadth-book.ts';

let at: MarketStores;
let all: ReportRecord[];
beforeAll(async () => {
	at = await createMarketStores({ reportSessions: 4 });
	all = await reportsBetween(at.stores.records.db, 0 as UtcMs, at.market.now(), 'reverse');
});
afterAll(() => at?.close());

describe('the breadth of past reports', () => {
	it('leaves out a session without a report at that time, and one that has not been counted', async () => {
		const book = () => createBreadthBook(at.stores, { changeCount: () => 0 }, nyse);
		const newest = all.at(-1) as ReportRecord;
		const same = all.filter(({ time }) => newYorkMinute(time) === newYorkMinute(newest.time) && time < newest.time);
		const times = async (): Promise<ReportTime[]> => (await book().readComparisons(newest.time)).map(({ time }) => time);
		expect(same.length).toBeGreaterThan(2);
		expect(await times()).toEqual(same.map(({ time }) => time));

		const [uncounted, missing, ...rest] = same as [ReportRecord, ReportRecord, ...ReportRecord[]];
		await at.stores.series.bulk.run(
			`ALTER TABLE breadth DELETE WHERE report = toDateTime(${uncounted.time / 1_000}, 'UTC') SETTINGS mutations_sync = 1`,
		);
		expect(await times()).toEqual([missing, ...rest].map(({ time }) => time));
		expect(await book().get({ time: uncounted.time, version: 1 })).toBeUndefined();
		await at.stores.records.db.execute(sql`delete from reports where time = ${new Date(missing.time).toISOString()} and algo = 'reverse'`);
		expect(await times()).toEqual(rest.map(({ time }) => time));
		expect(await book().get({ time: missing.time, version: 1 })).toBeUndefined();
		expect(await book().get({ time: newest.time, version: 1 })).toBeDefined();
	});
});
