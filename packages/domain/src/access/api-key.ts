import { DAY, MINUTE, type UtcMs } from '../time/units.ts';
import type { User } from './user.ts';

/** What a personal key may be used for. Administration and changes of the account are in none of them. */
export const KEY_SCOPES = ['lists:read', 'account:read', 'filters:write'] as const;
export type KeyScope = (typeof KEY_SCOPES)[number];

/** What a key begins with, so that people and programs that look for lost secrets know it for one. */
export const KEY_PREFIX = 'swk_';
/** Keys that one account may hold. */
export const KEYS_ALLOWED = 20;
/** The longest life of a key, in days. */
export const KEY_DAYS_MOST = 365;
/** Calls that one key may make in a window. */
export const KEY_CALLS = 300;
export const KEY_WINDOW = MINUTE;
/** A key that goes on being used is noted as used that often. */
export const KEY_NOTED_EVERY = MINUTE;

/** A personal key: it opens what its scopes name, with the licence that its account has when it calls. */
export interface ApiKey {
	readonly id: string;
	readonly userId: string;
	readonly name: string;
	/** SHA-256 of the key, which is never kept. */
	readonly keyHash: Uint8Array;
	/** The last letters of the key, by which its owner knows it. */
	readonly tail: string;
	readonly scopes: readonly KeyScope[];
	readonly createdAt: UtcMs;
	/** The first instant at which it opens nothing. */
	readonly expiresAt: UtcMs;
	/** Noted at most once in KEY_NOTED_EVERY. */
	readonly usedAt: UtcMs | null;
}

export interface KeyOfUser {
	readonly key: ApiKey;
	readonly user: User;
}

export const keyEnd = (now: UtcMs, days: number): UtcMs => (now + days * DAY) as UtcMs;

/** Whether it opens anything at all now. */
export const isLiving = ({ key, user }: KeyOfUser, now: UtcMs): boolean => key.expiresAt > now && user.status !== 'blocked';
