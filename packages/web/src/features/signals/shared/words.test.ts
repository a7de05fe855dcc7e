import { OPERATIONS, TABS, type Tab } from '@sw/domain/signals/sector';
import { describe, expect, it } from 'vitest';
import { listTitles } from './titles.ts';
import { words } from './words.ts';

describe('the sentence of a tab', () => {
	it('says what its tickers did and what they are candidates for', () => {
		expect(TABS.map(({ name, operation }) => words.tabSentence(name, operation, '15m·30m·1h'))).toEqual([
			'Rose unusually far on two of 15m·30m·1h: candidates to fall back.',
			'Fell unusually far on two of 15m·30m·1h: candidates to recover.',
			'All tickers with enough trading, most unusual first on 15m·30m·1h, up or down.',
			'Quiet, with a narrow range on two of 15m·30m·1h: candidates to break out.',
		]);
	});

	it('is another one in the other direction, where the list has one', () => {
		const sentences = (name: Tab) => new Set(OPERATIONS.map((operation) => words.tabSentence(name, operation, '1h'))).size;
		expect(TABS.map(({ name }) => sentences(name))).toEqual([2, 2, 1, 1]);
	});

	it('says whose direction it is where a filter has one', () => {
		expect(words.tabSentence('free', 'short', '1h, 4h, 1d', 'long')).toBe(
			'All tickers with enough trading, most unusual first on 1h, 4h, 1d: candidates to rise.',
		);
		expect(words.tabSentence('extreme_rise', 'short', '1h', 'long')).toBe('Rose unusually far on two of 1h: candidates to rise further.');
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

it('only lists that take their tickers for something have candidates in their title', () => {
	expect(TABS.map(({ name, label }) => listTitles.listTitle(name, label))).toEqual([
		'Extreme rise candidates',
		'Extreme fall candidates',
		'Free: all tickers, most unusual first',
		'Coiled spring candidates',
	]);
});
