import { describe, expect, it } from 'vitest';
import { hitSentence } from './hit.ts';

describe('a hit', () => {
	it('is a move in the direction of the candidate, of a coiled spring one of any direction', () => {
		expect(hitSentence('extreme_rise')).toMatch(
			/^A hit: .* further in the candidate’s direction than the median ticker of its size, after costs/,
		);
		expect(hitSentence('coiled_spring')).toMatch(/^A hit: .* up or down, than it usually does\.$/);
	});
});
