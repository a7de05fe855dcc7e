import { type PALETTES, preferences, type THEMES } from '@sw/contract/accounts-pieces';

export interface Preferences {
	theme: (typeof THEMES)[number];
	palette: (typeof PALETTES)[number];
	notices: { mail: boolean };
}

export const DEFAULT_PREFERENCES: Preferences = { theme: 'auto', palette: 'green-up', notices: { mail: false } };

/** What is stored, with the default for whatever is missing or no longer known. */
export const readPreferences = (stored: unknown): Preferences => {
	const merged = { ...DEFAULT_PREFERENCES, ...(stored as Partial<Preferences> | null) };
	const parsed = preferences.safeParse(merged);
	return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
};
