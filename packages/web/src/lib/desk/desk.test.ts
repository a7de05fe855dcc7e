import { CAPS } from '@sw/domain/market/cap';
import { describe, expect, it } from 'vitest';
import { LANDING_CAPS } from './list-queries.ts';
import { filtersOfScope, nearestScope, scopesAt } from './scopes.ts';
import { withStar } from './stars.ts';
import { wantedReport } from './wanted.ts';

describe('scopes of freezing', () => {
	it('offer what means something where the reader is', () => {
		expect(scopesAt({ filter: undefined, tabFilters: [] })).toEqual(['all']);
		expect(scopesAt({ filter: undefined, tabFilters: [3] })).toEqual(['tab', 'all']);
		expect(scopesAt({ filter: 3, tabFilters: [3, 4] })).toEqual(['filter', 'tab', 'all']);
	});

	it('name the filters under which they hide; everywhere names none', () => {
		const place = { filter: 3, tabFilters: [3, 4] };
		expect(filtersOfScope('filter', place)).toEqual([3]);
		expect(filtersOfScope('tab', place)).toEqual([3, 4]);
		expect(filtersOfScope('all', place)).toBeUndefined();
		expect([nearestScope(place), nearestScope({ filter: undefined })]).toEqual(['filter', 'all']);
	});
});

describe('stars', () => {
	const list = {
		total_count: 2,
		items: [
			{ ticker_id: 1, favorite: false },
			{ ticker_id: 2, favorite: true },
		],
	};

	it('change in lists and in details, and leave every other answer as it is', () => {
		expect(withStar(list, 1, true)).toEqual({ ...list, items: [{ ticker_id: 1, favorite: true }, list.items[1]] });
		expect(withStar({ ticker_id: 1, favorite: false, name: 'A' }, 1, true)).toEqual({ ticker_id: 1, favorite: true, name: 'A' });
		for (const answer of [undefined, null, 7, { items: [{ id: 1 }] }]) expect(withStar(answer, 1, true)).toBe(answer);
	});

	it('give the same object where nothing changes', () => {
		expect(withStar(list, 2, true)).toBe(list);
		expect(withStar(list, 3, true)).toBe(list);
	});
});

describe('the report that is wanted', () => {
	const none = { report: undefined, version: undefined };

	it('is the one of the address before all others', () => {
		expect(wantedReport({ report: 'R', version: 2 }, { reading: 'T', waiting: 1 })).toEqual({ reading: 'R', date: 'R', version: 2 });
	});

	it('is the newest, and is asked for by name once a newer one is out', () => {
		expect(wantedReport(none, { reading: 'T', waiting: undefined })).toEqual({ reading: 'T', date: undefined, version: undefined });
		expect(wantedReport(none, { reading: 'T', waiting: 1 })).toEqual({ reading: 'T', date: 'T', version: undefined });
	});

	it('waits until it is known; before the first report it is none', () => {
		expect(wantedReport(none, { reading: undefined, waiting: undefined })).toBeUndefined();
		expect(wantedReport(none, { reading: null, waiting: 1 })).toEqual({ reading: null, date: undefined, version: undefined });
	});
});

describe('the landing page’s list', () => {
	it('is of the first two caps of all', () => {
		expect(LANDING_CAPS).toEqual(CAPS.slice(0, 2).map(({ name }) => name));
		expect(LANDING_CAPS).toEqual(['mega_cap', 'large_cap']);
	});
});
