import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CAPS } from '../prices/buckets.ts';
import { SECTORS } from '../signals/sector.ts';
import { tabSectors } from '../signals/tabs.ts';
import { TIMEFRAMES } from '../time/timeframe.ts';
import { utcMs } from '../time/units.ts';
import { DEFAULT_HORIZONS, MAX_HORIZON, MAX_HORIZONS } from './horizons.ts';
import { blockSessions, mainHorizonIndex, normalizeQuestion, questionKey, searchTimeframe, trialKeys } from './search-question.ts';

type QuestionInput = Parameters<typeof normalizeQuestion>[0];

const input: QuestionInput = {
	tab: 'extreme_rise',
	operation: 'short',
	algo: 'reverse',
	licence: 'pro',
	strategy: 'first',
	filters: [],
	marketcap: [],
	ticker: null,
	from: utcMs(0),
	to: null,
	cooldown: 10,
};

describe('the horizons of a search', () => {
	it('default to 1, 3, 5 and 10 bars; at most six horizons of at most forty bars', () => {
		expect(normalizeQuestion(input).horizons).toEqual([1, 3, 5, 10]);
		expect([...DEFAULT_HORIZONS]).toEqual([1, 3, 5, 10]);
		expect([MAX_HORIZONS, MAX_HORIZON]).toEqual([6, 40]);
	});

	it.each([
		[[1, 3, 5, 10], 2],
		[[5], 0],
		[[2, 5], 1],
		// Without a horizon of five bars the middle one, of an even number the later.
		[[7], 0],
		[[1, 2], 1],
		[[1, 2, 3], 1],
		[[1, 2, 3, 4], 2],
		[[10, 20, 30, 35, 38, 40], 3],
		[[], 0],
	])('of %j that is shown first at place %i', (horizons, place) => {
		expect(mainHorizonIndex({ horizons })).toBe(place);
	});

	it('are bars of the last rated slot, and share their market over the sessions that these take', () => {
		expect((['first', 'second', 'third'] as const).map((strategy) => TIMEFRAMES[searchTimeframe({ strategy })].label)).toEqual([
			'1h',
			'4h',
			'1d',
		]);
		// A full session has seven bars of an hour, two of four hours, one of a day.
		expect([1, 7, 8, 14, 15, 40].map((horizon) => blockSessions({ strategy: 'first' }, horizon))).toEqual([1, 1, 2, 2, 3, 6]);
		expect([1, 2, 3, 40].map((horizon) => blockSessions({ strategy: 'second' }, horizon))).toEqual([1, 1, 2, 20]);
		expect([1, 2, 40].map((horizon) => blockSessions({ strategy: 'third' }, horizon))).toEqual([1, 2, 40]);
		expect(blockSessions({ strategy: 'third' }, 0)).toBe(1);
	});
});

describe('a question in one form', () => {
	const everySector = SECTORS.map(({ key }) => key);

	it('takes the sectors of its tab and every capitalisation where none are named', () => {
		const own = [...tabSectors('extreme_rise', 'short')].sort((a, b) => everySector.indexOf(a) - everySector.indexOf(b));
		for (const sectors of [undefined, []]) expect(normalizeQuestion({ ...input, sectors }).sectors).toEqual(own);
		expect(normalizeQuestion({ ...input, sectors: ['volume'] }).sectors).toEqual(['volume']);
		expect(normalizeQuestion({ ...input, marketcap: ['nano_cap', 'all'] }).marketcap).toEqual([]);
		expect(normalizeQuestion({ ...input, horizons: [] }).horizons).toEqual([]);
	});

	it('is the same however its lists were ordered and repeated, and stays as it is', () => {
		const shuffled = <T>(values: readonly T[]): fc.Arbitrary<T[]> => fc.shuffledSubarray([...values, ...values], { minLength: 1 });
		fc.assert(
			fc.property(
				shuffled(everySector),
				shuffled(CAPS.map(({ name }) => name).filter((name) => name !== 'all')),
				shuffled([1, 2, 3, 10, 20, 30]),
				fc.array(
					fc.record({
						sector: fc.constantFrom(...everySector),
						timeframe: fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)),
						value: fc.integer({ min: 1, max: 5 }),
					}),
				),
				(sectors, marketcap, horizons, filters) => {
					const tidy = normalizeQuestion({ ...input, sectors, marketcap, horizons, filters });
					expect(normalizeQuestion(tidy)).toEqual(tidy);
					expect(tidy.horizons).toEqual([...new Set(horizons)].sort((a, b) => a - b));
					expect(new Set(tidy.sectors)).toEqual(new Set(sectors));
					expect(new Set(tidy.marketcap)).toEqual(new Set(marketcap));
					const turned = {
						...tidy,
						sectors: sectors.toReversed(),
						marketcap: marketcap.toReversed(),
						horizons: horizons.toReversed(),
						filters: filters.toReversed(),
					};
					expect(questionKey(turned)).toBe(questionKey(tidy));
					expect(trialKeys(normalizeQuestion(turned))).toEqual(trialKeys(tidy));
				},
			),
		);
	});

	it('is a trial for each horizon, and another one by its conditions, its ticker, its dates and whatever else changes the hits', () => {
		const question = normalizeQuestion({ ...input, filters: [{ sector: 'volume', timeframe: 'day', value: 2 }] });
		const keys = trialKeys(question);
		expect(new Set(keys).size).toBe(4);
		expect(trialKeys({ ...question, horizons: [3] })).toEqual([keys[1]]);
		expect(trialKeys({ ...question, horizons: [2, 10] })[1]).toBe(keys[3]);
		expect(keys).not.toContain(trialKeys({ ...question, horizons: [2] })[0]);
		// Sectors of the rate order tickers and change no hit; a licence is not picked for its results.
		expect(trialKeys({ ...question, sectors: ['volume'], licence: 'basic' })).toEqual(keys);
		const variants: Partial<typeof question>[] = [
			{ from: utcMs(5) },
			{ to: utcMs(9) },
			{ cooldown: 3 },
			{ ticker: 7 },
			{ ticker: 8 },
			{ tab: 'free' },
			{ operation: 'long' },
			{ algo: 'forecast' },
			{ strategy: 'third' },
			{ marketcap: ['nano_cap'] },
			{ filters: [] },
			{ filters: [{ sector: 'volume', timeframe: 'day', value: 3 }] },
			{ filters: [{ sector: 'volume', timeframe: 'one_hour', value: 2 }] },
			{ filters: [{ sector: 'price_long', timeframe: 'day', value: 2 }] },
		];
		const every = [{}, ...variants].flatMap((other) => trialKeys({ ...question, ...other }));
		expect(new Set(every).size).toBe(4 * (variants.length + 1));
	});
});
