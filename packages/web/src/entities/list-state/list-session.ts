import { type ListSearch, readListState } from './search.ts';
import { putSettings, type SettingsEntry, unsavedSettings, withSettings } from './settings.ts';
import type { ListState } from './state.ts';

/** Known about a reader besides the address: stored list settings, and whether this visit has opened a list. */
export interface ListSession {
	kept: readonly SettingsEntry[];
	begun: boolean;
}

/**
 * The list to which an address leads. It depends only on the address, except that a bare address at the start of a visit redirects to the stored
 * list, so that the address describes what is shown.
 */
export function openListSession(search: ListSearch, { kept, begun }: ListSession): { state: ListState; redirected: boolean } {
	const { state } = readListState(search);
	if (begun || Object.keys(search).length > 0) return { state, redirected: false };
	const left = withSettings(state, kept);
	return { state: left, redirected: JSON.stringify(left) !== JSON.stringify(state) };
}

/** What is stored after a choice or a clear. Opening, reloading and going back store nothing. */
export function settingsAfter(state: ListState, kept: readonly SettingsEntry[]): readonly SettingsEntry[] {
	const entry = unsavedSettings(state, kept);
	return entry ? putSettings(kept, entry) : kept;
}
