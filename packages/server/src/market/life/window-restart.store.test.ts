import { TOP_INTERVALS } from '@sw/domain/prices/top-lists';
import { nyse } from '@sw/domain/time/calendar';
import { exchangeDate, type UtcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { smallMarket } from '../../intake/testing/small-market.ts';
import { steadyPace } from '../../platform/clocks/pace.ts';
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

/** Starts the market, lets it go on so long, and stops it. */
const play = async (isEnough: (market: ReportedMarket, startedAt: UtcMs) => boolean) => {
	const wall = createFakeWallClock();
	const market = await testMarket({
		stores,
		provider: smallMarket(12, SESSIONS, { dailyFrom: exchangeDate('2025-08-01') }),
		wall,
		pace: steadyPace(60),
		reportSessions: 2,
	});
	await market.run();
	await market.settled;
	const startedAt = market.now();
	const readFrom = market.engine()?.inputs().from;
	const goOn = async (): Promise<boolean> => {
		await wall.advance(1_000);
		return isEnough(market, startedAt);
	};
	await expect.poll(goOn, { interval: 1 }).toBe(true);
	await market.stop();
	const { prices, directory } = market;
	const tops = createTopSource(prices, directory, nyse);
	return {
		readFrom,
		dates: prices.sessions.map(({ session }) => session.date),
		shares: [...directory.shares],
		until: prices.until() as UtcMs,
		topsAt: (ms: UtcMs) => TOP_INTERVALS.map((interval) => tops.at(interval, ms)),
	};
};
const aReport = ({ reports }: ReportedMarket, startedAt: UtcMs): boolean => (reports.newest()?.time ?? 0) > startedAt;
const theClose = ({ prices }: ReportedMarket): boolean => prices.until() === prices.sessions.at(-1)?.session.close;

it('a market that starts again shows as far back as at its first start, in a session and after its close', async () => {
	const first = await play(aReport);
	expect(first.dates.length).toBe(SESSIONS + 1);
	const again = await play(aReport);
	expect([again.dates, again.shares]).toEqual([first.dates, first.shares]);
	expect(again.topsAt(first.until)).toEqual(first.topsAt(first.until));
	const evening = await play(theClose);
	const atNight = await play(() => true);
	expect(atNight.dates).toEqual(first.dates);
	expect(atNight.topsAt(evening.until)).toEqual(evening.topsAt(evening.until));
	// The engine reads what it needs, whenever it begins.
	expect([again.readFrom, atNight.readFrom]).toEqual(Array(2).fill(first.dates.at(-LOOKBACK_SESSIONS)));
});
