import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { median } from '../../statistics/median.ts';
import { MIN_IN_TIER } from './costs.ts';
import { computeTickerChange, type PricedSession, tierMedianChange } from './tier-median.ts';

const SLOTS = 3;
/** For one session and row: a price per slot, or null without a trade. */
type Prices = readonly (number | null)[];

/** Sessions of prices[session][row][slot]; each bar opens and closes at its price. */
function sessionsOf(prices: readonly (readonly Prices[])[], elapsed = SLOTS): PricedSession[] {
	return prices.map((rows, at) => {
		const matrix = createSessionMatrix(SLOTS, rows.length);
		rows.forEach((slots, row) => {
			slots.forEach((price, slot) => {
				if (price === null) return;
				matrix.open[slot * rows.length + row] = price;
				matrix.close[slot * rows.length + row] = price;
				matrix.volume[slot * rows.length + row] = 1;
			});
		});
		return { matrix, elapsed: at === prices.length - 1 ? elapsed : SLOTS, ratios: undefined };
	});
}

/** float32 represents quarters exactly. */
const price = fc.integer({ min: 4, max: 4_000 }).map((quarters) => quarters / 4);
const bar = fc.option(price, { freq: 4 });
const market = fc.integer({ min: 1, max: 12 }).chain((rows) =>
	fc.array(fc.array(fc.array(bar, { minLength: SLOTS, maxLength: SLOTS }), { minLength: rows, maxLength: rows }), {
		minLength: 1,
		maxLength: 3,
	}),
);

function all(rows: number): number[] {
	return Array.from({ length: rows }, (_, row) => row);
}

function rowsOf(prices: readonly (readonly Prices[])[]): number {
	return prices[0]?.length ?? 0;
}

/** Capitalisations of the first tier (0) and the last (5). */
const CAPS = { mega: 300e9, nano: 1e6 };

/** The rule in one line for a row and a slot: its last price by then relative to its first of the first session. */
function expected(prices: readonly (readonly Prices[])[], row: number, upTo: number): number {
	const flat = prices.flatMap((rows) => rows[row] ?? []).slice(0, upTo + 1);
	const first = flat.slice(0, SLOTS).find((one) => one !== null);
	const last = flat.findLast((one) => one !== null);
	return first === undefined || last === undefined || first === null || last === null ? Number.NaN : last / first - 1;
}

describe("a ticker since the first session's open", () => {
	it('is its last price by then against the first of the first session, and nothing where it did not trade there', () => {
		fc.assert(
			fc.property(market, (prices) => {
				for (const row of all(rowsOf(prices))) {
					const found = computeTickerChange(sessionsOf(prices), row);
					const wanted = Array.from({ length: prices.length * SLOTS }, (_, slot) => expected(prices, row, slot));
					if (prices[0]?.[row]?.every((one) => one === null)) expect(found).toBeUndefined();
					else expect([...(found?.change ?? [])]).toEqual(wanted);
				}
			}),
		);
	});

	it('begins at the open, not at the first close', () => {
		const [session] = sessionsOf([[[10, 10, 10]]]) as [PricedSession];
		session.matrix.open[0] = 8;
		expect(computeTickerChange([session], 0)?.change[0]).toBe(0.25);
	});

	it('says when it traded last', () => {
		expect(computeTickerChange(sessionsOf([[[1, null, null]], [[2, null, null]]]), 0)?.lastTradedSlot).toBe(3);
	});

	it('has no change from prices without a trade, nor from trades without a price', () => {
		const [session] = sessionsOf([[[10, 12, 15]]]) as [PricedSession];
		session.matrix.volume[1] = 0;
		session.matrix.close[2] = Number.NaN;
		expect([...(computeTickerChange([session], 0)?.change ?? [])]).toEqual([0, 0, 0]);
		expect(computeTickerChange([session], 0)?.lastTradedSlot).toBe(0);
	});

	it('is of its own row alone, and of its own session after a split', () => {
		const prices = [
			[
				[10, 11, 12],
				[40, 20, 10],
			],
			[
				[6, 6, 3],
				[10, 10, 20],
			],
		] as Prices[][];
		const [before, after] = sessionsOf(prices) as [PricedSession, PricedSession];
		const sessions = [{ ...before, ratios: [2, 1] }, after];
		expect([...(computeTickerChange(sessions, 0)?.change ?? [])]).toEqual([0, 11 / 10 - 1, 12 / 10 - 1, 6 / 5 - 1, 6 / 5 - 1, 3 / 5 - 1]);
		expect([...(computeTickerChange(sessions, 1)?.change ?? [])]).toEqual([0, -0.5, -0.75, -0.75, -0.75, -0.5]);
	});

	it('is the same whatever a split made of the printed prices', () => {
		const [before, after] = sessionsOf([[[40, 44, 48]], [[12, 13, 14]]]) as [PricedSession, PricedSession];
		const split = computeTickerChange([{ ...before, ratios: [4] }, after], 0);
		expect([...(split?.change ?? [])]).toEqual([...(computeTickerChange(sessionsOf([[[10, 11, 12]], [[12, 13, 14]]]), 0)?.change ?? [])]);
	});
});

describe('the middle ticker of a tier', () => {
	it('is at each slot the median over its tickers that are measured by then', () => {
		fc.assert(
			fc.property(market, (prices) => {
				const rows = all(rowsOf(prices));
				const found = tierMedianChange(sessionsOf(prices), rows, new Float64Array(rows.length).fill(CAPS.mega), 0);
				const wanted = Array.from({ length: prices.length * SLOTS }, (_, slot) => {
					const measured = rows.map((row) => expected(prices, row, slot)).filter((value) => !Number.isNaN(value));
					return median(measured) ?? Number.NaN;
				});
				if (found) expect([...found.change]).toEqual(wanted);
				else expect(wanted.every(Number.isNaN)).toBe(true);
			}),
		);
	});

	it('knows nothing of the slots that had not ended', () => {
		fc.assert(
			fc.property(market, market, fc.integer({ min: 0, max: SLOTS }), (prices, otherPrices, elapsed) => {
				const rows = all(rowsOf(prices));
				const last = prices.at(-1) as readonly Prices[];
				const changed = last.map((slots, row) => slots.map((one, slot) => (slot < elapsed ? one : (otherPrices[0]?.[row]?.[slot] ?? 7))));
				const caps = new Float64Array(rows.length).fill(CAPS.mega);
				const seen = tierMedianChange(sessionsOf(prices, elapsed), rows, caps, 0);
				expect(tierMedianChange(sessionsOf([...prices.slice(0, -1), changed], elapsed), rows, caps, 0)).toEqual(seen);
				expect(seen?.change.length ?? (prices.length - 1) * SLOTS + elapsed).toBe((prices.length - 1) * SLOTS + elapsed);
			}),
		);
	});

	it('hangs on no order of the tickers and on no price level', () => {
		fc.assert(
			fc.property(market, fc.constantFrom(2, 0.5, 8), (prices, factor) => {
				const rows = all(rowsOf(prices));
				const caps = new Float64Array(rows.length).fill(CAPS.nano);
				const seen = tierMedianChange(sessionsOf(prices), rows, caps, 5);
				expect(tierMedianChange(sessionsOf(prices), rows.toReversed(), caps, 5)).toEqual(seen);
				const dearer = prices.map((session) => session.map((slots, row) => slots.map((one) => (one && row === 0 ? one * factor : one))));
				expect(tierMedianChange(sessionsOf(dearer), rows, caps, 5)).toEqual(seen);
			}),
		);
	});

	it('is of the tier alone, and of the whole market where fewer than five are measured', () => {
		const steps = (to: number): Prices => [100, 100, to];
		const prices = [[101, 102, 103, 104, 105, 50, 50, 50, 50, 50, 50].map(steps)];
		const caps = (own: number) => all(11).map((row) => (row < own ? CAPS.mega : CAPS.nano));
		const own = tierMedianChange(sessionsOf(prices), all(11), caps(MIN_IN_TIER), 0);
		expect([own?.of, own?.tickers, own?.change.at(-1)]).toEqual(['tier', 5, 1.03 - 1]);
		const few = tierMedianChange(sessionsOf(prices), all(11), caps(MIN_IN_TIER - 1), 0);
		expect([few?.of, few?.tickers, few?.change.at(-1)]).toEqual(['market', 11, -0.5]);
	});

	it('ignores tickers without prices, and is missing if no ticker has any', () => {
		const prices = [
			[
				[1, 1, 2],
				[null, null, null],
			] as Prices[],
		];
		expect(tierMedianChange(sessionsOf(prices), [0, -1, 1], [CAPS.mega, CAPS.mega, CAPS.mega], 0)).toMatchObject({
			of: 'market',
			tickers: 1,
		});
		expect(tierMedianChange(sessionsOf(prices), [1, -1], [CAPS.mega, CAPS.mega], 0)).toBeUndefined();
	});

	it('has those of unknown capitalisation as a tier of their own', () => {
		const prices = [Array.from({ length: 6 }, (_, row): Prices => [100, 100, 100 + row])];
		const caps = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, Number.NaN, CAPS.mega];
		expect(tierMedianChange(sessionsOf(prices), all(6), caps, null)).toMatchObject({ of: 'tier', tickers: 5 });
	});
});
