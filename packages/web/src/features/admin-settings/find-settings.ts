import type { Setting } from './queries.ts';
import { settingWords } from './words.ts';

type SearchableSetting = Pick<Setting, 'name' | 'about' | 'editable'>;

/** Finds the settings whose names or descriptions contain each word of the search. Settings named in `pinned` come first. */
export function findSettings<T extends SearchableSetting>(settings: readonly T[], search: string, pinned: ReadonlySet<string>): T[] {
	const searchWords = search.toLowerCase().split(/\s+/).filter(Boolean);
	return settings
		.filter((setting) => searchWords.every((word) => createSearchText(setting).includes(word)))
		.toSorted((a, b) => Number(pinned.has(b.name)) - Number(pinned.has(a.name)));
}

function createSearchText({ name, about, editable }: SearchableSetting): string {
	return [name, editable ? settingWords.nameOf(name) : '', about].join(' ').toLowerCase();
}

/** Whether a setting differs from its default. */
export function isChanged({ value, fallback }: Pick<Setting, 'value' | 'fallback'>): boolean {
	return JSON.stringify(value) !== JSON.stringify(fallback);
}
