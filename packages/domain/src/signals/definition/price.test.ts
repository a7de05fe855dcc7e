import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { PARAMETERS_V1, priceFloor } from '../parameters.ts';
import { type PriceBars, priceScore } from './price.ts';

const W = 20;
const MOVE = 5;

function score(bars: PriceBars) {
	return priceScore(bars, W, MOVE, PARAMETERS_V1);
}

function bars(closes: number[], q: number[] = closes.map(() => 1), empty: boolean[] = closes.map(() => false)): PriceBars {
	return {
		closes,
		q,
		empty,
	};
}

/** Closes around 100 dollars that move by about 2% per bar, so that the tick floor never applies. */
const walk = fc.tuple(fc.integer(), fc.integer({ min: 16, max: 60 })).map(([seed, count]) => {
	const random = createRandom(seed);
	let x = Math.log(100);
	return bars(
		Array.from({ length: count }, () => {
			x += 0.02 * random.nextNormal();
			return Math.exp(x);
		}),
		Array.from({ length: count }, () => 0.5 + random.next()),
		Array.from({ length: count }, () => random.nextBoolean(0.1)),
	);
});

function turned(transform: (close: number) => number, { closes, ...rest }: PriceBars): PriceBars {
	return { ...rest, closes: Array.from(closes, transform) };
}

/** So close to a ring that rounding decides. */
function onEdge(z: number | null): boolean {
	return z !== null && PARAMETERS_V1.rings.some((ring) => Math.abs(Math.abs(z) - ring) < 1e-9);
}

describe('the price score', () => {
	it('is by hand: a rise of 8% on a scale of .014752 over five bars', () => {
		const base = [100, 101, 100, 101, 100, 101];
		const rise = priceScore(bars([...base, 103, 104.5, 106, 107.5, 109.08]), 5, 5, PARAMETERS_V1);
		expect(rise).toMatchObject({ status: 'ok', short: 2, long: 0 });
		expect(rise.sigma).toBeCloseTo(0.014752, 6);
		expect(rise.z).toBeCloseTo(Math.log(1.08) / ((rise.sigma as number) * Math.sqrt(5)), 4);
		expect(priceScore(bars([...base, 98, 96, 94, 92, 90]), 5, 5, PARAMETERS_V1)).toMatchObject({ short: 0, long: 4 });
	});

	it('turns over: a rise in x is a fall in 1/x', () => {
		fc.assert(
			fc.property(walk, (series) => {
				const [up, down] = [score(series), score(turned((close) => 1e4 / close, series))];
				expect(down.status).toBe(up.status);
				expect(down.z ?? 0).toBeCloseTo(-(up.z ?? 0), 9);
				if (!onEdge(up.z)) expect([down.short, down.long]).toEqual([up.long, up.short]);
			}),
		);
	});

	it('does not know the unit of money, above the tick floor', () => {
		fc.assert(
			fc.property(walk, fc.double({ min: 0.5, max: 1000, noNaN: true }), (series, unit) => {
				const [dollars, other] = [score(series), score(turned((close) => close * unit, series))];
				expect(other.z ?? 0).toBeCloseTo(dollars.z ?? 0, 8);
				if (!onEdge(dollars.z)) expect([other.short, other.long]).toEqual([dollars.short, dollars.long]);
			}),
		);
	});

	it('grows with the last close, the rest alike', () => {
		fc.assert(
			fc.property(walk, fc.double({ min: 1, max: 2, noNaN: true }), (series, more) => {
				const last = series.closes.length - 1;
				const traded = { ...series, empty: Array.from(series.empty, (e, bar) => bar !== last && Boolean(e)) };
				const [before, after] = [traded, { ...traded, closes: Array.from(traded.closes, (c, bar) => (bar === last ? c * more : c)) }].map(
					score,
				);
				expect(after?.short ?? 0).toBeGreaterThanOrEqual(before?.short ?? 0);
				expect(after?.long ?? 0).toBeLessThanOrEqual(before?.long ?? 0);
				expect(after?.sigma).toBe(before?.sigma);
			}),
		);
	});

	it('ignores what an empty bar says', () => {
		fc.assert(
			fc.property(walk, fc.double(), (series, nonsense) => {
				const closes = Array.from(series.closes, (close, bar) => (series.empty[bar] ? nonsense : close));
				expect(score({ ...series, closes })).toEqual(score(series));
			}),
		);
	});

	it('answers any series with a status, and never with NaN', () => {
		const close = fc.oneof(
			fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -1, 1e-320, 5e-324, 1e9, 1.7e308, 100, 100.01),
			fc.double({ min: 1, max: 2 }),
		);
		const bar = fc.tuple(close, fc.constantFrom(1, 1, 1, 0, -1, Number.NaN, Infinity), fc.boolean());
		fc.assert(
			fc.property(fc.array(bar, { maxLength: 40 }), fc.constantFrom(1, 3, 20), (rows, window) => {
				const column = <K extends 0 | 1 | 2>(k: K) => rows.map((row) => row[k]);
				const { status, sigma, z, short, long } = priceScore(
					{ closes: column(0), q: column(1), empty: column(2) },
					window,
					5,
					PARAMETERS_V1,
				);
				const numbers = [sigma, z, short, long];
				if (status === 'ok' || status === 'flat') expect(numbers.every(Number.isFinite)).toBe(true);
				else expect(numbers).toEqual([null, null, null, null]);
			}),
			{ numRuns: 400 },
		);
	});

	it('has bars at one time, or out of order, count as no step', () => {
		const closes = Array.from({ length: 40 }, (_, bar) => 100 + (bar % 2));
		const twice = closes.map((_, bar) => (bar === 20 ? 0 : 1));
		expect(score(bars(closes, twice))).toMatchObject({ status: 'ok', short: 0, long: 0 });
		expect(
			score(
				bars(
					closes,
					closes.map(() => 0),
				),
			),
		).toMatchObject({ status: 'warming', z: null });
		expect(
			score(
				bars(
					closes,
					closes.map((_, bar) => (bar < 35 ? 1 : -1)),
				),
			),
		).toMatchObject({ status: 'missing', z: null });
	});

	it('is flat where nothing moves, and where it moves by no more than counts as nothing', () => {
		const still = bars(new Array(40).fill(100));
		const flat = { status: 'flat', sigma: 0, z: 0, short: 0, long: 0 };
		expect(score(still)).toEqual(flat);
		expect(priceScore(still, W, MOVE, { ...PARAMETERS_V1, flatBelow: 0 })).toEqual(flat);
		const moving = bars(Array.from({ length: 40 }, (_, bar) => 100 + (bar % 2)));
		expect(priceScore(moving, W, MOVE, { ...PARAMETERS_V1, flatBelow: 0.02 })).toEqual(flat);
		expect(score(moving).status).toBe('ok');
	});

	it('has its floor at half a tick: a cent from a dollar up, a hundredth of it below', () => {
		expect(priceFloor(1, PARAMETERS_V1)).toBeCloseTo(0.5 * Math.log(1.01), 12);
		expect(priceFloor(0.99, PARAMETERS_V1)).toBeCloseTo(0.5 * Math.log(1 + 0.0001 / 0.99), 12);
		const belowTick = Array.from({ length: 40 }, (_, bar) => (bar % 2 === 0 ? 2.0001 : 2));
		expect(score(bars(belowTick))).toMatchObject({ status: 'ok', sigma: priceFloor(2.0001, PARAMETERS_V1) });
	});
});
