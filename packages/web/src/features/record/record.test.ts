import { describe, expect, it } from 'vitest';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { DEFAULT_STATE, withChoice, withTab } from '../../entities/list-state/state.ts';
import { buildQuestion } from './question.ts';
import { words } from './words.ts';

const entries = [{ sector: 'volume', timeframe: 'one_hour', value: 2 }] as const;
const saved = [{ id: 7, filters: entries }] as unknown as FilterSetting[];

describe('a list as a question to the past', () => {
	it('asks for its tab, direction, timeframes, caps and the conditions of its filter', () => {
		const state = { ...withChoice(DEFAULT_STATE, { marketcap: ['mega_cap'] }), filter: 7 };
		expect(buildQuestion(state, saved)).toEqual({
			tab: 'extreme_rise',
			operation: 'short',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			marketcap: ['mega_cap'],
			filters: entries,
			filter: 7,
		});
	});

	it('asks for tickers with or without a filing where the list does', () => {
		const state = withChoice(DEFAULT_STATE, { information: 'without' });
		expect(buildQuestion(state, saved)).toMatchObject({ information: 'without' });
	});

	it('is none where the past cannot be asked', () => {
		const free = withTab(DEFAULT_STATE, 'free');
		expect(buildQuestion(free, saved)).toBeUndefined();
		expect(buildQuestion({ ...free, filter: 7 }, saved)).toBeDefined();
		expect(buildQuestion({ ...free, filter: 8 }, saved)).toBeUndefined();
		for (const own of [{ pne: ['fifty'] as const }, { fresh: true }, { favorite: true }, { dislike: true }])
			expect(buildQuestion(withChoice(DEFAULT_STATE, own), saved)).toBeUndefined();
	});
});

describe('its words', () => {
	it('say size, interval and base rate', () => {
		const measured = {
			horizon: 5,
			n: 4_771,
			hit_rate: 0.512,
			interval: [0.498, 0.526],
			base_rate: 0.5,
			detectable: { difference: 0.02, excess: 0.0003 },
		} as const;
		expect(words.record(measured)).toBe(
			'after lists like this: 51.2 % hits at 5 bars (n 4,771, detects 2.0 points or more, interval 49.8–52.6, base 50.0), hypothetical',
		);
	});

	it('say n/a where nothing is over yet', () => {
		expect(words.record({ horizon: 5, n: 0, hit_rate: null, interval: [0, 1], base_rate: null, detectable: null })).toContain('n/a');
	});
});
