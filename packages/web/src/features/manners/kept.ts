/** The reader's answers: stored in this browser; if it refuses, for this tab; if that fails too, until the page is closed. */
import { keepInSession, keptInSession } from '../../lib/session-kept.ts';
import type { StoredKey } from '../../lib/storage-keys.ts';
import { readStored, writeStored } from '../../lib/stored.ts';

const onThisPage = new Map<StoredKey, unknown>();

export const kept = <T>(key: StoredKey, read: (value: unknown) => T | undefined): T | undefined =>
	readStored(key, read) ?? read(keptInSession(key)) ?? read(onThisPage.get(key));

export const keep = (key: StoredKey, value: unknown): void => {
	writeStored(key, value);
	if (readStored(key, (stored) => stored) !== undefined) return;
	keepInSession(key, value);
	onThisPage.set(key, value);
};

export const isTrue = (value: unknown): true | undefined => (value === true ? true : undefined);
