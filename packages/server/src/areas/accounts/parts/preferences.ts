import { type PALETTES, preferences, type THEMES } from '@sw/contract/accounts/schemas';
import { type Language, SOURCE_LANGUAGE } from '@sw/domain/outreach/languages';
import { PRESET_LINKS, type TickerLink } from '@sw/domain/prices/symbol';

export interface Preferences {
	theme: (typeof THEMES)[number];
	palette: (typeof PALETTES)[number];
	language: Language;
	notices: { mail: boolean };
	links: TickerLink[];
}

export const DEFAULT_PREFERENCES: Preferences = {
	theme: 'auto',
	palette: 'green-up',
	language: SOURCE_LANGUAGE,
	notices: { mail: false },
	links: [...PRESET_LINKS],
};

/** Returns the stored preferences, with defaults for missing or obsolete values. */
export function readPreferences(stored: unknown): Preferences {
	const merged = { ...DEFAULT_PREFERENCES, ...(stored as Partial<Preferences> | null) };
	const parsed = preferences.safeParse(merged);
	return parsed.success ? parsed.data : DEFAULT_PREFERENCES;
}
