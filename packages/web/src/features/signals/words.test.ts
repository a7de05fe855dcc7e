import { OPERATIONS, TABS } from '@sw/domain/signals/sector';
import { describe, expect, it } from 'vitest';
import { words } from './words.ts';

describe('the sentence of a tab', () => {
	it('says what its tickers did and what they are candidates for', () => {
		expect(TABS.map(({ name, operation }) => words.tabSentence(name, operation))).toEqual([
			'Rose unusually far: candidates to fall back.',
			'Fell unusually far: candidates to recover.',
			'All tickers with enough trading, most unusual first: rated for a fall, whichever way they moved.',
			'Unusually quiet, with a narrow range: candidates to break out, rated for a fall.',
		]);
	});

	it('is another one in the other direction', () => {
		const sentences = TABS.flatMap(({ name }) => OPERATIONS.map((operation) => words.tabSentence(name, operation)));
		expect(new Set(sentences).size).toBe(sentences.length);
	});

	it('says whose direction it is where a filter has one', () => {
		expect(words.tabSentence('free', 'short', 'long')).toBe(
			'All tickers with enough trading, most unusual first: candidates to rise, by the filter’s calls − puts.',
		);
		expect(words.tabSentence('extreme_rise', 'short', 'long')).toBe('Rose unusually far: candidates to rise further.');
	});
});

describe('how many match', () => {
	it('is in the singular for one', () => {
		expect([0, 1, 2].map((count) => words.matches(count, 1_161))).toEqual([
			'0 of 1,161 tickers match',
			'1 of 1,161 tickers matches',
			'2 of 1,161 tickers match',
		]);
	});
});
