import { expect, it } from 'vitest';
import { openListSession, settingsAfter } from './opening.ts';
import { toSettingsEntry, withSettings } from './settings.ts';
import { DEFAULT_STATE, withChoice, withPage } from './state.ts';

const busy = withChoice({ ...DEFAULT_STATE, filter: 7 }, { marketcap: ['mega_cap'] });
const stored = [toSettingsEntry(busy)];

it('a bare address that opens a visit leads to the list as it was left, and says so by a redirect', () => {
	expect(openListSession({}, { stored, isOpen: false })).toEqual({ state: withSettings(DEFAULT_STATE, stored), redirected: true });
	expect(openListSession({}, { stored: [], isOpen: false })).toEqual({ state: DEFAULT_STATE, redirected: false });
});

it('within a visit, or with one word in it, an address leads to what it says', () => {
	expect(openListSession({}, { stored, isOpen: true })).toEqual({ state: DEFAULT_STATE, redirected: false });
	expect(openListSession({ filterId: '9' }, { stored, isOpen: false })).toEqual({
		state: { ...DEFAULT_STATE, filter: 9 },
		redirected: false,
	});
});

it('what is chosen is kept, and what is cleared; a page that is turned is neither', () => {
	expect(settingsAfter(busy, [])).toEqual(stored);
	expect(settingsAfter(DEFAULT_STATE, stored)).toEqual([toSettingsEntry(DEFAULT_STATE)]);
	expect(settingsAfter(withPage(busy, 4), stored)).toBe(stored);
});
