import type { StoredKey } from './storage-keys.ts';

/** What this tab's session keeps under a key; undefined when it keeps nothing readable, or storage is switched off. */
const read = (key: StoredKey): unknown => {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
	} catch {
		return undefined;
	}
};

const keep = (key: StoredKey, value: unknown): void => {
	try {
		sessionStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Storage is full or switched off: it will be fetched again.
	}
};

/** An answer that is fetched once and kept for the browser session. `sound` tells it from what else may stand under the key. */
export const oncePerSession = async <T>(key: StoredKey, fetch: () => Promise<T>, sound: (value: unknown) => value is T): Promise<T> => {
	const known = read(key);
	if (sound(known)) return known;
	const fetched = await fetch();
	keep(key, fetched);
	return fetched;
};
