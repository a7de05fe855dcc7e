import { TOP_INTERVALS } from '@sw/domain/prices/top-lists';
import { nyse } from '@sw/domain/time/calendar';
import { findLastElapsed, SLOT_MS, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate, MINUTE, type UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { LOOKBACK_SESSIONS } from '../engine/input-hash.ts';
import { createTopSource } from '../window/top-source.ts';

/** More than an engine reads that begins now. */
const SESSIONS = LOOKBACK_SESSIONS + 15;

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

/** Starts the market, lets it go on to an instant, and stops it. */
async function play(to: (startedAt: UtcMs) => number) {
	const wall = createFakeWallClock();
	const market = await testMarket({
		stores,
		provider: createSmallMarket(12, SESSIONS, { dailyFrom: exchangeDate('2025-08-01') }),
		wall,
		pace: createSteadyPace(60),
		reportSessions: 2,
	});
	await market.run();
	await market.settled;
	const readFrom = market.engine()?.inputs().from;
	const end = to(market.now());
	/** A minute, and none while the market is still behind its clock. */
	const goOn = async (): Promise<boolean> => {
		const elapsed = findLastElapsed(nyse, market.now());
		const isBehind = elapsed !== undefined && (market.prices.dataEnd() ?? 0) < slotEnd(elapsed.session, elapsed.slot);
		if (!isBehind && market.now() < end) await wall.advance(1_000);
		return !isBehind && market.now() >= end;
	};
	await expect.poll(goOn, { interval: 1 }).toBe(true);
	await market.stop();
	const { prices, directory } = market;
	const tops = createTopSource(prices, directory, nyse);
	return {
		readFrom,
		dates: prices.sessions.map(({ session }) => session.date),
		shares: [...directory.shares],
		until: prices.dataEnd() as UtcMs,
		topsAt: (ms: UtcMs) => TOP_INTERVALS.map((interval) => tops.stateAt(interval, ms)),
	};
}

function aSlot(startedAt: UtcMs): number {
	return startedAt + SLOT_MS;
}

function theEvening(startedAt: UtcMs): number {
	return (nyse.sessionAt(startedAt)?.close ?? 0) + MINUTE;
}

it('a market that starts again shows as far back as at its first start, in a session and after its close', async () => {
	const first = await play(aSlot);
	expect(first.dates.length).toBe(SESSIONS + 1);
	const restarted = await play(aSlot);
	expect([restarted.dates, restarted.shares]).toEqual([first.dates, first.shares]);
	expect(restarted.topsAt(first.until)).toEqual(first.topsAt(first.until));
	const closed = await play(theEvening);
	const atEvening = await play(() => 0);
	expect(atEvening.dates).toEqual(first.dates);
	expect(atEvening.topsAt(closed.until)).toEqual(closed.topsAt(closed.until));
	// The engine reads what it needs, whenever it begins.
	expect([restarted.readFrom, atEvening.readFrom]).toEqual(Array(2).fill(first.dates.at(-LOOKBACK_SESSIONS)));
});
