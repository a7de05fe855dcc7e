import type { StoredKey } from './storage-keys.ts';

/** Returns a stored value of this browser tab. Undefined if there is none, if it is unreadable, or if storage is disabled. */
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
		// Storage is full or disabled: nothing is stored.
	}
}

/** Fetches a value once per browser session and stores it. `isValid` rejects other values stored under the same key. */
export async function oncePerSession<T>(key: StoredKey, fetch: () => Promise<T>, isValid: (value: unknown) => value is T): Promise<T> {
	const stored = readSessionItem(key);
	if (isValid(stored)) return stored;
	const value = await fetch();
	writeSessionItem(key, value);
	return value;
}
