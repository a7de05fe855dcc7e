import type { StoredKey } from './storage-keys.ts';

/** What this browser keeps under a key; undefined when it keeps nothing that `read` knows, or storage is switched off. */
export const readStored = <T>(key: StoredKey, read: (value: unknown) => T | undefined): T | undefined => {
	try {
		const text = localStorage.getItem(key);
		return text === null ? undefined : read(JSON.parse(text));
	} catch {
		return undefined;
	}
};

/** Keeps a value; without storage nothing is remembered. */
export const writeStored = (key: StoredKey, value: unknown): void => {
	try {
		localStorage.setItem(key, JSON.stringify(value));
	} catch {
		// Storage is full or switched off.
	}
};
