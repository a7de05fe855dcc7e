import type { Setting } from './queries.ts';
import { settingWords } from './words.ts';

type Named = Pick<Setting, 'name' | 'about' | 'editable'>;

/** The settings that contain each word of the search in their names or descriptions; those named in `first` come first. */
export function findSettings<T extends Named>(settings: readonly T[], search: string, first: ReadonlySet<string>): T[] {
	const searched = search.toLowerCase().split(/\s+/).filter(Boolean);
	return settings
		.filter((setting) => searched.every((word) => textOf(setting).includes(word)))
		.toSorted((a, b) => Number(first.has(b.name)) - Number(first.has(a.name)));
}

function textOf({ name, about, editable }: Named): string {
	return [name, editable ? settingWords.nameOf(name) : '', about].join(' ').toLowerCase();
}

export function isChanged({ value, fallback }: Pick<Setting, 'value' | 'fallback'>): boolean {
	return JSON.stringify(value) !== JSON.stringify(fallback);
}
