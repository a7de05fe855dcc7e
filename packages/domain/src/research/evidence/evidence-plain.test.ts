import { describe, expect, it } from 'vitest';
import { isEligible, priceScore } from '../../signals/definition/price.ts';
import { PARAMETERS_V1, type ParameterSet } from '../../signals/parameters.ts';
import { OPERATIONS } from '../../signals/sector.ts';
import { hitStats, minDeff } from '../../statistics/hit-stats.ts';
import { median } from '../../statistics/median.ts';
import { mean, winsorise } from '../../statistics/moments.ts';
import { createRandom } from '../../testing/random.ts';
import { clockVariance } from '../../time/slots.ts';
import { DAY, exchangeDate, tickerId } from '../../time/units.ts';
import { episodeBars } from '../episodes.ts';
import {
	computeLiquidityTiers,
	createDailyPanel,
	createLogPanel,
	type DailyPanel,
	LIQUIDITY_TIERS,
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

function rounded(values: Iterable<number>, digits = 1e9): number[] {
	return Array.from(values, (value) => Math.round(value * digits) / digits || value * 0);
}

/** Rows that begin late, pause, cost cents or hundreds, and trade from nothing to millions. */
function randomPanel(seed: number, rows: number, sessions: number): DailyPanel {
	const random = createRandom(seed);
	const slots = Uint8Array.from({ length: sessions }, () => (random.nextBoolean(0.2) ? 14 : 26));
	const panel = createDailyPanel(rows, datesOf(sessions), slots);
	for (let row = 0; row < rows; row++) {
		let x = Math.log([40, 1, 0.3, 200][row % 4]!);
		const begins = random.nextInteger(6);
		for (let s = 0; s < sessions; s++) {
			x += random.nextBoolean(0.2) ? 0 : 0.03 * random.nextNormal();
			if (s < begins || random.nextBoolean(0.15)) continue;
			panel.open[row * sessions + s] = Math.exp(x + 0.01 * random.nextNormal());
			panel.close[row * sessions + s] = Math.exp(x);
			panel.volume[row * sessions + s] = 10 ** (2 + random.nextInteger(5) + (row % 3));
		}
	}
	return panel;
}

describe('daily bars as logs', () => {
	it('have every split and dividend of a row taken out of what lies before it, and of nothing else', () => {
		const [rows, sessions] = [3, 6];
		const panel = createDailyPanel(rows, datesOf(sessions), new Uint8Array(sessions).fill(26));
		for (let i = 0; i < rows * sessions; i++) {
			panel.open[i] = 20 + (i % 5);
			panel.close[i] = 21 + (i % 4);
		}
		// The second row does not trade in session 2, so the dividend of session 3 is relative to session 1.
		panel.open[sessions + 2] = Number.NaN;
		panel.close[sessions + 2] = Number.NaN;
		const events: RowEvents = {
			splits: [{ tickerId: tickerId(1), date: exchangeDate('1970-01-06'), ratio: 1.5, session: 5 }],
			dividends: [
				{ tickerId: tickerId(1), exDate: exchangeDate('1970-01-02'), amount: 0.5, session: 1 },
				{ tickerId: tickerId(1), exDate: exchangeDate('1970-01-04'), amount: 2, session: 3 },
				{ tickerId: tickerId(1), exDate: exchangeDate('1970-01-06'), amount: 1, session: 5 },
				// With a split of three for two this is more than the remaining price.
				{ tickerId: tickerId(1), exDate: exchangeDate('1970-01-06'), amount: 20, session: 5 },
				// There is no close before the first session, and no dividend of the whole price.
				{ tickerId: tickerId(1), exDate: exchangeDate('1970-01-01'), amount: 1, session: 0 },
				{ tickerId: tickerId(1), exDate: exchangeDate('1970-01-05'), amount: panel.close[sessions + 3]!, session: 4 },
			],
		};
		const logs = createLogPanel(panel, (row) => (row === 1 ? events : undefined));
		const close = (s: number): number => panel.close[sessions + s]!;
		const paid = [3, 5].map((s) => (s === 3 ? Math.log(1 - 2 / close(1)) : Math.log(1 - 1.5 / close(4)))) as [number, number];
		const factorAt = (s: number): number =>
			(s < 1 ? Math.log(1 - 0.5 / close(0)) : 0) + (s < 3 ? paid[0] : 0) + (s < 5 ? paid[1] - Math.log(1.5) : 0);
		for (const [found, prices] of [
			[logs.open, panel.open],
			[logs.close, panel.close],
		] as const)
			expect(rounded(found)).toEqual(
				rounded(prices.map((price, i) => Math.log(price) + (Math.floor(i / sessions) === 1 ? factorAt(i % sessions) : 0))),
			);
	});

	it('are in quarantine from a jump on that nothing explains, each row on its own', () => {
		const sessions = 4;
		const panel = createDailyPanel(3, datesOf(sessions), new Uint8Array(sessions).fill(26));
		panel.open.fill(10);
		panel.close.fill(10);
		for (const s of [1, 2, 3]) {
			panel.open[sessions + s] = 30;
			panel.close[sessions + s] = 30;
		}
		expect([...createLogPanel(panel, none).quarantineStart]).toEqual([4, 1, 4]);
		expect([...createLogPanel(panel, none, Math.log(3.5)).quarantineStart]).toEqual([4, 4, 4]);
	});
});

describe('evidence from daily bars', () => {
	it('scores each session of a late, resting, cheap or dear row as the price score does, and none in quarantine', () => {
		const [rows, sessions] = [8, 50];
		for (let seed = 1; seed <= 4; seed++) {
			const panel = randomPanel(seed, rows, sessions);
			const z = computeDailyPriceZ(panel, createLogPanel(panel, none), P);
			const { quarantineStart } = createLogPanel(panel, none);
			for (let row = 0; row < rows; row++)
				for (let s = 0; s < sessions; s++) {
					const closes = panel.close.subarray(row * sessions, row * sessions + s + 1);
					const q = Array.from(panel.slots.subarray(0, s + 1), (slots) => clockVariance(P.clock, 0, slots));
					const score = priceScore({ closes, q, empty: Array.from(closes, Number.isNaN) }, 10, 5, P);
					const found = z[row * sessions + s]!;
					if (score.z === null || s >= quarantineStart[row]!) expect(found).toBeNaN();
					else expect(found).toBeCloseTo(score.z, 4);
				}
		}
	});

	it('calls flat what never moved before, whatever it does now', () => {
		const panel = createDailyPanel(1, datesOf(30), new Uint8Array(30).fill(26));
		panel.close.fill(20);
		panel.close.set([20.5, 21], 28);
		panel.open.set(panel.close);
		for (const flatBelow of [0, P.flatBelow])
			expect(computeDailyPriceZ(panel, createLogPanel(panel, none), { ...P, flatBelow }).at(-1)).toBe(0);
	});

	it('places every session by the dollars of the sessions before it', () => {
		const [rows, sessions] = [9, 60];
		const panel = randomPanel(3, rows, sessions);
		const found = computeLiquidityTiers(panel, P);
		const expected = Array.from({ length: rows * sessions }, (_, i) => {
			const [row, s] = [Math.floor(i / sessions), i % sessions];
			const closes = Array.from(panel.close.subarray(row * sessions, row * sessions + s + 1));
			const first = closes.findIndex((close) => !Number.isNaN(close));
			if (first < 0) return NOT_ELIGIBLE;
			const dollars = closes.map((close, at) => (Number.isNaN(close) ? 0 : close * panel.volume[row * sessions + at]!)).slice(first, -1);
			const price = closes.findLast((close) => !Number.isNaN(close)) as number;
			const middle = median(dollars.slice(-20)) ?? 0;
			return isEligible(price, dollars, P) ? (middle >= 20e6 ? 0 : middle >= 1e6 ? 1 : 2) : NOT_ELIGIBLE;
		});
		expect([...found]).toEqual(expected);
		expect(new Set(expected)).toEqual(new Set([0, 1, 2, NOT_ELIGIBLE]));
		expect(LIQUIDITY_TIERS.map(({ from }) => from)).toEqual([20e6, 1e6, 0]);
	});

	it('takes exactly a dollar, exactly the least dollar volume and exactly the bound of a tier', () => {
		const panelOf = (price: number, volume: number): DailyPanel => {
			const panel = createDailyPanel(1, datesOf(3), new Uint8Array(3).fill(26));
			panel.close.fill(price);
			panel.volume.fill(volume);
			return panel;
		};
		const last = (price: number, volume: number) => computeLiquidityTiers(panelOf(price, volume), P).at(-1);
		// A session without a trade counts as zero dollars.
		const rested = panelOf(1, 99_999);
		rested.close[1] = Number.NaN;
		expect(computeLiquidityTiers(rested, P).at(-1)).toBe(NOT_ELIGIBLE);
		expect([last(1, 50_000), last(1, 49_999), last(0.99, 90_000)]).toEqual([2, NOT_ELIGIBLE, NOT_ELIGIBLE]);
		expect([last(2, 500_000), last(2, 499_999), last(2, 10e6), last(2, 9_999_999)]).toEqual([1, 2, 0, 1]);
	});

	it.each([1, 2, 5])('earns from the next open to the last close within %i sessions, beside its own tier of that day', (horizon) => {
		const [rows, sessions] = [8, 30];
		const panel = randomPanel(5, rows, sessions);
		const logs = {
			...createLogPanel(panel, none),
			quarantineStart: Int32Array.from({ length: rows }, (_, row) => (row === 2 ? 17 : sessions)),
		};
		const random = createRandom(6);
		const tiers = Int8Array.from({ length: rows * sessions }, () => random.nextInteger(4) - 1);
		const { own, tierMedian, tierMean } = computeForwardReturns(panel, logs, tiers, horizon);
		const expected = Array.from({ length: rows * sessions }, (_, i) => {
			const [row, s] = [Math.floor(i / sessions), i % sessions];
			if (s + horizon >= logs.quarantineStart[row]!) return Number.NaN;
			const closes = logs.close.subarray(i + 1, i + 1 + horizon);
			return (closes.findLast((close) => !Number.isNaN(close)) ?? Number.NaN) - logs.open[i + 1]!;
		});
		expect(rounded(own, 1e5)).toEqual(rounded(expected, 1e5));
		for (let tier = 0; tier < 3; tier++)
			for (let s = 0; s < sessions; s++) {
				const like = [...own].filter((value, i) => i % sessions === s && tiers[i] === tier && !Number.isNaN(value));
				const at = tier * sessions + s;
				expect(rounded([tierMedian[at]!])).toEqual(rounded([median(like) ?? Number.NaN]));
				expect(rounded([tierMean[at]!])).toEqual(rounded([mean(like.map((value) => winsorise(value))) ?? Number.NaN]));
			}
	});

	it('gives for every direction, tier and ring the episodes, hits and excess of its cells', () => {
		const [rows, sessions, horizon, cooldown] = [20, 32, 5, 4];
		const random = createRandom(8);
		const cells = rows * sessions;
		const z = Float32Array.from(
			{ length: cells },
			() =>
				(random.nextBoolean(0.1) ? Number.NaN : [1.5, 2, 2.5, 3, 4, 5, 0.5][random.nextInteger(7)]!) * (random.nextBoolean(0.5) ? 1 : -1),
		);
		const tiers = Int8Array.from({ length: cells }, () => random.nextInteger(4) - 1);
		const own = Float32Array.from({ length: cells }, () => (random.nextBoolean(0.1) ? Number.NaN : 0.2 * random.nextNormal()));
		const like = (): Float64Array => Float64Array.from({ length: 3 * sessions }, () => 0.02 * random.nextNormal());
		const returns = { own, tierMedian: like(), tierMean: like() };
		// Some moved exactly like their tier's median: no hit in either direction.
		for (let i = 0; i < cells; i += 9) if (tiers[i] !== NOT_ELIGIBLE) returns.tierMedian[tiers[i]! * sessions + (i % sessions)] = own[i]!;
		const found = computeHitTable({ sessions, z, tiers, returns, rings: P.rings, horizon, cooldown });
		const place = (i: number): number => tiers[i]! * sessions + (i % sessions);
		const every = Array.from({ length: cells }, (_, i) => i).filter((i) => tiers[i] !== NOT_ELIGIBLE);
		const expected = OPERATIONS.flatMap((operation) => {
			const sign = operation === 'long' ? 1 : -1;
			const isHit = (i: number): boolean => sign * (own[i]! - returns.tierMedian[place(i)]!) > 0;
			return [0, 1, 2].flatMap((tier) =>
				P.rings.map((bound, ring) => {
					// A signal opposes the move: what fell is a candidate to rise.
					const opened = Array.from({ length: rows }, (_, row) => {
						const matches = every.filter((i) => Math.floor(i / sessions) === row && -sign * z[i]! >= bound).map((i) => i % sessions);
						return episodeBars(matches, cooldown).map((s) => row * sessions + s);
					});
					const held = opened.flat().filter((i) => tiers[i] === tier && !Number.isNaN(own[i]));
					const blocks = [...Map.groupBy(held, (i) => Math.floor((i % sessions) / horizon))].sort(([a], [b]) => a - b);
					const measured = every.filter((i) => tiers[i] === tier && !Number.isNaN(own[i]));
					const excess = held.map((i) => sign * (winsorise(own[i]!) - returns.tierMean[place(i)]!));
					return {
						operation,
						tier,
						ring: ring + 1,
						blocks: Array.from({ length: Math.ceil(sessions / horizon) }, (_, block) => {
							const list = held.filter((i) => Math.floor((i % sessions) / horizon) === block);
							return [list.length, list.filter(isHit).length];
						}),
						stats: hitStats(
							blocks.map(([, list]) => [list.length, list.filter(isHit).length]),
							minDeff(blocks.length),
						),
						base: measured.filter(isHit).length / measured.length,
						excess: mean(excess),
						benchmark: mean(held.map((i) => returns.tierMean[place(i)]!)),
					};
				}),
			);
		});
		expect(found).toEqual(expected);
	});

	it('counts each reading among the rings that it has reached, the first and the last of them too', () => {
		const random = createRandom(4);
		const z = Float32Array.from({ length: 60 }, () => (random.nextBoolean(0.2) ? Number.NaN : random.nextInteger(11) / 2));
		const tiers = Int8Array.from({ length: 60 }, () => random.nextInteger(3) - 1);
		for (const [from, to] of [
			[0, 60],
			[0, 1],
			[7, 20],
		] as const) {
			const [some, those] = [z.slice(from, to), tiers.slice(from, to)];
			some[0] = 2;
			those[0] = 0;
			const counted = [...some].filter((value, i) => !Number.isNaN(value) && those[i] !== NOT_ELIGIBLE);
			expect(computeRingShares(some, those, P.rings)).toEqual({
				n: counted.length,
				shares: P.rings.map((ring) => counted.filter((value) => value >= ring).length / counted.length),
			});
		}
	});
});
