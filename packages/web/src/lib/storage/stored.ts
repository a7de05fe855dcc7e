import type { StoredKey } from './storage-keys.ts';

/** The value this browser stores under a key; undefined if `read` rejects it or storage is switched off. */
export function readStored<T>(key: StoredKey, read: (value: unknown) => T | undefined): T | undefined {
	try {
		const text = localStorage.getItem(key);
		return text === null ? undefined : read(JSON.parse(text));
	} catch {
		return undefined;
	}
}

/** Stores a value; without storage, nothing is stored. */
export function writeStored(key: StoredKey, value: unknown): void {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Storage is full or disabled.
	}
}
