import { describe, expect, it } from 'vitest';
import type { FilterSetting } from '../../lib/desk/filters.ts';
import { DEFAULT_STATE, withTab } from '../../lib/list-state/state.ts';
import { openedFrom } from '../../lib/list-state/ticker.ts';
import {
	askedOf,
	conditionText,
	questionOf,
	readCondition,
	readValidationState,
	validationSearch,
	writeValidationState,
} from './validation-state.ts';
import {
	chosenOccurrences,
	drawnRate,
	formatBasisPoints,
	formatRange,
	formatShare,
	histogramColumns,
	losers,
	type Occurrence,
	outcomeOf,
	type Statistics,
	standing,
} from './validation-view.ts';

const VOLUME = { sector: 'volume', timeframe: 'one_hour', value: 3 } as const;
const SLOTS = ['fifteen_minutes', 'thirty_minutes', 'one_hour'];
const statistics = (more: Partial<Statistics>): Statistics =>
	({ n: 400, hits: 205, hit_rate: 0.5125, interval: [0.48, 0.54], base_rate: 0.5, ...more }) as Statistics;

describe('the question of a validation', () => {
	it('comes back from the address as it was written', () => {
		for (const asked of [
			{ of: 'ticker', condition: VOLUME },
			{ of: 'market', condition: undefined },
		] as const) {
			expect(readValidationState(validationSearch(writeValidationState(asked)))).toEqual({ asked, refused: [] });
		}
	});

	it('reports conditions that are none', () => {
		for (const text of [
			'volume',
			'volume.one_hour',
			'volume.one_hour.6',
			'volume.one_hour.0',
			'price.one_hour.1',
			'volume.1y.1',
			'volume.60.1.2',
		])
			expect(readCondition(text)).toBeUndefined();
		expect(conditionText(VOLUME)).toBe('volume.one_hour.3');
		expect(readValidationState({ condition: 'x', of: 'moon' }).refused.map(({ key }) => key)).toEqual(['of', 'condition']);
	});

	it('is that of the list with its filter, or of one condition wherever it stands', () => {
		const state = { ...openedFrom({ ...DEFAULT_STATE, filter: 7 }), rated: ['volume' as const] };
		const filter = { filters: [{ ...VOLUME, id: 9 }] } as unknown as FilterSetting;
		expect(questionOf(10, state, { of: 'market', condition: undefined }, filter)).toEqual({
			kind: 'multiple',
			body: { tab: 'extreme_rise', operation: 'short', timeframes: SLOTS, filters: [VOLUME], sector_types: ['volume'] },
		});
		expect(questionOf(10, state, { of: 'ticker', condition: VOLUME }, filter)).toEqual({
			kind: 'single',
			body: { tab: 'free', operation: 'short', timeframes: SLOTS, ticker_id: 10, condition: VOLUME },
		});
	});
});

describe('a list that takes everybody', () => {
	const nothing = { of: 'market', condition: undefined } as const;
	const free = openedFrom(withTab(DEFAULT_STATE, 'free'));
	const why = [{ key: 'volume', timeframe: 'one_hour', depth: 3, weight: 4, points: 12 }] as const;

	it('is asked about the cell that adds most to the rate', () => {
		expect(askedOf(nothing, free, { why: [...why] })).toEqual({ of: 'market', condition: VOLUME });
		expect(askedOf(nothing, free, { why: [] })).toBeUndefined();
	});

	it('is no list with signals of its own, and no condition that was named', () => {
		expect(askedOf(nothing, openedFrom(DEFAULT_STATE), { why: [...why] })).toBe(nothing);
		expect(askedOf(nothing, openedFrom({ ...withTab(DEFAULT_STATE, 'free'), filter: 7 }), { why: [...why] })).toBe(nothing);
		const named = { of: 'ticker', condition: { ...VOLUME, value: 1 } } as const;
		expect(askedOf(named, free, { why: [...why] })).toBe(named);
	});
});

describe('the record of a validation', () => {
	it('claims nothing of few occurrences, nor of an interval that holds the base rate', () => {
		expect(standing(statistics({ n: 29 }))).toBe('few');
		expect(standing(statistics({ n: 0, hit_rate: null, base_rate: null }))).toBe('few');
		expect(standing(statistics({}))).toBe('same');
		expect(standing(statistics({ interval: [0.51, 0.56] }))).toBe('above');
		expect(standing(statistics({ interval: [0.41, 0.46] }))).toBe('below');
	});

	it('never shows one ticker’s own rate bare', () => {
		expect(drawnRate(statistics({ n: 10, hits: 9 }), statistics({ hit_rate: 0.515 }))).toBeCloseTo(0.55, 2);
		expect(drawnRate(statistics({ n: 10, hits: 9 }), undefined)).toBeNull();
		expect(drawnRate(statistics({ n: 10, hits: 9 }), statistics({ hit_rate: null }))).toBeNull();
	});

	it('is written with its units', () => {
		expect([formatShare(0.5118), formatShare(null), formatRange([0.498, 0.526])]).toEqual(['51.2 %', 'n/a', '49.8–52.6 %']);
		expect([formatBasisPoints(0.00094), formatBasisPoints(-0.0007), formatBasisPoints(0.00001), formatBasisPoints(null)]).toEqual([
			'+9 bp',
			'−7 bp',
			'0 bp',
			'n/a',
		]);
	});
});

describe('the columns of the histogram', () => {
	it('keep every occurrence and stand on one side of zero each', () => {
		const counts = Array.from({ length: 101 }, (_, i) => i % 7);
		const columns = histogramColumns({ from: -0.0405, width: 0.001, counts });
		expect(columns.length).toBeLessThanOrEqual(40);
		expect(columns.reduce((sum, { count }) => sum + count, 0)).toBe(counts.reduce((sum, count) => sum + count, 0));
		for (const { from, to, won } of columns) expect(won ? from >= 0 : to <= 1e-12).toBe(true);
		expect(Math.max(...columns.map(({ share }) => share))).toBe(1);
	});

	it('are as many as there are bins where these are few, the empty ones among them', () => {
		expect(histogramColumns({ from: -0.0015, width: 0.001, counts: [2, 0, 1] })).toEqual([
			{ from: -0.001, to: 0, count: 2, share: 1, won: false },
			{ from: 0, to: 0.001, count: 0, share: 0, won: true },
			{ from: 0.001, to: 0.002, count: 1, share: 0.5, won: true },
		]);
	});

	it('of nothing are none', () => {
		expect(histogramColumns({ from: 0, width: 0.001, counts: [] })).toEqual([]);
	});
});

describe('the occurrences', () => {
	const all = [true, false, null, false].map((hit) => ({ hit }) as Occurrence);

	it('are all shown, and losers or hits alone when asked for', () => {
		expect(chosenOccurrences(all, 'all')).toBe(all);
		expect(chosenOccurrences(all, 'losers').map(outcomeOf)).toEqual(['miss', 'miss']);
		expect(chosenOccurrences(all, 'hits').map(outcomeOf)).toEqual(['hit']);
		expect(all.map(outcomeOf)).toEqual(['hit', 'miss', 'open', 'miss']);
	});

	it('with an excess below zero are counted from the histogram', () => {
		expect(losers({ from: -0.0025, width: 0.001, counts: [3, 2, 5, 1] })).toBe(5);
	});
});
