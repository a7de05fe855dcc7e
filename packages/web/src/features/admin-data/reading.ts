import type { AdminSearch } from '../../entities/administration/links.ts';
import type { Reading } from './queries.ts';

/** What of a file's reading may be told, under its name in the address and in the call. */
export const READING_KEYS = [
	'zone',
	'interval',
	'stamp',
	'format',
	'symbol_from',
	'symbol',
	'as_of',
] as const satisfies readonly (keyof Reading)[];
export type ReadingKey = (typeof READING_KEYS)[number];

/** What the address tells of it; the call refuses what it does not know. */
export const readingOf = (search: AdminSearch): Reading =>
	Object.fromEntries(READING_KEYS.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
