import { expect, it } from 'vitest';
import { settingsOf, withSettings } from './settings.ts';
import { DEFAULT_STATE, withChoice, withPage } from './state.ts';
import { keptAfter, opened } from './visit.ts';

const busy = withChoice({ ...DEFAULT_STATE, filter: 7 }, { marketcap: ['mega_cap'] });
const kept = [settingsOf(busy)];

it('a bare address that opens a visit leads to the list as it was left, and says so by a redirect', () => {
	expect(opened({}, { kept, begun: false })).toEqual({ state: withSettings(DEFAULT_STATE, kept), redirected: true });
	expect(opened({}, { kept: [], begun: false })).toEqual({ state: DEFAULT_STATE, redirected: false });
});

it('within a visit, or with one word in it, an address leads to what it says', () => {
	expect(opened({}, { kept, begun: true })).toEqual({ state: DEFAULT_STATE, redirected: false });
	expect(opened({ filterId: '9' }, { kept, begun: false })).toEqual({ state: { ...DEFAULT_STATE, filter: 9 }, redirected: false });
});

it('what is chosen is kept, and what is cleared; a page that is turned is neither', () => {
	expect(keptAfter(busy, [])).toEqual(kept);
	expect(keptAfter(DEFAULT_STATE, kept)).toEqual([settingsOf(DEFAULT_STATE)]);
	expect(keptAfter(withPage(busy, 4), kept)).toBe(kept);
});
