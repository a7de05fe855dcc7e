import { describe, expect, it } from 'vitest';
import { PARAMETERS_V1 as P } from '../parameters.ts';
import { balance, type OptionBar, optionDiffScore, optionStatus, optionSumScore } from './options.ts';
import { baselineStatus, isValidAmount, surge, surgeScale, surgeScore, volumeScore } from './volume.ts';

const odd = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, -1, -1e-9, null];
const calm = { expected: 600, past: [0.1, 0, -0.1, 0.05], least: 3 };

describe('what an amount is held against', () => {
	it('counts from nothing up, and knows no negative or endless amounts', () => {
		expect([0, 1e-9, 5, 1e300].map(isValidAmount)).toEqual([true, true, true, true]);
		expect(odd.map(isValidAmount)).toEqual(odd.map(() => false));
	});

	it('is nothing where nothing, less or no number is expected', () => {
		for (const expected of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(baselineStatus({ ...calm, expected })).toBe('no_baseline');
		expect(baselineStatus({ ...calm, expected: 1e-9 })).toBe('ok');
		expect(baselineStatus({ ...calm, expected: null })).toBe('warming');
		expect(baselineStatus({ ...calm, least: 4 })).toBe('ok');
		expect(baselineStatus({ ...calm, least: 5 })).toBe('warming');
	});

	it('is compared by e-folds, small amounts damped, on the typical distance either way and not below the floor', () => {
		expect(surge(900, 400, 100)).toBeCloseTo(Math.log(2), 12);
		expect(surge(0, 0, 100)).toBe(0);
		expect(surgeScale([-0.5, 0.4, -0.6], 0.25, P)).toBeCloseTo(1.4826 * 0.5, 12);
		expect(surgeScale([-0.1, 0.1, 0.1], 0.25, P)).toBe(0.25);
		expect(surgeScale([], 0.35, P)).toBe(0.35);
		expect(surgeScore(3, 2, P)).toEqual({ status: 'ok', u: 3, s: 2, z: 1.5, depth: 1 });
		for (const [u, s] of [
			[Number.NaN, 1],
			[1, 0],
			[1, Number.NaN],
			[1, Number.POSITIVE_INFINITY],
		] as const)
			expect(surgeScore(u, s, P)).toEqual({ status: 'missing', u: null, s: null, z: null, depth: null });
	});

	it('has the volume damped by 100 shares and a floor of .25, options by 10 contracts and one of .35', () => {
		expect(volumeScore(1_300, { ...calm, past: [0, 0, 0] }, P)).toMatchObject({ u: Math.log(1_400 / 700), s: 0.25 });
		const sum = optionSumScore({ calls: 800, puts: 410, medianDaily: 5_000 }, { ...calm, past: [0, 0, 0] }, P);
		expect(sum).toMatchObject({ u: Math.log(1_220 / 610), s: 0.35 });
	});
});

describe('options of a bar', () => {
	const bar = (calls: number | null, puts: number | null, medianDaily: number | null = 5_000): OptionBar => ({ calls, puts, medianDaily });

	it('are missing where calls or puts are, whatever else is known', () => {
		for (const value of odd)
			for (const gap of [bar(value, 5), bar(5, value), bar(value, value), bar(value, 5, 1)]) {
				expect(optionStatus(gap, calm, P)).toBe('missing');
				expect(optionSumScore(gap, calm, P).status).toBe('missing');
				expect(optionDiffScore(gap, calm, P).status).toBe('missing');
			}
		expect(optionStatus(bar(0, 0), calm, P)).toBe('ok');
	});

	it('are worth a look from 50 contracts a day on; of a first day nothing is known yet', () => {
		const status = (medianDaily: number | null) => optionStatus(bar(5, 5, medianDaily), calm, P);
		expect([49.5, 50, 50.5, Number.NaN, null].map(status)).toEqual(['not_optionable', 'ok', 'ok', 'not_optionable', 'ok']);
		expect(optionStatus(bar(5, 5, null), { ...calm, expected: null }, P)).toBe('warming');
	});

	it('are balanced against a quarter of what is expected, at least 20 contracts', () => {
		expect(balance(30, 10, 400, P)).toBe(20 / 140);
		expect(balance(30, 10, 40, P)).toBe(20 / 60);
		expect(balance(10, 30, 80, P)).toBe(-20 / 60);
	});

	it('stand out from their own median, on the typical distance from it and not below .05', () => {
		const { b, m, s, z, short, long } = optionDiffScore(bar(300, 100), { ...calm, expected: 400, past: [0.1, 0.2, 0.4, 0.3, 0] }, P);
		expect([b, m]).toEqual([0.4, 0.2]);
		expect(s).toBeCloseTo(1.4826 * 0.1, 12);
		expect(z).toBeCloseTo(0.2 / 0.14826, 12);
		expect([short, long]).toEqual([0, 0]);
		const still = optionDiffScore(bar(300, 100), { ...calm, expected: 400, past: [0.28, 0.28, 0.28] }, P);
		expect(still).toMatchObject({ s: 0.05, short: 2, long: 0 });
		expect(still.z).toBeCloseTo(2.4, 12);
	});
});
