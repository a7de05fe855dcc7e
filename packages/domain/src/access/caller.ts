import type { Licence } from '../reports/licence.ts';
import type { UtcMs } from '../time/units.ts';
import { licenceAt, type Role, roleAt, type Standing } from './account.ts';
import type { QuotaTold } from './quota.ts';

/** The account behind a call, as it was when the call came. */
export interface CallerAccount {
	readonly id: string;
	readonly role: Role;
	/** The licence in force: null before confirmation and after its end. */
	readonly licence: Licence | null;
	readonly session: string | null;
}

/** What an account may open by its standing: administrators everything. */
export const licenceOf = ({ licence, role }: CallerAccount): Licence => (role === 'admin' ? 'pro' : (licence ?? 'basic'));

/** Who asks; a visitor has no account. */
export interface Caller {
	/** What `addressBucket` made of the IP. */
	readonly address: string;
	readonly account: CallerAccount | null;
	/** Where it calls with a personal key: what that may still call. */
	readonly quota?: QuotaTold;
}

export const callerAccount = (standing: Standing, id: string, session: string | null, now: UtcMs): CallerAccount => ({
	id,
	role: roleAt(standing),
	licence: licenceAt(standing, now),
	session,
});

/** Who calls with a personal key: the account's own licence, and never an administrator. */
export const keyAccount = (standing: Standing, id: string, now: UtcMs): CallerAccount => ({
	...callerAccount(standing, id, null, now),
	role: 'user',
});
