import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import { type AccountState, getEffectiveRole, licenceAt, type Role } from './account.ts';

/** The account behind a call, with its rights at the time of the call. */
export interface CallerAccount {
	readonly id: string;
	readonly role: Role;
	/** The current licence; null before the address is confirmed and after the licence expires. */
	readonly licence: Licence | null;
	/** Id of the session; null for calls with a personal key. */
	readonly session: string | null;
}

/** Returns the licence that decides what an account sees: administrators have full access, accounts without a licence the access of `basic`. */
export function licenceOf({ licence, role }: CallerAccount): Licence {
	return role === 'admin' ? 'pro' : (licence ?? 'basic');
}

/** Who makes a call. `account` is null for visitors. */
export interface Caller {
	/** Result of `ipBucketOf` for the caller's IP. */
	readonly ipBucket: string;
	readonly account: CallerAccount | null;
	/** Set for calls with a personal key: its remaining quota. */
	readonly quota?: QuotaState;
}

export function createCallerAccount(state: AccountState, id: string, session: string | null, now: UtcMs): CallerAccount {
	return {
		id,
		role: getEffectiveRole(state),
		licence: licenceAt(state, now),
		session,
	};
}

/** Returns the account behind a personal key, with the account's licence but never administrator rights. */
export function createKeyAccount(state: AccountState, id: string, now: UtcMs): CallerAccount {
	return {
		...createCallerAccount(state, id, null, now),
		role: 'user',
	};
}

/** Access levels of a caller; each level includes the levels before it. */
export const ACCESS_LEVELS = ['public', 'user', 'basic', 'premium', 'pro', 'admin'] as const;
type AccessLevel = (typeof ACCESS_LEVELS)[number];

/** The minimum level for each action: calls and screens consult no other table. */
export const ACTIONS = {
	// the access levels declared by calls in the contract
	'call public': 'public',
	'call user': 'user',
	'call licence': 'basic',
	'call admin': 'admin',
	// screens
	'open landing': 'public',
	'open top': 'public',
	'open public ticker': 'public',
	'open prices': 'public',
	'open profile': 'user',
	'open messages': 'user',
	'open reports': 'basic',
	'open filter settings': 'basic',
	'open favourites': 'basic',
	'open frozen list': 'basic',
	'open target lists': 'basic',
	'open ticker history': 'basic',
	'open ticker validation': 'basic',
	'open admin': 'admin',
	// features; report slots have their own rule, reports/licence-gate
	'receive live reports': 'basic',
	'save filters': 'basic',
	'see visible depth': 'admin',
	'open forecast history': 'admin',
	'edit built-in filters': 'admin',
} as const satisfies Record<string, AccessLevel>;
export type Action = keyof typeof ACTIONS;

export function accessLevelOf({ account }: Pick<Caller, 'account'>): AccessLevel {
	if (account === null) return 'public';
	return account.role === 'admin' ? 'admin' : (account.licence ?? 'user');
}

export function isAllowed(caller: Pick<Caller, 'account'>, action: Action): boolean {
	return ACCESS_LEVELS.indexOf(accessLevelOf(caller)) >= ACCESS_LEVELS.indexOf(ACTIONS[action]);
}

/** Calls counted per window. A window begins with the first call after the previous window ended. */
export interface Quota {
	/** Calls allowed per window. */
	readonly limit: number;
	/** Length of a window, in milliseconds. */
	readonly window: number;
	/** Remaining calls in the current window; below 0, this call exceeds the limit. */
	readonly left: number;
	/** The first instant after the current window. */
	readonly endsAt: UtcMs;
}

/** Computes the quota after another call; `previous` is undefined for the first call. */
export function countCall(previous: Quota | undefined, limit: number, windowMs: number, now: UtcMs): Quota {
	return previous === undefined || now >= previous.endsAt
		? { limit, window: windowMs, left: limit - 1, endsAt: (now + windowMs) as UtcMs }
		: { ...previous, left: Math.max(previous.left - 1, -1) };
}

/** The quota left to a caller. `policy` names the limit: 'key', 'address', or 'call' for a call's own limit; `seconds`: time until the window ends. */
export type QuotaState = Pick<Quota, 'limit' | 'window' | 'left'> & { readonly policy: string; readonly seconds: number };

/** Returns the whole seconds until the window ends, at least 1. */
export function secondsLeft({ endsAt }: Pick<Quota, 'endsAt'>, now: UtcMs): number {
	return Math.max(1, Math.ceil((endsAt - now) / 1_000));
}
