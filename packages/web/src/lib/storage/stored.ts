import type { StoredKey } from './storage-keys.ts';

/** Returns a stored value of this browser. Undefined if there is none, if `read` rejects it, or if storage is disabled. */
export function readStored<T>(key: StoredKey, read: (value: unknown) => T | undefined): T | undefined {
	try {
		const text = localStorage.getItem(key);
		return text === null ? undefined : read(JSON.parse(text));
	} catch {
		return undefined;
	}
}

/** Stores a value, if storage is available. */
export function writeStored(key: StoredKey, value: unknown): void {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Storage is full or disabled.
	}
}
