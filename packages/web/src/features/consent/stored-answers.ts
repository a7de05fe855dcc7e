/** Stores the reader's answers in local storage. If that fails, keeps them for the browser tab, or else until the page is closed. */
import { readSessionItem, writeSessionItem } from '../../lib/storage/session-storage.ts';
import type { StoredKey } from '../../lib/storage/storage-keys.ts';
import { readStored, writeStored } from '../../lib/storage/stored.ts';

const answersInMemory = new Map<StoredKey, unknown>();

export function readAnswer<T>(key: StoredKey, parse: (value: unknown) => T | undefined): T | undefined {
	return readStored(key, parse) ?? parse(readSessionItem(key)) ?? parse(answersInMemory.get(key));
}

export function storeAnswer(key: StoredKey, value: unknown): void {
	writeStored(key, value);
	if (readStored(key, (stored) => stored) !== undefined) return;
	writeSessionItem(key, value);
	answersInMemory.set(key, value);
}

export function isTrue(value: unknown): true | undefined {
	return value === true ? true : undefined;
}
