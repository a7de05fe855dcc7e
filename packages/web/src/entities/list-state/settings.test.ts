import { describe, expect, it } from 'vitest';
import {
	putSettings,
	restoreStrategy,
	restoreTab,
	type SettingsEntry,
	toSettingsEntry,
	unsavedSettings,
	withSettings,
} from './settings.ts';
import { DEFAULT_STATE, withChoice, withPage, withTab } from './state.ts';

const busy = withChoice({ ...DEFAULT_STATE, filter: 7, timeframe: 'day' }, { marketcap: ['mega_cap'], sort: ['volume'], favorite: true });

describe('how lists were left', () => {
	it('comes back for the same tab and timeframes, without who was shown', () => {
		const kept = [toSettingsEntry(busy)];
		expect(withSettings(DEFAULT_STATE, kept)).toEqual({ ...busy, choice: { ...busy.choice, favorite: false } });
		expect(withSettings(withTab(DEFAULT_STATE, 'free'), kept)).toEqual(withTab(DEFAULT_STATE, 'free'));
		expect(withSettings({ ...DEFAULT_STATE, strategy: 'second' }, kept)).toEqual({ ...DEFAULT_STATE, strategy: 'second' });
	});

	it('is sent only when something of it has changed', () => {
		expect(unsavedSettings(DEFAULT_STATE, [])).toBeUndefined();
		expect(unsavedSettings(withPage(busy, 4), [toSettingsEntry(busy)])).toBeUndefined();
		expect(unsavedSettings(DEFAULT_STATE, [toSettingsEntry(busy)])).toEqual(toSettingsEntry(DEFAULT_STATE));
		expect(unsavedSettings(busy, [])?.settings).toEqual({
			sort_sectors: ['volume'],
			filter_marketcaps: ['mega_cap'],
			operation: 'short',
			filter: 7,
			timeframe: 'day',
		});
	});

	it('replaces the entry of its own tab and timeframes alone', () => {
		const free = toSettingsEntry(withTab(DEFAULT_STATE, 'free'));
		const shuffled: SettingsEntry = { ...toSettingsEntry(DEFAULT_STATE), timeframes: ['one_hour', 'fifteen_minutes', 'thirty_minutes'] };
		expect(putSettings([shuffled, free], toSettingsEntry(busy))).toEqual([free, toSettingsEntry(busy)]);
	});

	it('is what another tab or other timeframes open with', () => {
		const kept = [
			toSettingsEntry({ ...withTab(DEFAULT_STATE, 'free'), operation: 'long' }),
			toSettingsEntry({ ...busy, strategy: 'third' }),
		];
		expect(restoreTab(busy, 'free', kept)).toMatchObject({ tab: 'free', operation: 'long', filter: undefined });
		expect(restoreTab(withPage(busy, 4), busy.tab, kept)).toEqual(withPage(busy, 1));
		expect(restoreStrategy(DEFAULT_STATE, 'third', kept)).toMatchObject({ strategy: 'third', filter: 7, timeframe: 'day' });
	});
});
