import { DAY, MINUTE, type UtcMs } from '../time/units.ts';
import type { User } from './user.ts';

/** Scopes of a personal key. None includes administration or account changes. */
export const KEY_SCOPES = ['lists:read', 'account:read', 'filters:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** Prefix of every key, so that users and secret scanners recognize keys. */
export const KEY_PREFIX = 'swk_';
/** Maximum number of keys per account. */
export const MAX_KEYS_PER_ACCOUNT = 20;
/** Maximum lifetime of a key. */
export const MAX_KEY_DAYS = 365;
/** Calls allowed per key and window. */
export const KEY_CALLS_PER_WINDOW = 300;
export const KEY_WINDOW_MS = MINUTE;
/** `usedAt` is written at most once per this interval. */
export const KEY_USE_RECORD_INTERVAL_MS = MINUTE;

/** A personal key: gives access to its scopes, with the account's licence at the time of the call. */
export interface ApiKey {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	/** SHA-256 of the key; the key itself is never stored. */
	readonly keyHash: Uint8Array;
	/** The last characters of the key, so that the owner recognizes it. */
	readonly tail: string;
	readonly scopes: readonly KeyScope[];
	readonly createdAt: UtcMs;
	/** The first instant at which the key is no longer valid. */
	readonly expiresAt: UtcMs;
	/** Last use; accurate to KEY_USE_RECORD_INTERVAL_MS. */
	readonly usedAt: UtcMs | null;
}

export interface UserKey {
	readonly key: ApiKey;
	readonly user: User;
}

export function computeKeyExpiry(now: UtcMs, days: number): UtcMs {
	return (now + days * DAY) as UtcMs;
}

/** Whether the key can be used: it hasn't expired and the owner isn't blocked. */
export function isActiveKey({ key, user }: UserKey, now: UtcMs): boolean {
	return key.expiresAt > now && user.status !== 'blocked';
}
