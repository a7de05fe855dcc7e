import { TIMEFRAMES } from '@sw/domain/time/timeframe';
import { expect, it } from 'vitest';
import { isUnranked, missingReadings, openingState } from './opening.ts';
import { writeListState } from './search.ts';
import { DEFAULT_STATE, NO_CHOICE, withTab } from './state.ts';

const ALL = TIMEFRAMES.map(({ name }) => name);
const FREE = withTab(DEFAULT_STATE, 'free');

it('a market of daily bars opens on the list that its day ranks, by an address that says so', () => {
	const state = openingState(['day']);
	expect(state && writeListState(state)).toEqual({ tabType: 'free', strategyTimeframe: 'third', timeframe: 'day' });
	expect([openingState(ALL), openingState([])]).toEqual([undefined, undefined]);
});

it('a list says what it needs and what is there', () => {
	expect(missingReadings({ tab: 'extreme_rise', strategy: 'third' }, ['day'])).toEqual({
		rated: ['1h', '4h', '1d'],
		needed: 2,
		measured: ['1d'],
	});
	expect(missingReadings({ tab: 'free', strategy: 'first' }, ['day'])).toMatchObject({ needed: 1, measured: ['1d'] });
	expect(missingReadings({ tab: 'free', strategy: 'third' }, ['day'])).toBeUndefined();
	expect(missingReadings({ tab: 'extreme_rise', strategy: 'first' }, ALL)).toBeUndefined();
	expect(missingReadings({ tab: 'extreme_rise', strategy: 'first' }, [])).toBeUndefined();
});

it('a list is unranked where nothing but names orders it', () => {
	expect(isUnranked(FREE, ['day'])).toBe(true);
	expect(isUnranked({ ...FREE, strategy: 'third' }, ['day'])).toBe(false);
	expect(isUnranked({ ...FREE, filter: 7 }, ['day'])).toBe(false);
	expect(isUnranked({ ...FREE, choice: { ...NO_CHOICE, column: 'marketcap' as never } }, ['day'])).toBe(false);
	expect([isUnranked(FREE, ALL), isUnranked(FREE, [])]).toEqual([false, false]);
});
