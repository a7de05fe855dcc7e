import type { StoredKey } from './storage-keys.ts';

/** The value this tab's session stores under a key; undefined if there is none, it is unreadable, or storage is switched off. */
export function readSessionItem(key: StoredKey): unknown {
	try {
		return JSON.parse(sessionStorage.getItem(key) ?? 'null') ?? undefined;
	} catch {
		return undefined;
	}
}

export function writeSessionItem(key: StoredKey, value: unknown): void {
	try {
		sessionStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Storage is full or switched off: nothing is stored.
	}
}

/** An answer that is fetched once and cached for the browser session. `sound` rejects anything else stored under the key. */
export async function oncePerSession<T>(key: StoredKey, fetch: () => Promise<T>, sound: (value: unknown) => value is T): Promise<T> {
	const known = readSessionItem(key);
	if (sound(known)) return known;
	const fetched = await fetch();
	writeSessionItem(key, fetched);
	return fetched;
}
