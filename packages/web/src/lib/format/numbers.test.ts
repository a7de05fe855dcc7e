import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	directionOf,
	formatCap,
	formatChange,
	formatCompact,
	formatCount,
	formatMultiple,
	formatPrice,
	formatScore,
	parseNumber,
} from './numbers.ts';

describe('numbers on screen', () => {
	it.each([
		[312e9, '312B'],
		[41.7e9, '41.7B'],
		[9.8e9, '9.8B'],
		[1.9e9, '1.9B'],
		[890e6, '890M'],
		[84e9, '84B'],
		[1_234, '1.2K'],
		[999, '999'],
		[999.6, '1K'],
		[999_950_000, '1B'],
		[3.2e12, '3.2T'],
		[5e15, '5P'],
		[7.5e18, '7.5E'],
		[9e21, '9000E'],
		[0, '0'],
		[-2_500_000, '−2.5M'],
	])('%d is %s in short', (n, text) => {
		expect(formatCompact(n)).toBe(text);
	});

	it('never needs more than four digits below a thousand E', () => {
		fc.assert(
			fc.property(fc.double({ min: 0, max: 9e20, noNaN: true }), (n) => {
				expect(formatCompact(n)).toMatch(/^(\d{1,3}|\d{1,2}\.\d)[KMBTPE]?$/);
			}),
		);
	});

	it('writes caps, counts and prices', () => {
		expect(formatCap(41.7e9)).toBe('$41.7B');
		expect(formatCap(null)).toBe('n/a');
		expect(formatCount(9_874)).toBe('9,874');
		expect(formatPrice(1_234.5)).toBe('$1,234.50');
		expect(formatPrice(0.4321)).toBe('$0.4321');
	});

	it('writes changes with a sign that survives rounding', () => {
		expect(formatChange(0.094)).toBe('+9.40%');
		expect(formatChange(-0.9)).toBe('−90.00%');
		expect(formatChange(0.000_01)).toBe('0.00%');
		expect(formatChange(9)).toBe('+900.00%');
		expect(formatChange(9.99994)).toBe('+999.99%');
		expect(formatChange(9.99996)).toBe('+1,000%');
		expect(formatChange(41.404)).toBe('+4,140%');
		expect(directionOf(0.000_01)).toBe('flat');
		expect(directionOf(-0.01)).toBe('down');
		expect(directionOf(0.01)).toBe('up');
	});

	it('reads a number as people type it, and none that can be read in two ways', () => {
		expect(['101,5', '101.5', ' 0,125 ', ',5', '-2.5', '7', '12,3456'].map(parseNumber)).toEqual([
			101.5, 101.5, 0.125, 0.5, -2.5, 7, 12.3456,
		]);
		expect(['', 'x', '1,000', '1.000,5', '1,5,5', '1e3', '0x10', '5 5'].map(parseNumber)).toEqual(new Array(8).fill(undefined));
	});

	it('writes scores and multiples', () => {
		expect(formatScore(3.44)).toBe('3.4');
		expect(formatScore(-0.3)).toBe('−0.3');
		expect(formatScore(-0.01)).toBe('0.0');
		expect(formatScore(null)).toBe('n/a');
		expect(formatMultiple(12.34)).toBe('12.3×');
		expect(formatMultiple(1_234)).toBe('1,234×');
	});
});
