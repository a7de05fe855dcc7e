import { MENTION_SOURCES } from '@sw/domain/prices/blocks';
import { publicationLagMs } from '@sw/domain/reports/report-record';
import { SLOT_MS } from '@sw/domain/time/slots';
import { exchangeDate, HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { saveMarketClock } from '@sw/store/postgres/records/market-clock';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { batchesPage } from '@sw/store/postgres/records/tickers/batches';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createReadiness } from '../../platform/readiness.ts';
import { readStoredUntil } from '../stored/stored-until.ts';
import { KEPT_HOURS } from '../window/attention-window.ts';
import { ALWAYS_LEADS } from './life.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

/** A market that goes on until it has published one more report. */
async function playOne(on: Stores = stores) {
	const wall = createFakeWallClock();
	const market = await testMarket({
		stores: on,
		provider: createSmallMarket(12, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }),
		wall,
		pace: createSteadyPace(60),
		reportSessions: 2,
		leading: ALWAYS_LEADS,
	});
	await market.run();
	await market.settled;
	const before = market.reports.newest()?.time ?? 0;
	const newest = async (): Promise<number> => {
		await wall.advance(1_000);
		return market.reports.newest()?.time ?? 0;
	};
	await expect.poll(newest, { interval: 5 }).toBeGreaterThan(before);
	await market.stop();
	const { attention } = market;
	const counted = attention.dataEnd() ?? 0;
	const hours = Array.from({ length: 30 * 24 }, (_, ago) => counted - (ago + 1) * HOUR);
	return {
		attention,
		before,
		after: utcMs(market.reports.newest()?.time ?? 0),
		/** Hours of the last thirty days with unknown mentions. */
		uncounted: hours.filter((ms) => MENTION_SOURCES.some((_, source) => !attention.hour(source, ms))).length,
	};
}

async function stored() {
	return {
		batches: (await batchesPage(stores.records.db, { kind: 'bars', skip: 0, max: 1 })).total,
		until: (await readStoredUntil(stores.records.db, 'simulated', 'bars')) ?? 0,
	};
}

it('a market whose clock was saved before its last slot goes on after it: nothing is fetched or published again', async () => {
	const { after, uncounted } = await playOne();
	// Nights, weekends and holidays are counted too, though the market asks in sessions alone.
	expect(uncounted).toBe(0);
	// As a kill between a report and the next beat of the clock leaves it.
	await saveMarketClock(stores.records.db, 'simulated', utcMs(after - MINUTE), stores.fence);
	const first = await stored();
	const restarted = await playOne();
	expect([restarted.before >= after, restarted.uncounted]).toEqual([true, 0]);
	const reports = await reportsBetween(stores.records.db, 0 as UtcMs, 4e12 as UtcMs, 'reverse');
	expect(new Set(reports.map(({ version }) => version))).toEqual(new Set([1]));
	// In wall-clock time, which is not the market's: the market clock runs at sixty times its speed.
	const live = reports.filter(({ reconstructed }) => !reconstructed);
	expect(live.map(publicationLagMs)).not.toContain(null);
	for (const report of live) expect(publicationLagMs(report)).toBeLessThan((report.publishedAt - report.time) / 60 + 100);
	// One slot, one batch of bars.
	const last = await stored();
	expect(last.batches - first.batches).toBe((last.until - first.until) / SLOT_MS);
});

it('a market that takes over where its clock has not seen the last slots goes on after them', async () => {
	const { after } = await playOne();
	const wall = createFakeWallClock();
	let leads = false;
	const listeners: (() => unknown)[] = [];
	const standby = await testMarket({
		stores,
		provider: createSmallMarket(12, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }),
		wall,
		pace: createSteadyPace(60),
		reportSessions: 2,
		leading: {
			getEpoch: () => (leads ? 1 : undefined),
			onChange: (listener) => {
				listeners.push(listener);
				return () => {};
			},
		},
	});
	await standby.run();
	// It is a standby and gets no notifications while another publishes.
	const { after: last } = await playOne();
	expect(last).toBeGreaterThan(after);
	leads = true;
	for (const listener of listeners) listener();
	const newest = async (): Promise<number> => {
		await wall.advance(1_000);
		return standby.reports.newest()?.time ?? 0;
	};
	await expect.poll(newest, { interval: 5 }).toBeGreaterThan(last);
	await standby.stop();
	const reports = await reportsBetween(stores.records.db, 0 as UtcMs, 4e12 as UtcMs, 'reverse');
	expect(new Set(reports.map(({ version }) => version))).toEqual(new Set([1]));
});

it('a later start reads of mentions what is kept of them: the last weeks once, and a few days for the first reports', async () => {
	const spans: [number, number][] = [];
	const { bulk } = stores.series;
	const read: typeof bulk.read = (columns, sql) => {
		const [from, to] = [...(/FROM mentions .*/.exec(sql)?.[0] ?? '').matchAll(/toDateTime\((\d+)/g)].map(
			([, seconds]) => Number(seconds) * SECOND,
		);
		if (from !== undefined && to !== undefined) spans.push([from, to]);
		return bulk.read(columns, sql);
	};
	const { attention } = await playOne({ ...stores, series: { ...stores.series, bulk: { ...bulk, read } } });
	const until = attention.dataEnd() ?? 0;
	expect(spans.length).toBeGreaterThan(0);
	expect(Math.min(...spans.map(([from]) => from))).toBeGreaterThanOrEqual(until - (KEPT_HOURS + 24) * HOUR);
	expect(spans.reduce((sum, [from, to]) => sum + (to - from) / HOUR, 0)).toBeLessThanOrEqual(KEPT_HOURS + 6 * 24);
});

/** A market whose provider can't list its tickers while `provider.outage` is set. */
async function openInterruptible(outage?: Error) {
	const wall = createFakeWallClock();
	const readiness = createReadiness();
	const errors: unknown[] = [];
	const smallMarket = createSmallMarket(12, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') });
	const provider = {
		...smallMarket,
		outage,
		universe: async (asOf: UtcMs) => {
			if (provider.outage) throw provider.outage;
			return smallMarket.universe(asOf);
		},
	};
	const onError = (_what: string, error: unknown): void => void errors.push(error);
	return { market: await testMarket({ stores, provider, wall, readiness, reportSessions: 2, onError }), provider, wall, readiness, errors };
}

it('a later start shows the stored market while the provider cannot list its tickers', async () => {
	const { before } = await playOne();
	const outage = new Error('no answer');
	const { market, provider, wall, readiness, errors } = await openInterruptible(outage);
	await market.run();
	await expect.poll(() => readiness.getProgress()).toMatchObject({ status: 'ready', phase: 'Not updating: no answer' });
	expect(errors).toEqual([outage]);
	expect(market.prices.dataEnd()).toBeGreaterThanOrEqual(before);
	expect(market.directory.tickers).toHaveLength(12);
	provider.outage = undefined;
	await wall.advance(15_000);
	await market.settled;
	expect(readiness.getProgress()).toEqual({ status: 'ready', phase: 'Ready', progress: null });
	await market.stop();
});

it('a market that cannot load its tickers at a restart waits and retries', async () => {
	const { market, provider, wall, readiness, errors } = await openInterruptible();
	await market.run();
	await market.settled;
	const outage = new Error('no answer');
	provider.outage = outage;
	const reload = market.access.reload();
	await expect.poll(() => readiness.getProgress().phase).toBe('Not updating: no answer');
	expect(errors).toEqual([outage]);
	provider.outage = undefined;
	await wall.advance(15_000);
	await reload;
	expect(readiness.getProgress()).toMatchObject({ status: 'ready' });
	await market.stop();
});
