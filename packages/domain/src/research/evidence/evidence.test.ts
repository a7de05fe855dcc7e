import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEligible, priceScore } from '../../signals/definition/price.ts';
import { PARAMETERS_V1, type ParameterSet } from '../../signals/parameters.ts';
import { createRollingMedian, median } from '../../statistics/median.ts';
import { createRandom } from '../../testing/random.ts';
import { clockVariance } from '../../time/slots.ts';
import { DAY, exchangeDate, tickerId } from '../../time/units.ts';
import {
	computeLiquidityTiers,
	createDailyPanel,
	createLogPanel,
	type DailyPanel,
	LIQUIDITY_TIERS,
	type LogPanel,
	NOT_ELIGIBLE,
	type RowEvents,
} from './daily-panel.ts';
import { computeDailyPriceZ, computeRingShares } from './daily-price-z.ts';
import { computeForwardReturns, computeHitTable } from './hit-table.ts';

const P: ParameterSet = { ...PARAMETERS_V1, windowBars: [10, 10, 10, 10, 10] };

function datesOf(count: number) {
	return Array.from({ length: count }, (_, s) => exchangeDate(new Date(s * DAY).toISOString().slice(0, 10)));
}

function none(): undefined {
	return undefined;
}

/** Rows of a random market; `turn`: how much of a row's last five days is reversed over the next five. */
function randomPanel(seed: number, rows: number, sessions: number, { gaps = 0, turn = 0 } = {}): DailyPanel {
	const random = createRandom(seed);
	const panel = createDailyPanel(
		rows,
		datesOf(sessions),
		Uint8Array.from({ length: sessions }, () => (random.nextBoolean(0.05) ? 14 : 26)),
	);
	for (let row = 0; row < rows; row++) {
		const x = [Math.log(50)];
		for (let s = 0; s < sessions; s++) {
			const back = turn * (x.at(-1)! - (x.at(-6) ?? x[0]!));
			x.push(x.at(-1)! + 0.02 * random.nextNormal() - back / 5);
			if (random.nextBoolean(gaps)) continue;
			panel.open[row * sessions + s] = Math.exp(x.at(-2)!);
			panel.close[row * sessions + s] = Math.exp(x.at(-1)!);
			panel.volume[row * sessions + s] = 10_000 * 4 ** (row % 6);
		}
	}
	return panel;
}

/** One row with these closes and opens. */
function rowPanel(close: number[], open = close): DailyPanel {
	const panel = createDailyPanel(1, datesOf(close.length), new Uint8Array(close.length).fill(26));
	panel.close.set(close);
	panel.open.set(open);
	panel.volume.fill(1e6);
	return panel;
}

describe('the rolling median', () => {
	it('is the median of the last values', () => {
		fc.assert(
			fc.property(fc.integer({ min: 1, max: 9 }), fc.array(fc.integer({ min: -3, max: 3 })), (capacity, values) => {
				const rolling = createRollingMedian(capacity);
				expect(rolling.median()).toBeNaN();
				values.forEach((value, i) => {
					rolling.push(value);
					const held = values.slice(Math.max(0, i + 1 - capacity), i + 1);
					expect([rolling.size(), rolling.median()]).toEqual([held.length, median(held)]);
				});
				rolling.clear();
				expect(rolling.size()).toBe(0);
			}),
		);
	});
});

describe('evidence from daily bars', () => {
	it('scores every session as the price score does', () => {
		fc.assert(
			fc.property(fc.integer(), fc.double({ min: 0, max: 0.4, noNaN: true }), (seed, gaps) => {
				const sessions = 60;
				const panel = randomPanel(seed, 3, sessions, { gaps });
				const z = computeDailyPriceZ(panel, createLogPanel(panel, none), P);
				for (let row = 0; row < panel.rows; row++)
					for (let s = 0; s < sessions; s++) {
						const closes = panel.close.subarray(row * sessions, row * sessions + s + 1);
						const q = Array.from(panel.slots.subarray(0, s + 1), (slots) => clockVariance(P.clock, 0, slots));
						const score = priceScore({ closes, q, empty: Array.from(closes, Number.isNaN) }, 10, 5, P);
						const found = z[row * sessions + s]!;
						if (score.z === null) expect(found).toBeNaN();
						else expect(found).toBeCloseTo(score.z, 4);
					}
			}),
			{ numRuns: 25 },
		);
	});

	it('is flat where nothing moves, has the tick floor, and measures nothing in quarantine', () => {
		const last = (panel: DailyPanel) => computeDailyPriceZ(panel, createLogPanel(panel, none), P).at(-1);
		expect(last(rowPanel(new Array(30).fill(20)))).toBe(0);
		expect(last(rowPanel([...Array.from({ length: 30 }, (_, s) => 2 + (s % 2) * 1e-6), 2.01]))).toBeCloseTo(
			2 / Math.sqrt(5 * clockVariance(P.clock, 0, 26)),
			1,
		);
		expect(last(rowPanel([...Array.from({ length: 30 }, (_, s) => 20 + (s % 2)), 60]))).toBeNaN();
	});

	it('takes splits and dividends out of the returns, and quarantines what nothing explains', () => {
		const date = datesOf(3);
		const events = (more: Partial<RowEvents>) => (): RowEvents => ({ splits: [], dividends: [], ...more });
		const split = [{ tickerId: tickerId(1), date: date[2] as (typeof date)[0], ratio: 2, session: 2 }];
		const panel = rowPanel([100, 100, 50]);
		expect(createLogPanel(panel, none).quarantineStart).toEqual(Int32Array.of(2));
		const reported = createLogPanel(panel, events({ splits: split }));
		expect(reported.quarantineStart).toEqual(Int32Array.of(3));
		for (const log of reported.close) expect(log).toBeCloseTo(Math.log(50), 12);
		const dividends = [{ tickerId: tickerId(1), exDate: date[2] as (typeof date)[0], amount: 1, session: 2 }];
		const both = createLogPanel(rowPanel([100, 100, 49]), events({ splits: split, dividends }));
		expect(both.close[0]).toBeCloseTo(Math.log(49), 12);
		expect(both.close[2]).toBeCloseTo(Math.log(49), 12);
		expect(createLogPanel(panel, events({ dividends: [{ ...dividends[0], amount: 100 } as never] })).close[0]).toBeCloseTo(
			Math.log(100),
			12,
		);
	});

	it('knows the tiers and the eligible by what came before', () => {
		const sessions = 50;
		const panel = randomPanel(4, 6, sessions, { gaps: 0.3 });
		const tiers = computeLiquidityTiers(panel, P);
		for (let row = 0; row < panel.rows; row++) {
			const closes = panel.close.subarray(row * sessions, (row + 1) * sessions);
			const first = closes.findIndex((close) => !Number.isNaN(close));
			for (let s = first; s < sessions; s++) {
				const dollars = Array.from(closes.subarray(first, s), (close, i) =>
					Number.isNaN(close) ? 0 : close * panel.volume[row * sessions + first + i]!,
				);
				const price = closes.subarray(0, s + 1).findLast((close) => !Number.isNaN(close)) as number;
				expect(tiers[row * sessions + s] !== NOT_ELIGIBLE).toBe(isEligible(price, dollars, P));
				const middle = median(dollars.slice(-20)) as number;
				if (tiers[row * sessions + s] !== NOT_ELIGIBLE)
					expect(middle).toBeGreaterThanOrEqual(LIQUIDITY_TIERS[tiers[row * sessions + s]!]?.from as number);
			}
		}
	});

	it('counts ring shares among the eligible that are measured', () => {
		const z = Float32Array.of(-5, Number.NaN, 1.5, 2.7, 9, 9);
		const tiers = Int8Array.of(0, 0, 1, 2, 0, NOT_ELIGIBLE);
		expect(computeRingShares(z, tiers, P.rings)).toEqual({ n: 4, shares: [0.75, 0.5, 0.5, 0.25, 0.25] });
	});

	it('enters at the next open and leaves at the last close within the horizon', () => {
		const panel = rowPanel([10, 11, 12, Number.NaN, 14], [10, 10.5, 11.5, Number.NaN, 13.5]);
		const { own } = computeForwardReturns(panel, createLogPanel(panel, none), new Int8Array(5), 2);
		expect(own[0]).toBeCloseTo(Math.log(12 / 10.5), 6);
		expect(own[1]).toBeCloseTo(Math.log(12 / 11.5), 6);
		expect(own[2]).toBeNaN();
		expect(own[3]).toBeNaN();
		const jumped: LogPanel = { ...createLogPanel(panel, none), quarantineStart: Int32Array.of(2) };
		expect(computeForwardReturns(panel, jumped, new Int8Array(5), 2).own[0]).toBeNaN();
	});

	it('holds each session against the middle and the winsorised mean of its own tier', () => {
		const sessions = 4;
		const panel = createDailyPanel(5, datesOf(sessions), new Uint8Array(sessions).fill(26));
		// Return of each row from the open of a session to its close.
		const earned = [0.01, 0.03, 0.02, -0.5, 0.9];
		for (let i = 0; i < panel.open.length; i++) {
			const row = Math.floor(i / sessions);
			panel.open[i] = 10;
			panel.close[i] = 10 * Math.exp(earned[row]! * (1 + (i % sessions)));
		}
		const tiers = new Int8Array(5 * sessions).fill(1);
		// The last row is in another tier; the third has left the first one in session 1.
		for (let s = 0; s < sessions; s++) tiers[4 * sessions + s] = 2;
		tiers[2 * sessions + 1] = NOT_ELIGIBLE;
		const { tierMedian, tierMean } = computeForwardReturns(
			panel,
			{ ...createLogPanel(panel, none), quarantineStart: new Int32Array(5).fill(4) },
			tiers,
			1,
		);
		const at = (values: Float64Array, tier: number, s: number): number => Math.round(values[tier * sessions + s]! * 1e5) / 1e5;
		// After session 0 a row earns twice its usual return.
		expect([at(tierMedian, 1, 0), at(tierMean, 1, 0)]).toEqual([0.03, Math.round(((0.02 + 0.06 + 0.04 - 0.3) / 4) * 1e5) / 1e5]);
		expect([at(tierMedian, 1, 1), at(tierMean, 1, 1)]).toEqual([0.03, Math.round(((0.03 + 0.09 - 0.3) / 3) * 1e5) / 1e5]);
		expect([at(tierMedian, 2, 0), at(tierMean, 2, 0)]).toEqual([1.8, 0.3]);
		expect([tierMedian[0], tierMedian[sessions + 3], tierMean[2 * sessions + 3]]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
	});

	it('counts episodes of a ring by direction and tier, blocks of the horizon, and hits against the middle of the tier', () => {
		const sessions = 12;
		const flat = (value: number) => new Float64Array(LIQUIDITY_TIERS.length * sessions).fill(value);
		const own = new Float32Array(2 * sessions).fill(0.01);
		const z = new Float32Array(2 * sessions);
		const tiers = new Int8Array(2 * sessions);
		// Falls of row 0 in sessions 1, 3 (within the cool-down) and 7; one of row 1, which is in no tier then, in session 2.
		for (const [at, value] of [
			[1, -2],
			[3, -9],
			[7, -2.5],
			[sessions + 2, -9],
			[sessions + 8, Number.NaN],
		] as const)
			z[at] = value;
		tiers[sessions + 2] = NOT_ELIGIBLE;
		own[1] = 0.5;
		own[7] = -0.02;
		const input = {
			sessions,
			z,
			tiers,
			returns: { own, tierMedian: flat(0), tierMean: flat(0.1) },
			rings: P.rings,
			horizon: 5,
			cooldown: 5,
		};
		const rows = computeHitTable(input).filter(({ operation, tier }) => operation === 'long' && tier === 0);
		expect(rows.map(({ stats }) => [stats.n, stats.hits])).toEqual([
			[2, 1],
			[2, 1],
			[1, 1],
			[1, 1],
			[1, 1],
		]);
		expect(rows.map(({ ring }) => ring)).toEqual([1, 2, 3, 4, 5]);
		expect(rows[0]?.excess).toBeCloseTo((0.3 - 0.1 + (-0.02 - 0.1)) / 2, 6);
		expect(rows[0]?.benchmark).toBeCloseTo(0.1, 12);
		// 24 cells, all but one in a tier, and one of them a loss.
		expect(rows[0]?.base).toBeCloseTo(22 / 23, 12);
		const short = computeHitTable(input).find(({ operation, tier }) => operation === 'short' && tier === 0);
		expect([short?.stats.n, short?.base]).toEqual([0, 1 / 23]);
	});

	const table = (turn: number) => {
		const sessions = 200;
		const panel = randomPanel(11, 240, sessions, { turn });
		const logs = createLogPanel(panel, none);
		const [z, tiers] = [computeDailyPriceZ(panel, logs, P), computeLiquidityTiers(panel, P)];
		const returns = computeForwardReturns(panel, logs, tiers, 5);
		return computeHitTable({ sessions, z, tiers, returns, rings: P.rings, horizon: 5, cooldown: 10 });
	};

	it('finds a planted return of extreme moves, in both directions', () => {
		const rows = table(0.5).filter(({ ring, stats }) => ring === 1 && stats.n > 100);
		expect(rows.map(({ operation }) => operation)).toContain('long');
		for (const { stats, excess } of rows) {
			expect(stats.wilson95[0]).toBeGreaterThan(0.5);
			expect(excess).toBeGreaterThan(0);
		}
	});

	it('finds nothing where there is nothing: intervals hold one half, the base is one half', () => {
		const rows = table(0).filter(({ ring, stats }) => ring === 1 && stats.n > 100);
		expect(rows.length).toBeGreaterThan(3);
		for (const { stats, base } of rows) {
			expect(stats.wilson95[0]).toBeLessThan(0.52);
			expect(stats.wilson95[1]).toBeGreaterThan(0.48);
			expect(base).toBeCloseTo(0.5, 1);
			expect(stats.n_eff).toBeLessThanOrEqual(stats.n);
		}
	});
});
