import { LRUCache } from 'lru-cache';

const MAX_PAIRS = 500;
/** Maximum number of cached query strings, and their maximum total characters. Readers repeat the same queries. */
const CACHED_QUERIES = 2_000;
const MAX_CACHED_CHARACTERS = 600_000;
/** Maximum characters of a cached query, enough for one that names every ticker of all top tables. */
const MAX_CACHED_LENGTH = 1_500;

/**
 * Parses a query string: `key[]` means `key`, repeated keys become arrays, and an empty value or the word null becomes null. Ignores pairs after the
 * 500th.
 */
export function parseQuery(text: string): Readonly<Record<string, unknown>> {
	const query: Record<string, unknown> = Object.create(null);
	let pairs = 0;
	for (const [name, raw] of new URLSearchParams(text)) {
		if (++pairs > MAX_PAIRS) break;
		const key = name.endsWith('[]') ? name.slice(0, -2) : name;
		const value = raw === '' || raw === 'null' ? null : raw;
		const existing = query[key];
		query[key] = existing === undefined ? value : Array.isArray(existing) ? [...existing, value] : [existing, value];
	}
	return query;
}

/** Creates `parseQuery` with a cache: equal texts give the same frozen object, so that results can be cached by it. */
export function createQueryParser(): (text: string) => Record<string, unknown> {
	const sizeCalculation = (_query: object, text: string): number => text.length + 1;
	const cache = new LRUCache<string, Record<string, unknown>>({
		max: CACHED_QUERIES,
		maxSize: MAX_CACHED_CHARACTERS,
		maxEntrySize: MAX_CACHED_LENGTH,
		sizeCalculation,
	});
	return (text) => {
		const cached = cache.get(text);
		if (cached) return cached;
		const query = Object.freeze(parseQuery(text));
		cache.set(text, query);
		return query;
	};
}
