import { postClose, preOpen } from '@sw/domain/prices/bar-session';
import type { BarBlock } from '@sw/domain/prices/blocks';
import { quantile } from '@sw/domain/statistics/moments';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { findLastElapsed, slotEnd } from '@sw/domain/time/slots';
import { exchangeDate } from '@sw/domain/time/units';
import { newYorkDate } from '@sw/domain/time/zone';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { createTopSource } from '../window/top-source.ts';

const ROWS = 12;
const provider = createSmallMarket(ROWS, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') });

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

async function start() {
	const wall = createFakeWallClock();
	const market = await testMarket({ stores, provider, wall, pace: createSteadyPace(60), reportSessions: 2 });
	await market.run();
	await market.settled;
	return { wall, market };
}

type Outside = 'premarket' | 'after_hours';

function usualOf({ prices, directory, now }: ReportedMarket, interval: Outside) {
	const found = createTopSource(prices, directory, nyse).stateAt(interval, now());
	return { sessions: found?.usualSessions, from: found?.span.from ?? 0, usual: [...(found?.columns.usualVolume ?? [])] };
}

async function expectMedians(market: ReportedMarket, interval: Outside): Promise<void> {
	const { sessions, from, usual } = usualOf(market, interval);
	expect(sessions).toBe(20);
	const medians = await mediansBefore(nyse.sessionOn(newYorkDate(from)) as Session, (each) =>
		interval === 'premarket' ? provider.extended(preOpen(each), each.open) : provider.extended(each.close, postClose(each)),
	);
	// Where a ticker trades in fewer than half of the sessions, nothing is usual.
	expect(medians.filter((median) => median > 0).length).toBeGreaterThan(2);
	medians.forEach((median, row) => {
		if (median > 0) expect(usual[row]! / median).toBeCloseTo(1, 5);
		if (median === 0) expect(usual[row]).toBe(0);
	});
}

/** Medians of the twenty sessions before, by ticker; NaN where shares were split since. */
async function mediansBefore(session: Session, span: (session: Session) => Promise<BarBlock>): Promise<number[]> {
	const before = Array.from({ length: 20 }, (_, i) => nyse.sessionByOrdinal(session.ordinal - 1 - i) as Session);
	const days = await Promise.all(before.map(async (each) => sharesOf(await span(each))));
	const splits = await provider.splits(before.at(-1)?.date ?? session.date, exchangeDate('2026-12-31'));
	return Array.from({ length: ROWS }, (_, row) =>
		splits.some(({ tickerId }) => tickerId === row + 1)
			? Number.NaN
			: (quantile(
					days.map((day) => day[row]!),
					0.5,
				) ?? Number.NaN),
	);
}

/** Shares of the block by ticker. */
function sharesOf({ count, tickerId, volume }: BarBlock): number[] {
	const shares = new Array<number>(ROWS).fill(0);
	for (let i = 0; i < count; i++) {
		const row = tickerId[i]! - 1;
		shares[row] = shares[row]! + volume[i]!;
	}
	return shares;
}

it('what is usual outside regular hours is read from the store at the start, grows by every session that opens, and is the same after a restart', async () => {
	const { wall, market } = await start();
	const first = nyse.sessionAt(market.now()) as Session;
	await expectMedians(market, 'premarket');
	await expectMedians(market, 'after_hours');

	// Two sessions on, so that what came live is compared with, not only what was there at the start.
	const between = nyse.nextSession(first.date) as Session;
	const next = nyse.nextSession(between.date) as Session;
	/** Ten minutes at once, and none while the market is still behind its clock. */
	const goOn = async (): Promise<string | undefined> => {
		const elapsed = findLastElapsed(nyse, market.now());
		const isBehind = elapsed !== undefined && (market.prices.dataEnd() ?? 0) < slotEnd(elapsed.session, elapsed.slot);
		if (!isBehind && market.now() < next.open) await wall.advance(10_000);
		return market.prices.sessions.at(-1)?.session.date;
	};
	await expect.poll(goOn, { interval: 1 }).toBe(next.date);
	await expectMedians(market, 'premarket');
	await expectMedians(market, 'after_hours');
	const [morning, evening] = [usualOf(market, 'premarket'), usualOf(market, 'after_hours')];
	expect([morning.from, evening.from]).toEqual([preOpen(next), between.close]);
	await market.stop();

	const restarted = await start();
	expect([usualOf(restarted.market, 'premarket'), usualOf(restarted.market, 'after_hours')]).toEqual([morning, evening]);
	await restarted.market.stop();
});
