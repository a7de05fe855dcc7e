import { defaultCostBps, MIN_COST_BPS, roundTripCost } from '@sw/domain/research/walk/costs';
import { createEdgeSpreads } from '@sw/domain/statistics/edge-spread';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { researchStore } from '../compose/core/research-store.ts';
import { createUniverse, type Universe } from '../market/engine/universe.ts';
import type { ResearchStore } from './ports.ts';
import { sessionCosts } from './session-costs.ts';
import { type MarketStores, marketStores } from './testing/market-stores.ts';

let at: MarketStores;
let store: ResearchStore;
let universe: Universe;
let walked: string[][] = [];
let version = 0;

const MAY = nyse.sessionsBetween(exchangeDate('2026-05-01'), exchangeDate('2026-05-29'));
const JUNE = nyse.sessionsBetween(exchangeDate('2026-06-01'), exchangeDate('2026-06-26'));

beforeAll(async () => {
	at = await marketStores({ rows: 12, sessions: 80, reportSessions: 2 });
	universe = createUniverse(await at.provider.universe(utcMs(Date.parse('2026-06-30T20:00:00Z'))));
	const whole = researchStore(at.stores, at.provider);
	const walk: typeof whole.prices.walk = (sessions, ids, onSession) => {
		walked.push(sessions.map(({ date }) => date));
		return whole.prices.walk(sessions, ids, onSession);
	};
	store = { ...whole, prices: { ...whole.prices, walk } };
});
afterAll(() => at?.close());

const ask = (sessions: readonly Session[]) => sessionCosts({ store, calendar: nyse, barsVersion: () => version }, sessions, universe);

describe('costs of occurrences', () => {
	it('come from the bars of the 21 sessions before the month, once for each', async () => {
		const costsOn = await ask([...MAY, ...JUNE]);
		const before = (session: Session) => nyse.sessionsBetween(exchangeDate('2026-03-01'), session.date).slice(-22, -1);
		expect(walked).toEqual([MAY[0], JUNE[0]].map((first) => before(first as Session).map(({ date }) => date)));
		expect(costsOn(JUNE[0] as Session)).toBe(costsOn(JUNE.at(-1) as Session));
		walked = [];
		expect([...(await ask(JUNE.slice(3, 5)))(JUNE[4] as Session)]).toEqual([...costsOn(JUNE[0] as Session)]);
		expect(walked).toEqual([]);
	});

	it('are estimated again once bars have changed', async () => {
		version++;
		walked = [];
		await ask(JUNE.slice(0, 1));
		expect(walked.length).toBe(1);
	});

	it('are the spread of the stored bars and the fee, at least 1 bp', async () => {
		const costs = (await ask(JUNE))(JUNE[0] as Session);
		const spreads = createEdgeSpreads(12);
		const window = nyse.sessionsBetween(exchangeDate('2026-03-01'), (JUNE[0] as Session).date).slice(-22, -1);
		await store.prices.walk(window, universe.ids, (session, { rows, open, high, low, close, volume }) => {
			for (let cell = 0; cell < session.slots * rows; cell++) {
				if (!(volume[cell]! > 0)) continue;
				const [o, h, l, c] = [open, high, low, close].map((column) => Math.log(column[cell]!)) as [number, number, number, number];
				spreads.add(cell % rows, { open: o, high: h, low: l, close: c });
			}
		});
		const expected = Array.from({ length: 12 }, (_, row) => Math.max(MIN_COST_BPS / 10_000, spreads.spread(row) + 0.00003));
		expect([...costs].map((cost) => cost.toFixed(9))).toEqual(expected.map((cost) => cost.toFixed(9)));
		expect(Math.min(...costs)).toBeGreaterThanOrEqual(MIN_COST_BPS / 10_000);
	});

	it('are the default of the tier before the market’s first bars', async () => {
		const early = nyse.sessionsBetween(exchangeDate('2025-11-03'), exchangeDate('2025-11-07'));
		const costs = (await ask(early))(early[0] as Session);
		expect([...costs].every(Number.isNaN)).toBe(true);
		expect(roundTripCost(costs, 3, 2)).toEqual({ cost: defaultCostBps(2) / 10_000, source: 'default' });
		expect(roundTripCost(Float64Array.of(0.0004), 0, 2)).toEqual({ cost: 0.0004, source: 'edge' });
	});
});
