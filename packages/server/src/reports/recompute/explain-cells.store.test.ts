import type { ReportTable } from '@sw/domain/signals/report-table';
import { nyse } from '@sw/domain/time/calendar';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createMarketStores, type MarketStores } from '../../research/testing/market-stores.ts';
import type { ReportFacts } from '../hot-reports.ts';
import { createExplainCells, type ExplainCells } from './explain-cells.ts';

let at: MarketStores;
let explain: ExplainCells;
let wall: FakeWallClock;
const errors: string[] = [];
let version = 1;
beforeAll(async () => {
	at = await createMarketStores({ rows: 40, sessions: 90, reportSessions: 3 });
	wall = createFakeWallClock();
	const { stores, provider, market } = at;
	explain = createExplainCells({
		stores,
		provider,
		calendar: nyse,
		engine: market.engine,
		barsVersion: () => version,
		wall,
		onError: (message) => errors.push(message),
	});
});
afterAll(() => at?.close());

async function opened(facts: ReportFacts | undefined): Promise<[ReportFacts, ReportTable]> {
	const table = facts && (await at.market.reports.table(facts));
	if (!facts || !table) throw new Error('Report not found.');
	return [facts, table];
}

it('takes the numbers of the newest report from the running engine, at once', async () => {
	const [facts, table] = await opened(at.market.reports.newest());
	const found = await explain(facts, table, 2);
	expect(wall.countPending()).toBe(0);
	expect(found?.timeframes).toHaveLength(5);
	const [quarter] = found?.timeframes ?? [];
	expect(quarter?.price).toMatchObject({ status: 'ok', z: table.z[2] });
	expect(quarter?.price.scale).toBeGreaterThan(0);
	for (let row = 0; row < table.count; row++) expect(await explain(facts, table, row)).not.toBeNull();
	expect(wall.countPending()).toBe(0);
	// Five bars back, whose close is the start of what the move spans.
	expect(facts.time - (quarter?.referenceTime ?? 0)).toBeGreaterThanOrEqual(5 * 15 * 60_000);
});

it('recomputes them where the engine has not measured a report yet', async () => {
	const [facts, table] = await opened(at.market.reports.newest());
	const running = at.market.engine() as NonNullable<ReturnType<typeof at.market.engine>>;
	const idle = { ...running, signalEngine: { ...running.signalEngine, position: null } } as typeof running;
	const explainIdle = createExplainCells({
		stores: at.stores,
		provider: at.provider,
		calendar: nyse,
		engine: () => idle,
		barsVersion: () => version,
		wall: createFakeWallClock(),
		onError: (message) => errors.push(message),
	});
	await expect.poll(() => explainIdle(facts, table, 2)).not.toBeNull();
	expect((await explainIdle(facts, table, 2))?.timeframes[0]?.price).toMatchObject({ status: 'ok', z: table.z[2] });
	expect(errors).toEqual([]);
});

it('recomputes those of an older report without long waits', async () => {
	const newest = at.market.reports.newest() as ReportFacts;
	const [facts, table] = await opened(at.market.reports.between(0, newest.time - 1)[3]);
	const first = explain(facts, table, 4);
	await wall.advance(0);
	await expect.poll(() => wall.countPending()).toBe(1);
	await wall.advance(300);
	expect(await first).toBeNull();
	// It goes on behind: who asks again finds it.
	await expect.poll(() => explain(facts, table, 4)).not.toBeNull();
	const found = await explain(facts, table, 4);
	expect(found?.timeframes[4]?.volume.z ?? Number.NaN).toBe(table.z[(4 * 5 + 1) * table.count + 4]);
	expect(errors).toEqual([]);
});

it('gives no numbers out that are not those behind the report', async () => {
	const [facts, table] = await opened(at.market.reports.newest());
	const other = { ...table, z: table.z.map((z) => z + 1) };
	const explaining = explain(facts, other, 1);
	await expect.poll(() => wall.countPending()).toBeGreaterThan(0);
	await wall.advance(300);
	expect(await explaining).toBeNull();
	await expect.poll(() => explain(facts, other, 1)).toBeNull();
	expect(await explain({ ...facts, algo: 'forecast' }, table, 1)).toBeNull();
});

it('tries again what could not be worked out, once stored bars have changed', async () => {
	const newest = at.market.reports.newest() as ReportFacts;
	const [facts, table] = await opened(at.market.reports.between(0, newest.time - 1)[5]);
	const found = async () => {
		const explaining = explain(facts, table, 5);
		await expect.poll(() => wall.countPending()).toBe(0);
		return explaining;
	};
	const { db } = at.stores.records;
	await db.execute(sql`alter table reports rename to reports_away`);
	expect(await found()).toBeNull();
	await db.execute(sql`alter table reports_away rename to reports`);
	expect(await found()).toBeNull();
	version++;
	expect(await found()).not.toBeNull();
	expect(errors.splice(0)).toHaveLength(1);
});
