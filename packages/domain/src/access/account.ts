import type { Licence } from '../reports/licence.ts';
import { DAY, type UtcMs } from '../time/units.ts';

export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

/** unconfirmed: the address isn't confirmed yet; blocked: can't sign in. */
export const USER_STATUSES = ['unconfirmed', 'active', 'blocked'] as const;
export type UserStatus = (typeof USER_STATUSES)[number];

/** The granted rights of an account; `getEffectiveRole` and `licenceAt` derive the currently valid rights. */
export interface AccountState {
	role: Role;
	status: UserStatus;
	license: Licence | null;
	/** The first instant without the licence; null: no end. */
	licenseExpires: UtcMs | null;
}

/** A confirmed address gets the basic licence for this long. */
export const TRIAL = { license: 'basic', days: 14 } as const satisfies { license: Licence; days: number };

export function createTrial(now: UtcMs): { license: Licence; licenseExpires: UtcMs } {
	return {
		license: TRIAL.license,
		licenseExpires: (now + TRIAL.days * DAY) as UtcMs,
	};
}

/** An administrator who is unconfirmed or blocked has no administrator rights. */
export function getEffectiveRole({ role, status }: AccountState): Role {
	return status === 'active' ? role : 'user';
}

/** Whether this administrator must set up a second factor first. Without it, the account has no administrator rights. */
export function mustSetUpSecondFactor(account: AccountState & { secondFactorAt: UtcMs | null }, required: boolean): boolean {
	return required && getEffectiveRole(account) === 'admin' && account.secondFactorAt === null;
}

/** Returns the licence valid at `now`. Administrators have full access; unconfirmed and blocked accounts have no licence. */
export function licenceAt(account: AccountState, now: UtcMs): Licence | null {
	if (account.status !== 'active') return null;
	if (account.role === 'admin') return 'pro';
	if (account.licenseExpires !== null && account.licenseExpires <= now) return null;
	return account.license;
}
