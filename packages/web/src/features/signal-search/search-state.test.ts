import { normalizeEntries } from '@sw/domain/filters/entries';
import { SECTORS, TABS } from '@sw/domain/signals/sector';
import { STRATEGIES, TIMEFRAMES } from '@sw/domain/time/timeframe';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from '../../lib/address/search-params.ts';
import { buildChanges, chooseQuestionToEdit, toEditedQuestion, toRequestBody } from './queries.ts';
import { pickSearchParams } from './search-params.ts';
import { EMPTY_QUESTION, PART_SORTS, readSearchState, writeSearchState } from './search-state.ts';

const entry = fc.record({
	sector: fc.constantFrom(...SECTORS.map(({ key }) => key)),
	timeframe: fc.constantFrom(...TIMEFRAMES.map(({ name }) => name)),
	value: fc.integer({ min: 1, max: 5 }),
});
const stated = fc.record({
	tab: fc.constantFrom(...TABS.map(({ name }) => name)),
	strategy: fc.constantFrom(...STRATEGIES.map(({ name }) => name)),
	entries: fc.array(entry, { maxLength: 6 }).map(normalizeEntries),
	sectors: fc.subarray(SECTORS.map(({ key }) => key)),
	from: fc.constantFrom(undefined, '2026-03-02'),
	to: fc.constantFrom(undefined, '2026-06-30'),
});

describe('the address of signal searches', () => {
	it('holds all that the page shows', () => {
		const state = fc.record({
			question: stated,
			task: fc.constantFrom(undefined, 12),
			part: fc.constantFrom(undefined, 345),
			sort: fc.constantFrom(...PART_SORTS),
			dir: fc.constantFrom('asc' as const, 'desc' as const),
			page: fc.integer({ min: 1, max: 40 }),
		});
		fc.assert(
			fc.property(state, (state) => {
				const read = readSearchState(pickSearchParams(parseSearch(stringifySearch(writeSearchState(state)))));
				expect(read).toEqual({ state, refused: [] });
			}),
		);
	});

	it('says what it cannot read', () => {
		const { state, refused } = readSearchState({ tab: 'moon', conditions: 'volume.one_hour.9', from: 'June', task: 'x' });
		expect(state).toMatchObject({ task: undefined, question: { tab: 'free', entries: [], from: undefined } });
		expect(refused.map(({ key }) => key)).toEqual(['conditions', 'tab', 'from', 'task']);
	});
});

describe('a question', () => {
	it('is stated as it was asked', () => {
		fc.assert(
			fc.property(stated, (state) => {
				const { from, to, filters, tab, timeframes } = toRequestBody(state);
				const question = { tab, timeframes, filters, from: from ?? '2026-01-02T14:45:00Z', to: to ?? null };
				expect(toEditedQuestion({ ...question, sector_types: state.sectors })).toMatchObject({
					...state,
					from: state.from ?? '2026-01-02',
				});
			}),
		);
	});

	it('names no day that the search reads from or to already', () => {
		const body = {
			tab: 'free',
			timeframes: ['fifteen_minutes', 'thirty_minutes', 'one_hour'],
			filters: [],
			sector_types: ['volume'],
			from: '2026-01-02T14:45:00Z',
			to: null,
		} as const satisfies Parameters<typeof toEditedQuestion>[0];
		const question = { ...body, timeframes: [...body.timeframes], filters: [] };
		const stated = toEditedQuestion(question);
		expect(chooseQuestionToEdit(EMPTY_QUESTION, question)).toEqual(stated);
		expect(chooseQuestionToEdit({ ...EMPTY_QUESTION, tab: 'extreme_rise' }, question)).toMatchObject({
			tab: 'extreme_rise',
			from: undefined,
		});
		expect(Object.keys(buildChanges(question, stated))).not.toEqual(expect.arrayContaining(['from']));
		expect(Object.keys(buildChanges(question, stated))).not.toEqual(expect.arrayContaining(['to']));
		expect(buildChanges(question, { ...stated, from: '2026-03-02', to: '2026-03-06' })).toMatchObject({
			from: '2026-03-02T05:00:00Z',
			to: '2026-03-07T04:59:59Z',
		});
	});

	it('takes the whole of its last day in', () => {
		const days = { tab: 'free', strategy: 'first', entries: [], sectors: [], from: '2026-03-02', to: '2026-03-06' } as const;
		expect(toRequestBody(days)).toMatchObject({ from: '2026-03-02T05:00:00Z', to: '2026-03-07T04:59:59Z' });
	});
});
