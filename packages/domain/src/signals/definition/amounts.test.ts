import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 as P } from '../parameters.ts';
import { optionDiffScore, optionSumScore } from './options.ts';
import { squeezeScore, trueRange } from './squeeze.ts';
import { volumeScore } from './volume.ts';

const odd = fc.oneof(
	fc.constantFrom(Number.NaN, Infinity, -Infinity, 0, -1, 5e-324, 1e9, 1.7e308),
	fc.double({ min: -10, max: 1e6, noNaN: true }),
);
const amount = fc.integer({ min: 0, max: 1_000_000 });
const past = fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 3, maxLength: 30 });
const anyPast = fc.array(odd, { maxLength: 12 });
const measured = ['ok', 'flat', 'pinned'];

describe('volume', () => {
	it('is by hand: three times what is expected, on a usual |u| of .3', () => {
		const score = volumeScore(300_000, { expected: 100_000, past: [0.3, -0.3, 0.3], least: 3 }, P);
		expect(score.u).toBeCloseTo(1.0979, 4);
		expect(score.z).toBeCloseTo(2.469, 3);
		expect(score.depth).toBe(2);
	});

	it('lights no ring for less than expected, and never fewer for more', () => {
		fc.assert(
			fc.property(amount, amount, fc.integer({ min: 1, max: 1_000_000 }), past, (a, b, expected, values) => {
				const depth = (volume: number) => volumeScore(volume, { expected, past: values, least: 3 }, P).depth as number;
				expect(depth(Math.max(a, b))).toBeGreaterThanOrEqual(depth(Math.min(a, b)));
				if (a <= expected) expect(depth(a)).toBe(0);
			}),
		);
	});

	it('answers anything with a status, and never with NaN', () => {
		fc.assert(
			fc.property(fc.option(odd), fc.option(odd), anyPast, (volume, expected, values) => {
				const { status, u, s, z, depth } = volumeScore(volume, { expected, past: values, least: 3 }, P);
				if (measured.includes(status)) expect([u, s, z, depth].every(Number.isFinite)).toBe(true);
				else expect([u, s, z, depth]).toEqual([null, null, null, null]);
			}),
			{ numRuns: 300 },
		);
	});
});

describe('options', () => {
	const bar = (calls: number | null, puts: number | null) => ({ calls, puts, medianDaily: 5000 });

	it('are by hand: 800 calls and 200 puts where 600 contracts are expected; 5 calls are too few to say anything', () => {
		const baseline = { expected: 600, past: [0.1, 0, -0.1, 0.05], least: 3 };
		expect(optionDiffScore(bar(800, 200), baseline, P).b).toBeCloseTo(0.5217, 4);
		expect(optionDiffScore(bar(5, 0), baseline, P).b).toBeCloseTo(0.032, 3);
		expect(optionDiffScore(bar(5, 0), baseline, P)).toMatchObject({ short: 0, long: 0 });
	});

	it('turn over: what is call-heavy with calls is put-heavy with as many puts', () => {
		fc.assert(
			fc.property(amount, amount, fc.integer({ min: 1, max: 100_000 }), past, (calls, puts, expected, values) => {
				const heavy = optionDiffScore(bar(calls, puts), { expected, past: values, least: 3 }, P);
				const light = optionDiffScore(bar(puts, calls), { expected, past: values.map((b) => -b), least: 3 }, P);
				expect([light.short, light.long]).toEqual([heavy.long, heavy.short]);
				expect(light.z).toBeCloseTo(-(heavy.z as number), 9);
			}),
		);
	});

	it('say nothing beside past balances that are no numbers', () => {
		for (const odd of [Number.NaN, Number.POSITIVE_INFINITY]) {
			const { status, z } = optionDiffScore(bar(800, 200), { expected: 600, past: [odd, odd, odd], least: 3 }, P);
			expect([status, z]).toEqual(['missing', null]);
		}
	});

	it('answer anything with a status, and never with NaN', () => {
		fc.assert(
			fc.property(fc.option(odd), fc.option(odd), fc.option(odd), fc.option(odd), anyPast, (calls, puts, medianDaily, expected, values) => {
				const baseline = { expected, past: values, least: 3 };
				const sum = optionSumScore({ calls, puts, medianDaily }, baseline, P);
				const diff = optionDiffScore({ calls, puts, medianDaily }, baseline, P);
				for (const numbers of [
					[sum.status, sum.u, sum.s, sum.z, sum.depth],
					[diff.status, diff.b, diff.m, diff.s, diff.z, diff.short, diff.long],
				] as [string, ...(number | null)[]][]) {
					const [status, ...values] = numbers;
					expect(values.every(measured.includes(status) ? Number.isFinite : (value) => value === null)).toBe(true);
				}
			}),
			{ numRuns: 300 },
		);
	});
});

describe('squeeze', () => {
	const scoreOf = (q: number) => squeezeScore(new Array(10).fill(q), new Array(40).fill(1), 33, false, P);

	it('is by hand: rings at .75, .70, .65, .60 and .50 of the usual range, none below .40', () => {
		expect([0.76, 0.75, 0.7, 0.65, 0.6, 0.5, 0.4, 0.39].map((q) => scoreOf(q).depth)).toEqual([0, 1, 2, 3, 4, 5, 5, 0]);
		expect(scoreOf(0.65).zeta).toBe(2.5);
		expect(scoreOf(0.3)).toEqual({ status: 'pinned', q: 0.3, zeta: null, depth: 0 });
	});

	it('is warming until there are ten recent ranges and enough before them, illiquid then, and flat where those are 0', () => {
		const status = (recent: number, before: number, illiquid = false, usual = 1) =>
			squeezeScore(new Array(recent).fill(1), new Array(before).fill(usual), 3, illiquid, P).status;
		expect([status(9, 3), status(10, 2), status(9, 2, true), status(10, 3)]).toEqual(['warming', 'warming', 'warming', 'ok']);
		expect([status(10, 3, true), status(10, 3, false, 0), status(10, 3, true, 0)]).toEqual(['illiquid', 'flat', 'illiquid']);
		expect([status(10, 3, false, 1e-12), status(10, 3, false, 1.1e-12)]).toEqual(['flat', 'ok']);
	});

	it('does not know the unit of range, and deepens as the range shrinks, down to where it is pinned', () => {
		const ranges = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { minLength: 10, maxLength: 10 });
		fc.assert(
			fc.property(
				ranges,
				ranges,
				fc.integer({ min: -8, max: 8 }),
				fc.double({ min: 0.5, max: 1, noNaN: true }),
				(recent, window, power, less) => {
					const score = squeezeScore(recent, window, 3, false, P);
					const scaled = (values: number[]) => values.map((value) => value * 2 ** power);
					expect(squeezeScore(scaled(recent), scaled(window), 3, false, P)).toEqual(score);
					const tighter = squeezeScore(
						recent.map((value) => value * less),
						window,
						3,
						false,
						P,
					);
					if (tighter.status === 'ok') expect(tighter.depth).toBeGreaterThanOrEqual(score.depth as number);
				},
			),
		);
	});

	it('answers anything with a status, and never with NaN', () => {
		fc.assert(
			fc.property(fc.array(odd, { maxLength: 12 }), anyPast, fc.boolean(), (recent, window, illiquid) => {
				const { status, q, zeta, depth } = squeezeScore(recent, window, 3, illiquid, P);
				expect(depth === null).toBe(!measured.includes(status));
				for (const value of [q, zeta, depth]) expect(value === null || Number.isFinite(value)).toBe(true);
			}),
			{ numRuns: 300 },
		);
	});

	it('is missing where ranges are so far apart that no number can express it', () => {
		expect(squeezeScore(new Array(10).fill(1.7e308), new Array(3).fill(1), 3, false, P)).toEqual({
			status: 'missing',
			q: null,
			zeta: null,
			depth: null,
		});
	});

	it('counts a gap from the close before as range, on the clock that has run since', () => {
		expect(trueRange(105, 104, 100, 4)).toBeCloseTo(Math.log(1.05) / 2, 12);
		expect(trueRange(105, 95, 100, 1)).toBeCloseTo(Math.log(105 / 95), 12);
	});
});
