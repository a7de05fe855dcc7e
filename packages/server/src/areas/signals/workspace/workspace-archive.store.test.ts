import { createBarBlock, REGULAR } from '@sw/domain/prices/blocks';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { isoSeconds } from '@sw/domain/time/format';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, type ReportTime, tickerId, type UtcMs } from '@sw/domain/time/units';
import { insertBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { commitBatch, openBatch } from '@sw/store/postgres/records/tickers/batches';
import { saveSplits } from '@sw/store/postgres/records/tickers/corporate-actions';
import { saveTickers } from '@sw/store/postgres/records/tickers/tickers';
import { users } from '@sw/store/postgres/schema/accounts';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openWorkspace, type Workspace } from '../../../compose/areas/workspace.ts';
import { createFacts, createReport, smallWorld, tickers } from '../../../market/window/testing/fixture.ts';
import { clearAnswerCaches } from '../../../platform/cache/answer-caches.ts';
import { headersOf, userId } from '../../testing/callers.ts';
import { guardedApp } from '../../testing/workspace-app.ts';

const week = nyse.sessionsBetween(exchangeDate('2024-03-11'), exchangeDate('2024-03-15'));
const [thursday, friday] = [week[3] as Session, week[4] as Session];
/** Friday 10:15: three quarter-hours. */
const REPORT = slotEnd(friday, 2) as ReportTime;
const AAA = 10;
const BBB = 20;

const world = smallWorld();
let stores: Stores;
let workspace: Workspace;
let app: Awaited<ReturnType<typeof guardedApp>>;

/** Stores quarter-hours of the two days: AAA at 80 to 105, then 110; BBB at 40, then split 2 for 1, at 21. */
async function storeBars(): Promise<void> {
	const at = (session: Session, id: number, slot: number, price: number) => ({ id, time: slotStart(session, slot), price });
	const bars = [
		...Array.from({ length: 26 }, (_, slot) => at(thursday, AAA, slot, 80 + slot)),
		...Array.from({ length: 26 }, (_, slot) => at(friday, AAA, slot, 110)),
		at(thursday, BBB, 0, 40),
		at(friday, BBB, 0, 21),
	];
	const block = createBarBlock(bars.length);
	bars.forEach(({ id, time, price }, i) => {
		block.tickerId[i] = id;
		block.time[i] = time / 1000;
		block.session[i] = REGULAR;
		for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = price;
		block.volume[i] = 100;
	});
	block.count = bars.length;
	const batch = await openBatch(stores.records.db, { kind: 'bars', provider: 'test' });
	await insertBars(stores.series, block, batch);
	await commitBatch(stores.records.db, batch, bars.length);
}

/** The report has AAA at 110 and BBB at 21. */
function archived() {
	const table = createReport(REPORT);
	table.price[0] = 110 * 10_000;
	table.price[1] = 21 * 10_000;
	return table;
}

beforeAll(async () => {
	stores = await testStores();
	const { db } = stores.records;
	await saveTickers(db, 'test', tickers);
	await saveSplits(db, 'test', [{ tickerId: tickerId(BBB), date: friday.date, ratio: 2 }]);
	await storeBars();
	await db.insert(users).values({
		id: userId(1),
		email: 'u@example.test',
		emailKey: 'u@example.test',
		role: 'user',
		status: 'active',
		createdAt: 0 as UtcMs,
	});
	world.reports.add(createFacts(REPORT), archived());
	const wall = { now: () => Date.UTC(2026, 5, 30) };
	const wiring = {
		stores,
		market: world,
		source: world.source,
		tops: world.tops,
		calendar: nyse,
		currentParameters: () => PARAMETERS_V1,
		wall,
	};
	workspace = await openWorkspace({ ...wiring, slotsOn: () => [], explain: async () => null, audit: async () => {} });
	app = await guardedApp(workspace.areas);
});
afterAll(async () => {
	await app?.close();
	await workspace?.close();
	await stores?.close();
});

async function get(path: string) {
	const answer = await app.inject({ url: `/api/sector-charts${path}`, headers: headersOf('pro') });
	expect(answer.statusCode).toBe(200);
	return answer.json();
}

const DATE = `date=${isoSeconds(REPORT)}`;

describe('a list of a report that is older than the memory', () => {
	const cardOf = async (id: number, query = '') => {
		const { items } = await get(`/history?${DATE}&tab_type=free${query}`);
		return items.find((item: { ticker_id: number }) => item.ticker_id === id);
	};

	it('has sparklines up to its time, and changes since the close before', async () => {
		const { sparkline, price_change } = await cardOf(AAA);
		expect(sparkline).toEqual([...Array.from({ length: 23 }, (_, i) => 83 + i), 110, 110, 110]);
		expect(price_change).toBeCloseTo(110 / 105 - 1, 6);
	});

	it('has both on the share basis of its day', async () => {
		const { sparkline, price_change } = await cardOf(BBB);
		expect(sparkline).toEqual([20, 21]);
		expect(price_change).toBeCloseTo(0.05, 6);
	});

	it('has n/a where nothing was stored, and can be sorted and exported by its changes', async () => {
		expect(await cardOf(30)).toMatchObject({ sparkline: [], price_change: null });
		const { items } = await get(`/history?${DATE}&tab_type=free&sort_column=change`);
		expect(items.slice(0, 2).map((item: { ticker: string }) => item.ticker)).toEqual(['BBB', 'AAA']);
		const file = await get(`/export?${DATE}&tab_type=free&columns=change&format=json`);
		expect(JSON.stringify(file.items ?? file)).toContain('0.05');
	});

	it('follows what is corrected', async () => {
		await saveSplits(stores.records.db, 'test', [{ tickerId: tickerId(BBB), date: friday.date, ratio: 4 }]);
		clearAnswerCaches();
		world.reports.add(createFacts(REPORT), archived());
		expect((await cardOf(BBB)).price_change).toBeCloseTo(1.1, 6);
	});

	it('says the same of one ticker', async () => {
		expect((await get(`/history/${AAA}?${DATE}`)).price_change).toBeCloseTo(110 / 105 - 1, 6);
	});
});
