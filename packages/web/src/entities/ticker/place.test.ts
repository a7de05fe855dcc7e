import { describe, expect, it } from 'vitest';
import { absenceReason } from './place.ts';

const place = { place: null, listed: false, frozen: false, left: null, time: '2026-11-20T17:15:00Z' };

describe('a ticker without a place in a list', () => {
	it('left it, with the day where it was another one', () => {
		expect(absenceReason({ ...place, left: '2026-11-20T17:00:00Z' })).toBe('left this list at 12:00 ET');
		expect(absenceReason({ ...place, left: '2026-11-19T17:00:00Z' })).toBe('left this list at 11/19/2026 12:00 ET');
	});

	it('was not in it, is frozen, or is not what was chosen', () => {
		expect(absenceReason(place)).toBe('not in this list');
		expect(absenceReason({ ...place, listed: true, frozen: true })).toBe('frozen in this list');
		expect(absenceReason({ ...place, listed: true })).toBe('excluded by the list’s conditions');
		expect(absenceReason({ ...place, place: 3, listed: true })).toBeUndefined();
	});
});
