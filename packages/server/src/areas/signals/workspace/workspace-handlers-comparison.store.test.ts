import { createBarBlock, REGULAR } from '@sw/domain/prices/blocks';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime } from '@sw/domain/time/units';
import { insertBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { workspaceStore } from '../../../compose/areas/workspace.ts';
import { createFacts, createReport, tickers } from '../../../market/window/testing/fixture.ts';
import { workspaceApp } from '../../testing/workspace-app.ts';
import { workspaceWorld } from '../../testing/workspace-world.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

it('a card of a report that is older than the memory has its ticker from the store, no bar of which is later or of another ticker', async () => {
	const { records, series } = stores;
	const week = nyse.sessionsBetween(exchangeDate('2024-03-11'), exchangeDate('2024-03-15'));
	const [first, last] = [week[0] as Session, week[4] as Session];
	const report = slotEnd(last, 2) as ReportTime;
	await saveTickers(records.db, 'test', tickers);
	const bars = [
		{ id: 30, start: slotStart(first, 0), price: 10 },
		{ id: 20, start: slotStart(first, 1), price: 90 },
		{ id: 30, start: slotStart(last, 0), price: 11 },
		{ id: 30, start: slotStart(last, 3), price: 50 },
	];
	const block = createBarBlock(bars.length);
	bars.forEach(({ id, start, price }, i) => {
		block.tickerId[i] = id;
		block.time[i] = start / 1000;
		block.session[i] = REGULAR;
		for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = price;
		block.volume[i] = 100;
	});
	block.count = bars.length;
	const batch = await openBatch(records.db, { kind: 'bars', provider: 'test' });
	await insertBars(series, block, batch);
	await commitBatch(records.db, batch, bars.length);

	const world = workspaceWorld();
	world.reports.add(createFacts(report, { report: 'premium' }), createReport(report));
	const app = await workspaceApp({ ...world, bars: workspaceStore(stores, () => []).bars });
	const path = `/api/sector-charts/30/comparison?date=${isoSeconds(report)}`;
	const { status, body } = await app.get(path, 'premium');
	expect([status, body.detail]).toEqual([200, undefined]);
	expect([body.change.length, body.change[0], Math.max(...body.change)]).toEqual([4 * 26 + 3, 0, 0.1]);
	expect([body.missing, body.traded]).toEqual([['middle'], isoSeconds(slotEnd(last, 0))]);
	expect((await app.get(path, 'basic')).status).toBe(403);
	await app.close();
});
