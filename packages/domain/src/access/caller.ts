import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import { type AccountState, licenceAt, type Role, roleAt } from './account.ts';
import type { QuotaState } from './quota.ts';

/** The account behind a call, as of the call. */
export interface CallerAccount {
	readonly id: string;
	readonly role: Role;
	/** The current licence: null before confirmation and after its end. */
	readonly licence: Licence | null;
	readonly session: string | null;
}

/** The licence an account can use: administrators have full access. */
export function licenceOf({ licence, role }: CallerAccount): Licence {
	return role === 'admin' ? 'pro' : (licence ?? 'basic');
}

/** The caller; a visitor has no account. */
export interface Caller {
	/** Result of `addressBucket` for the IP. */
	readonly address: string;
	readonly account: CallerAccount | null;
	/** Set for calls with a personal key: its remaining quota. */
	readonly quota?: QuotaState;
}

export function callerAccount(state: AccountState, id: string, session: string | null, now: UtcMs): CallerAccount {
	return {
		id,
		role: roleAt(state),
		licence: licenceAt(state, now),
		session,
	};
}

/** The caller of a personal key: the account's own licence, but never an administrator. */
export function keyAccount(state: AccountState, id: string, now: UtcMs): CallerAccount {
	return {
		...callerAccount(state, id, null, now),
		role: 'user',
	};
}
