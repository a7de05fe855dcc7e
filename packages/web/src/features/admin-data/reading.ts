import type { AdminSearch } from '../../entities/administration/links.ts';
import type { Reading } from './queries.ts';

/** The reading options of a file, named as in the address and the call. */
export const READING_KEYS = [
	'zone',
	'interval',
	'stamp',
	'dates',
	'format',
	'symbol_from',
	'symbol',
	'as_of',
] as const satisfies readonly (keyof Reading)[];
export type ReadingKey = (typeof READING_KEYS)[number];

/** The options in the address; the call rejects unknown values. */
export function readingOf(search: AdminSearch): Reading {
	return Object.fromEntries(READING_KEYS.flatMap((key) => (search[key] ? [[key, search[key]]] : [])));
}
