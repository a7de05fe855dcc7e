import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanNumber, roundChange } from './clean-number.ts';

it.each([
	[0.1 + 0.2, 0.3],
	[Math.fround(3.29), 3.29],
	[Math.fround(-3.29), -3.29],
	[Math.fround(12_345.67), 12_345.67],
	[Math.fround(1.2345678e-7), 1.234568e-7],
	[Math.fround(4.6979017), 4.697902],
	[9 / 142, 0.06338028],
	[1 / 3, 0.3333333],
	[(Math.fround(3.29) + Math.fround(3.25)) / 2, 3.27],
	[1_234_567.891_234_5, 1_234_567.89],
	[3.29 - 3.28, 0.01],
	[1.234_567_89e-12 / 3, 4.115_226e-13],
	// As short as a number written by hand.
	[Math.fround(40_136.64), 40_136.64],
	[33_358.440_109, 33_358.44],
	[Math.fround(70_000.06), 70_000.06],
])('%d leaves as %d', (value, shown) => {
	expect(cleanNumber(value)).toBe(shown);
});

it.each([0, -0, 7, -3, 0.5, 100.01, 99_999_999.99, 999_999.999, 0.000_123_4, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY])(
	'%d stays',
	(value) => {
		expect(cleanNumber(value)).toBe(value);
	},
);

it('keeps the cents of 32-bit prices', () => {
	fc.assert(
		fc.property(fc.integer({ min: 1, max: 13_000_000 }), (cents) => {
			expect(cleanNumber(Math.fround(cents / 100))).toBe(cents / 100);
		}),
	);
});

it('changes a number by less than a millionth, and is stable', () => {
	fc.assert(
		fc.property(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), (value) => {
			expect(Math.abs(cleanNumber(value) - value)).toBeLessThanOrEqual(5.1e-7 * Math.abs(value));
			expect(cleanNumber(cleanNumber(value))).toBe(cleanNumber(value));
		}),
	);
});

it('a change of 32-bit prices is the change of the printed prices', () => {
	expect(roundChange(Math.fround(1.95) / Math.fround(2) - 1)).toBe(-0.025);
	expect(roundChange(Math.fround(2.11) / Math.fround(2) - 1)).toBe(0.055);
	expect(roundChange(Number.NaN)).toBeNaN();
	const cents = fc.integer({ min: 100, max: 10_000_000 });
	fc.assert(
		fc.property(cents, fc.double({ min: 0.1, max: 2, noNaN: true }), (before, factor) => {
			const after = Math.max(1, Math.round(before * factor));
			const change = Math.fround(after / 100) / Math.fround(before / 100) - 1;
			expect(Math.abs(roundChange(change) - (after / before - 1))).toBeLessThan(1e-6);
		}),
	);
});
