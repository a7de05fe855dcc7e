import { describe, expect, it } from 'vitest';
import { filtersOfScope, nearestScope, scopesAt } from './scopes.ts';

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
