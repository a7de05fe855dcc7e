import { describe, expect, it } from 'vitest';
import type { FilterSetting } from '../../entities/filters/saved-filters.ts';
import { DEFAULT_STATE, withTab } from '../../entities/list-state/state.ts';
import { createTickerState } from '../../entities/ticker/ticker-state.ts';
import { buildQuestion, resolveQuestion } from './queries.ts';

const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;
const SLOTS = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];

describe('the question of a validation', () => {
	it('is that of the list with its filter, or of one condition wherever it stands', () => {
		const state = { ...createTickerState({ ...DEFAULT_STATE, filter: 7 }), rated: ['volume' as const] };
		const filter = { id: 7, filters: [{ ...VOLUME, id: 9 }], groups: [] } as unknown as FilterSetting;
		expect(buildQuestion(10, state, { of: 'market', condition: undefined }, filter)).toEqual({
			kind: 'multiple',
			body: { tab: 'extreme_rise', operation: 'short', timeframes: SLOTS, filters: [VOLUME], filter: 7, sector_types: ['volume'] },
		});
		expect(buildQuestion(10, state, { of: 'ticker', condition: VOLUME }, filter)).toEqual({
			kind: 'single',
			body: { tab: 'free', operation: 'short', timeframes: SLOTS, ticker_id: 10, condition: VOLUME },
		});
	});
});

describe('an unfiltered list', () => {
	const nothing = { of: 'market', condition: undefined } as const;
	const free = createTickerState(withTab(DEFAULT_STATE, 'free'));
	const why = [{ key: 'volume', timeframe: 'one_hour', depth: 3, weight: 4, points: 12 }] as const;

	it('is asked about the cell that adds most to the rate', () => {
		expect(resolveQuestion(nothing, free, { why: [...why] })).toEqual({ of: 'market', condition: VOLUME });
		expect(resolveQuestion(nothing, free, { why: [] })).toBeUndefined();
	});

	it('is no list with signals of its own, and no condition that was named', () => {
		expect(resolveQuestion(nothing, createTickerState(DEFAULT_STATE), { why: [...why] })).toBe(nothing);
		expect(resolveQuestion(nothing, createTickerState({ ...withTab(DEFAULT_STATE, 'free'), filter: 7 }), { why: [...why] })).toBe(nothing);
		const named = { of: 'ticker', condition: { ...VOLUME, value: 1 } } as const;
		expect(resolveQuestion(named, free, { why: [...why] })).toBe(named);
	});
});
