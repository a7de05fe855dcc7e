import { type ExchangeDate, exchangeDate, type TickerId } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { decideSplit } from '@sw/store/postgres/records/tickers/corporate-actions';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { ALWAYS_LEADS } from './life.ts';

const SPLIT_ROW = 2;

let stores: Stores;
beforeEach(async () => {
	stores = await testStores();
});
afterEach(() => stores?.close());

const smallMarket = createSmallMarket(12, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') });

/** Starts the market, and stops it: shares as shown and as stored while the engine warmed up, and afterwards. `leading`: others follow it. */
async function start(leading: typeof ALWAYS_LEADS | undefined) {
	const reported = async () => (await tickersOf(stores.records.db, smallMarket.name)).map(({ shares }) => shares ?? Number.NaN);
	let warming: { shown: number[]; published: number[] } | undefined;
	const market = await testMarket({
		stores,
		provider: smallMarket,
		wall: createFakeWallClock(),
		...(leading ? { leading } : {}),
		reportSessions: 2,
		beforeWarmUp: async () => {
			warming = { shown: [...market.directory.shares], published: await reported() };
		},
	});
	await market.run();
	await market.settled;
	const date = market.prices.sessions.at(-1)?.session.date as ExchangeDate;
	const after = { shown: [...market.directory.shares], published: await reported() };
	await market.stop();
	return { date, ids: market.directory.tickers.map(({ id }) => id), warming, after };
}

it.each([
	['followed by others: one that joins meanwhile applies each split exactly once', ALWAYS_LEADS],
	['alone', undefined],
])('shares are stored on the basis of their day while a market restarts, %s', async (_, leading) => {
	const first = await start(leading);
	await decideSplit(stores.records.db, { tickerId: first.ids[SPLIT_ROW] as TickerId, date: first.date, ratio: 2 });
	const split = await start(leading);
	const before = first.after.shown[SPLIT_ROW]!;
	expect(split.after.shown[SPLIT_ROW]).toBe(2 * before);
	expect(split.after.published).toEqual(split.after.shown);
	const restarted = await start(leading);
	expect(restarted.warming).toEqual(split.after);
});
