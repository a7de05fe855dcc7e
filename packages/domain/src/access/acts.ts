import type { Caller } from './caller.ts';

/** Access levels of a caller; each level includes the levels before it. */
export const LEVELS = ['public', 'user', 'basic', 'premium', 'pro', 'admin'] as const;
export type Level = (typeof LEVELS)[number];

/** What each level permits: action -> minimum level. Calls and screens use only this table. */
export const ACTIONS = {
	// the access of a call, by its name in the contract
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
} as const satisfies Record<string, Level>;
export type Action = keyof typeof ACTIONS;

export function levelOf({ account }: Pick<Caller, 'account'>): Level {
	if (account === null) return 'public';
	return account.role === 'admin' ? 'admin' : (account.licence ?? 'user');
}

export function isAllowed(caller: Pick<Caller, 'account'>, act: Action): boolean {
	return LEVELS.indexOf(levelOf(caller)) >= LEVELS.indexOf(ACTIONS[act]);
}
