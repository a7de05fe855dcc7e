import type { Setting } from './queries.ts';
import { settingWords } from './words.ts';

type Named = Pick<Setting, 'name' | 'about' | 'editable'>;

/** Finds the settings whose names or descriptions contain each word of the search. Settings named in `first` are first. */
export function findSettings<T extends Named>(settings: readonly T[], search: string, first: ReadonlySet<string>): T[] {
	const searched = search.toLowerCase().split(/\s+/).filter(Boolean);
	return settings
		.filter((setting) => searched.every((word) => textOf(setting).includes(word)))
		.toSorted((a, b) => Number(first.has(b.name)) - Number(first.has(a.name)));
}

function textOf({ name, about, editable }: Named): string {
	return [name, editable ? settingWords.nameOf(name) : '', about].join(' ').toLowerCase();
}

/** Whether a setting differs from its default. */
export function isChanged({ value, fallback }: Pick<Setting, 'value' | 'fallback'>): boolean {
	return JSON.stringify(value) !== JSON.stringify(fallback);
}
