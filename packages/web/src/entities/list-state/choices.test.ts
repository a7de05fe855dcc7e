import { SECTORS } from '@sw/domain/signals/sector';
import { describe, expect, it } from 'vitest';
import { activeChoices, CHOICE_KINDS, clearChoices, countChoices, hasSameChoices, withoutChoice } from './choices.ts';
import { writeListState } from './search.ts';
import { DEFAULT_STATE, type ListState, withChoice, withPage, withTab } from './state.ts';

const SIX = SECTORS.map(({ key }) => key);
const all: ListState = {
	...withChoice(DEFAULT_STATE, {
		marketcap: ['mega_cap', 'mid_cap'],
		pne: ['fifty'],
		information: 'without',
		sort: ['volume'],
		dir: 'asc',
		favorite: true,
		fresh: true,
	}),
	filter: 7,
	tickerType: 'etf',
	watchlist: 4,
	operation: 'long',
	page: 3,
	timeframe: 'day',
	report: '2026-06-30T15:45:00Z',
};

describe('the choices in force', () => {
	it('are one chip each, as many as the count says, without the direction that has a switch', () => {
		expect(activeChoices(DEFAULT_STATE)).toEqual([]);
		// A list has one order: by sectors or by a column.
		expect(activeChoices(all)).toEqual(CHOICE_KINDS.filter((kind) => kind !== 'column'));
		const byColumn = withChoice(all, { column: 'price' });
		expect(activeChoices(byColumn)).toEqual(CHOICE_KINDS.filter((kind) => kind !== 'sort'));
		expect(activeChoices(withChoice(byColumn, { sort: ['volume'] }))).toEqual(activeChoices(all));
		expect(withoutChoice(byColumn, 'column').choice).toMatchObject({ column: undefined, dir: 'desc' });
		expect(countChoices(all)).toBe(CHOICE_KINDS.length - 2);
		expect(countChoices(DEFAULT_STATE)).toBe(0);
	});

	it('are counted each by itself', () => {
		expect(countChoices(DEFAULT_STATE)).toBe(0);
		const each = [
			{ marketcap: ['mega_cap'] },
			{ pne: ['fifty'] },
			{ information: 'with' },
			{ sort: ['volume'] },
			{ dir: 'asc' },
			{ dislike: true },
			{ fresh: true },
		] as const;
		for (const choice of each) expect(countChoices(withChoice(DEFAULT_STATE, choice))).toBe(1);
		expect(countChoices({ ...withChoice(DEFAULT_STATE, { marketcap: ['mega_cap'], sort: SIX, fresh: true }), filter: 3 })).toBe(3);
	});

	it('are taken back one by one, the last one too', () => {
		let left = all;
		for (const kind of CHOICE_KINDS) {
			left = withoutChoice(left, kind);
			expect(activeChoices(left)).not.toContain(kind);
			expect(left.page).toBe(1);
		}
		expect(activeChoices(left)).toEqual([]);
		expect(left).toEqual({ ...DEFAULT_STATE, timeframe: 'day', report: all.report });
	});

	it('are gone after clearing, which is the bare tab at the same report and strategy', () => {
		expect(activeChoices(clearChoices(all))).toEqual([]);
		expect(writeListState(clearChoices({ ...all, tab: 'free', strategy: 'third' }))).toEqual({
			tabType: 'free',
			strategyTimeframe: 'third',
			report: all.report,
		});
	});

	it('do not count favourites and dislikes together, nor all six sectors: neither changes the list', () => {
		expect(countChoices(withChoice(DEFAULT_STATE, { favorite: true, dislike: true, sort: SIX }))).toBe(0);
	});

	it('are the same on another page and in another report, and others in another tab', () => {
		expect(hasSameChoices(all, { ...withPage(all, 9), report: undefined, timeframe: 'one_hour' })).toBe(true);
		expect(hasSameChoices(all, withoutChoice(all, 'fresh'))).toBe(false);
		expect(hasSameChoices(DEFAULT_STATE, withTab(DEFAULT_STATE, 'free'))).toBe(false);
	});
});

describe('a sort by all six sectors', () => {
	it('is no sort and is left out of the URL', () => {
		const six = withChoice(DEFAULT_STATE, { sort: SIX });
		expect(six).toEqual(DEFAULT_STATE);
		expect(writeListState(six)).toEqual({});
	});
});
