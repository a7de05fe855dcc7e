import { exchangeDate } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import type { ReportedMarket } from '../../compose/core/market.ts';
import { testMarket } from '../../compose/testing/test-market.ts';
import type { Provider } from '../../intake/provider.ts';
import type { SimulatedProvider } from '../../intake/simulated/simulated-provider.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';

export interface MarketStores {
	stores: Stores;
	provider: Provider;
	market: ReportedMarket;
	wall: FakeWallClock;
	close(): Promise<void>;
}

/** Stores a small simulated market in full: `rows` tickers over `sessions` sessions, with reports of the last `reportSessions`. Its clock runs at `speed`. */
export async function createMarketStores({ rows = 24, sessions = 90, reportSessions = 4, speed = 1 } = {}): Promise<MarketStores> {
	const stores = await testStores();
	const provider = withoutHalts(createSmallMarket(rows, sessions, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }));
	const wall = createFakeWallClock();
	const market = await testMarket({
		stores,
		provider,
		wall,
		pace: createSteadyPace(speed),
		reportSessions,
	});
	await market.run();
	await market.settled;
	return {
		stores,
		provider,
		market,
		wall,
		close: async () => {
			await market.stop();
			await stores.close();
		},
	};
}

/** Returns the same market, without trading halts. */
function withoutHalts(provider: SimulatedProvider): SimulatedProvider {
	return {
		...provider,
		history: {
			...provider.history,
			session: async (session) => ({ ...(await provider.history.session(session)), halted: null }),
		},
	};
}
