import { describe, expect, it } from 'vitest';
import { candidateWords, isExtreme, OPERATIONS, TABS } from './sector.ts';

describe('what a ticker is taken for', () => {
	it('is a turn in a tab of extremes, and going on in its other direction', () => {
		expect(candidateWords('extreme_rise', 'short')).toBe('candidate to fall');
		expect(candidateWords('extreme_fall', 'long')).toBe('candidate to rise');
		expect(candidateWords('extreme_rise', 'long')).toBe('candidate to rise on');
		expect(candidateWords('extreme_fall', 'short')).toBe('candidate to fall on');
	});

	it('is the direction of its rate where it may have gone either way, and outside of every list', () => {
		for (const operation of OPERATIONS) {
			const rated = operation === 'short' ? 'rated for a fall' : 'rated for a rise';
			for (const { name } of TABS) {
				if (!isExtreme(name)) expect(candidateWords(name, operation)).toBe(rated);
				expect(candidateWords(name, operation, false)).toBe(rated);
			}
		}
	});
});
