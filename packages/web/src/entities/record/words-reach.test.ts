import { describe, expect, it } from 'vitest';
import { createStatistics } from '../../testing/validations.ts';
import { reachWords } from './words.ts';

describe('what a record can say at its size', () => {
	it('gives the range that holds at every look', () => {
		expect(reachWords.sequence(createStatistics())).toBe('Holds however often you look: 40.9–62.2 %.');
	});

	it('gives the least effect that could be seen, in points and basis points', () => {
		expect(reachWords.sees(createStatistics())).toBe('detects 9.9 points (40 bp) or more');
		expect(reachWords.sees(createStatistics({ detectable: { difference: 0.024, excess: null } }))).toBe('detects 2.4 points or more');
		expect(reachWords.seesShort(createStatistics())).toBe('detects 9.9 points');
		expect(reachWords.sees(createStatistics({ detectable: null }))).toBe('');
	});

	it('names no effect beyond a hundred points', () => {
		const tiny = createStatistics({ detectable: { difference: 1.042, excess: 0.07 } });
		expect(reachWords.sees(tiny)).toBe('too few to detect anything');
		expect(reachWords.seesShort(tiny)).toBe('too few to detect anything');
	});
});
