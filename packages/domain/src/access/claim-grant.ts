import { LICENCES, type Licence } from '../reports/licence.ts';
import type { AccountState } from './account.ts';

/** What a group of another system gives, the most first. `user` gives an account and leaves its licence as it is. */
export const GROUP_GRANTS = ['admin', ...LICENCES.toReversed(), 'user'] as const;
export type GroupGrant = 'admin' | Licence | 'user';

export interface GroupRule {
	/** As the other system names it; '*': every user. */
	readonly group: string;
	readonly grant: GroupGrant;
}

/** The most that one of the groups gives; undefined: no account. */
export function grantOfGroups(groups: readonly string[], rules: readonly GroupRule[]): GroupGrant | undefined {
	const grants = rules.filter(({ group }) => group === '*' || groups.includes(group)).map(({ grant }) => grant);
	return GROUP_GRANTS.find((grant) => grants.includes(grant));
}

/** The fields of an account that a grant sets. */
export function stateOfGrant(grant: GroupGrant): Partial<Pick<AccountState, 'role' | 'license' | 'licenseExpires'>> {
	if (grant === 'admin') return { role: 'admin' };
	return grant === 'user' ? { role: 'user' } : { role: 'user', license: grant, licenseExpires: null };
}
