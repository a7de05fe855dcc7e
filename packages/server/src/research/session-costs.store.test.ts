import { defaultCostBps, MIN_COST_BPS, roundTripCost, SPREAD_SESSIONS } from '@sw/domain/research/walk/costs';
import { createEdgeSpreads } from '@sw/domain/statistics/edge-spread';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { exchangeDate, type TickerId, utcMs } from '@sw/domain/time/units';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createResearchStore } from '../compose/core/research-store.ts';
import { createUniverse, type Universe } from '../market/engine/universe.ts';
import type { ResearchStore } from './ports.ts';
import { loadSessionCosts } from './session-costs.ts';
import { createMarketStores, type MarketStores } from './testing/market-stores.ts';

let at: MarketStores;
let store: ResearchStore;
let universe: Universe;
let walked: string[][] = [];
let version = 0;
/** Sessions after which reading fails. */
let failsAfter = Number.POSITIVE_INFINITY;

const MAY = nyse.sessionsBetween(exchangeDate('2026-05-01'), exchangeDate('2026-05-29'));
const JUNE = nyse.sessionsBetween(exchangeDate('2026-06-01'), exchangeDate('2026-06-26'));
const [FIRST, LAST] = [MAY[0] as Session, JUNE.at(-1) as Session];
const datesOf = (sessions: readonly Session[]) => sessions.map(({ date }) => date);
/** Dates of the sessions from `count` sessions before one session to the one before another. */
const datesBefore = (from: Session, to = from, count = SPREAD_SESSIONS) =>
	Array.from({ length: to.ordinal - from.ordinal + count }, (_, i) => nyse.sessionByOrdinal(from.ordinal - count + i)?.date);

beforeAll(async () => {
	at = await createMarketStores({ rows: 12, sessions: 80, reportSessions: 2 });
	universe = createUniverse(await at.provider.universe(utcMs(Date.parse('2026-06-30T20:00:00Z'))));
	const whole = createResearchStore(at.stores, at.provider);
	const walk: typeof whole.prices.readSessions = (sessions, ids, onSession) => {
		walked.push(datesOf(sessions));
		return whole.prices.readSessions(sessions, ids, async (session, matrix) => {
			if (failsAfter-- > 0) return onSession(session, matrix);
			failsAfter = Number.POSITIVE_INFINITY;
			throw new Error('no prices');
		});
	};
	store = { ...whole, prices: { ...whole.prices, readSessions: walk } };
});
afterAll(() => at?.close());

const ask = (sessions: readonly Session[], of = universe) =>
	loadSessionCosts({ store, calendar: nyse, barsVersion: () => version }, sessions, of);
/** Costs of the sessions from newly read bars. */
const askAgain = (sessions: readonly Session[], of = universe) => {
	version++;
	walked = [];
	return ask(sessions, of);
};

/** Costs from the bars of the sessions before one session, row by row. */
async function plainCosts({ ordinal }: Session): Promise<number[]> {
	const rows = universe.ids.length;
	const spreads = createEdgeSpreads(rows);
	const { adjustmentsOn } = await store.prices.loadCorporateActions(universe);
	const last = new Float64Array(rows);
	const window = Array.from({ length: SPREAD_SESSIONS }, (_, i) => nyse.sessionByOrdinal(ordinal - SPREAD_SESSIONS + i) as Session);
	await store.prices.readSessions(window, universe.ids, ({ date, slots }, { open, high, low, close, volume }) => {
		const { splits = [], dividends = [] } = adjustmentsOn(date);
		for (let row = 0; row < rows; row++) {
			const ratio = splits.find((split) => split.row === row)?.ratio ?? 1;
			const amount = dividends.find((dividend) => dividend.row === row)?.amount ?? 0;
			last[row] = last[row]! / ratio;
			if (last[row]! > 0) spreads.shiftPrices(row, Math.log((1 - amount / last[row]!) / ratio));
			const cells = Array.from({ length: slots }, (_, slot) => slot * rows + row).filter((cell) => volume[cell]! > 0);
			// Without a bar in the session, the next bar has no previous one.
			if (cells.length === 0) spreads.shiftPrices(row, Number.NaN);
			for (const cell of cells) {
				const [o, h, l, c] = [open, high, low, close].map((column) => Math.log(column[cell]!)) as [number, number, number, number];
				spreads.addBar(row, { open: o, high: h, low: l, close: c });
				last[row] = close[cell]!;
			}
		}
	});
	return Array.from({ length: rows }, (_, row) => Math.max(MIN_COST_BPS / 10_000, spreads.estimateSpread(row) + 0.00003));
}

describe('costs of occurrences', () => {
	it('are the spread of the bars of the 21 sessions before each session and the fee, at least 1 bp', async () => {
		const costsOn = await ask([...MAY, ...JUNE]);
		for (const session of [...MAY, ...JUNE]) {
			const [costs, plain] = [costsOn(session), await plainCosts(session)];
			expect(costs.length).toBe(plain.length);
			for (const [row, cost] of costs.entries()) expect(cost).toBeCloseTo(plain[row]!, 9);
			expect(Math.min(...costs)).toBeGreaterThanOrEqual(MIN_COST_BPS / 10_000);
		}
		expect(costsOn(FIRST)).not.toEqual(costsOn(MAY[1] as Session));
	});

	it('are the same to the last bit whatever sessions are asked for together', async () => {
		const costsOn = await askAgain([...MAY, ...JUNE]);
		for (const part of [MAY.slice(4, 5), JUNE.slice(7, 9), [FIRST, MAY[3] as Session, LAST]]) {
			const own = await askAgain(part);
			for (const session of part) expect(own(session)).toEqual(costsOn(session));
		}
	});

	it('read each session once, and none for cached costs', async () => {
		const costsOn = await askAgain([...MAY, ...JUNE]);
		expect(walked).toEqual([datesBefore(FIRST, LAST)]);
		walked = [];
		expect((await ask(JUNE.slice(3, 5)))(JUNE[4] as Session)).toEqual(costsOn(JUNE[4] as Session));
		expect(walked).toEqual([]);
	});

	it('go on from the sessions read last', async () => {
		const costsOn = await askAgain(MAY.slice(0, 8));
		const next = await ask(MAY.slice(6, 12));
		expect(walked).toEqual([datesBefore(FIRST, MAY[7]), datesOf(MAY.slice(7, 11))]);
		expect(next(MAY[7] as Session)).toEqual(costsOn(MAY[7] as Session));
		walked = [];
		await ask(JUNE.slice(-1));
		expect(walked).toEqual([datesBefore(LAST)]);
		// The bars read reach beyond an earlier session.
		walked = [];
		await ask(JUNE.slice(5, 6));
		expect(walked).toEqual([datesBefore(JUNE[5] as Session)]);
	});

	it('read only the sessions before those asked for', async () => {
		const [near, far] = [MAY[4] as Session, LAST];
		await askAgain([FIRST, near, far]);
		expect(walked).toEqual([[...datesBefore(FIRST, near), ...datesBefore(far)]]);
	});

	it('are estimated once for concurrent calls', async () => {
		const [one, other] = await Promise.all([askAgain(JUNE.slice(0, 5)), ask(JUNE.slice(2, 8))]);
		expect(walked).toEqual([datesBefore(JUNE[0] as Session, JUNE[4]), datesOf(JUNE.slice(4, 7))]);
		expect(other(JUNE[3] as Session)).toEqual(one(JUNE[3] as Session));
	});

	it('are estimated again once bars or tickers have changed', async () => {
		const costs = (await askAgain(JUNE.slice(0, 1)))(JUNE[0] as Session);
		await askAgain(JUNE.slice(0, 1));
		expect(walked.length).toBe(1);
		const fewer = createUniverse(universe.tickers.slice(3));
		expect((await ask(JUNE.slice(0, 1), fewer))(JUNE[0] as Session)).toEqual(costs.slice(3));
		expect(walked.length).toBe(2);
	});

	it('take memory by the number of tickers, not by their largest id: those of files are hashes', async () => {
		const [ticker] = universe.tickers;
		const hashed = createUniverse([...universe.tickers, { ...ticker!, id: 2_000_000_000 as TickerId, symbol: 'HASH' }]);
		const before = process.memoryUsage().rss;
		const costs = (await askAgain(JUNE.slice(0, 1), hashed))(JUNE[0] as Session);
		expect(costs.length).toBe(13);
		expect(costs[12]).toBeNaN();
		expect(process.memoryUsage().rss - before).toBeLessThan(2e9);
	});

	it('are estimated again from all sessions after reading has failed', async () => {
		const costsOn = await askAgain(JUNE);
		await askAgain(MAY.slice(0, 1));
		failsAfter = 3;
		await expect(ask(JUNE)).rejects.toThrow('no prices');
		walked = [];
		const session = nyse.sessionByOrdinal((JUNE[0] as Session).ordinal - SPREAD_SESSIONS + 4) as Session;
		expect((await ask([session]))(session).length).toBe(universe.ids.length);
		expect(walked).toEqual([datesBefore(session)]);
		expect((await ask(JUNE))(LAST)).toEqual(costsOn(LAST));
	});

	it('are estimated for more sessions than are cached', async () => {
		const all = nyse.sessionsBetween(exchangeDate('2021-01-04'), LAST.date);
		expect(all.length).toBeGreaterThan(1_260);
		const costsOn = await askAgain(all);
		expect(costsOn(FIRST)).toEqual((await ask([FIRST]))(FIRST));
		expect(costsOn(all[0] as Session).every(Number.isNaN)).toBe(true);
		walked = [];
		await ask(all.slice(-1_260));
		expect(walked).toEqual([]);
		await ask(all.slice(-1_261));
		expect(walked).toEqual([datesBefore(all.at(-1_261) as Session)]);
	});

	it('are the default of the tier before the market’s first bars', async () => {
		const early = nyse.sessionsBetween(exchangeDate('2025-11-03'), exchangeDate('2025-11-07'));
		const costs = (await ask(early))(early[0] as Session);
		expect([...costs].every(Number.isNaN)).toBe(true);
		expect(roundTripCost(costs, 3, 2)).toEqual({ cost: defaultCostBps(2) / 10_000, source: 'default' });
		expect(roundTripCost(Float64Array.of(0.0004), 0, 2)).toEqual({ cost: 0.0004, source: 'edge' });
		const first = nyse.sessionByOrdinal(0) as Session;
		expect((await ask([first]))(first).every(Number.isNaN)).toBe(true);
	});
});
