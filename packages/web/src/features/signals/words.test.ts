import { OPERATIONS, TABS } from '@sw/domain/signals/sector';
import { describe, expect, it } from 'vitest';
import { words } from './words.ts';

describe('the sentence of a tab', () => {
	it('says what its tickers did and what they are candidates for', () => {
		expect(TABS.map(({ name, operation }) => words.tabSentence(name, operation))).toEqual([
			'Rose unusually far: candidates to fall back.',
			'Fell unusually far: candidates to recover.',
			'All that are traded enough, the most unusual first: candidates to fall.',
			'Unusually quiet, their range as narrow as a coiled spring: candidates to break out, rated for a fall.',
		]);
	});

	it('is another one in the other direction', () => {
		const sentences = TABS.flatMap(({ name }) => OPERATIONS.map((operation) => words.tabSentence(name, operation)));
		expect(new Set(sentences).size).toBe(sentences.length);
	});
});
