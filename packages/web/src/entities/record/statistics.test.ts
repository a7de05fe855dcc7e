import { expect, it } from 'vitest';
import { createStatistics } from '../../testing/validations.ts';
import { formatBasisPoints, formatChance, formatRange, hasEnoughOccurrences } from './statistics.ts';
import { recordWords } from './words.ts';

it('writes basis points with their sign, zero without one', () => {
	expect([0.0001, -0.0001, 0.00094, 0.00004, -0.00004, null].map(formatBasisPoints)).toEqual([
		'+1 bp',
		'−1 bp',
		'+9 bp',
		'0 bp',
		'0 bp',
		'n/a',
	]);
});

it('writes ranges and chances, no chance as 0', () => {
	expect(formatRange([0.498, 0.526])).toBe('49.8–52.6 %');
	expect([0.00099, 0.001, 0.25].map(formatChance)).toEqual(['less than 0.1 %', '0.1 %', '25.0 %']);
});

it('calls a rate meaningful from 30 occurrences on', () => {
	expect([29, 30].map((n) => hasEnoughOccurrences({ n }))).toEqual([false, true]);
});

it('gives a line of a record a rate only from 30 occurrences on, and says why there is none', () => {
	const lines = [0, 29, 30].map((n) => recordWords.line(createStatistics({ n })));
	expect(lines[0]).toBe('n/a, no occurrence has ended yet');
	expect(lines[1]).toBe('29 of at least 30 occurrences, too few for a rate (base 50.0 %)');
	expect(lines[2]).toBe('51.2 % hits at 5 bars (n 30, detects 9.9 points (40 bp) or more, interval 44.4–58.1 %, base 50.0 %)');
});
