import { type ListSearch, readListState } from './search.ts';
import { putSettings, type SettingsEntry, unsaved, withSettings } from './settings.ts';
import type { ListState } from './state.ts';

/** What is known of a reader besides the address: how lists were left, and whether this visit has seen one. */
export interface Visit {
	kept: readonly SettingsEntry[];
	begun: boolean;
}

/**
 * The list to which an address leads. It is the address alone; only a bare one that opens a visit leads to the list as it was left, by a redirect,
 * so that the address says what is shown.
 */
export const opened = (search: ListSearch, { kept, begun }: Visit): { state: ListState; redirected: boolean } => {
	const { state } = readListState(search);
	if (begun || Object.keys(search).length > 0) return { state, redirected: false };
	const left = withSettings(state, kept);
	return { state: left, redirected: JSON.stringify(left) !== JSON.stringify(state) };
};

/** What is kept after a choice: what is chosen and what is cleared. Opening, reloading and walking back choose nothing. */
export const keptAfter = (state: ListState, kept: readonly SettingsEntry[]): readonly SettingsEntry[] => {
	const entry = unsaved(state, kept);
	return entry ? putSettings(kept, entry) : kept;
};
