import { accountFieldsOfGrant, type GroupGrant } from '@sw/domain/access/claims';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { type Audit, PRODUCT_ACTOR } from './audit.ts';
import type { AccountRecords } from './ports.ts';

/** The role and licence that a user's groups in another system grant, with the groups and address for the audit log. */
export interface GrantChange {
	grant: GroupGrant;
	groups: readonly string[];
	address: string;
}

/** Updates role and licence to the grant. Returns the user as stored, undefined if the account no longer exists. */
export async function applyGrant(
	tx: AccountRecords,
	audit: Audit,
	user: User,
	{ grant, groups, address }: GrantChange,
): Promise<User | undefined> {
	const state = accountFieldsOfGrant(grant);
	if (Object.entries(state).every(([key, value]) => user[key as keyof User] === value)) return user;
	const updatedUser = await tx.changeUser(user.id, state);
	if (!updatedUser || updatedUser === 'taken') return undefined;
	await audit({ actor: PRODUCT_ACTOR, act: 'user.change', target: user.email, detail: { ...state, groups }, address }, tx);
	return updatedUser;
}

/** Ends the sessions, keys and pending sign-ins of a user whose groups no longer grant an account. */
export async function endAccess(tx: AccountRecords, provider: string, subject: string, now: UtcMs): Promise<void> {
	const identity = await tx.identity(provider, subject);
	if (!identity) return;
	await tx.endSessions(identity.userId);
	await tx.removeKeys(identity.userId);
	await tx.voidLinks(identity.userId, ['login', 'factor'], now);
}

/**
 * Removes all access to an account (sessions, keys, factors, links) that was created without proof that its creator owns the address. Called before the owner
 * of the address takes over the account.
 */
export async function revokeUnprovenAccess(tx: AccountRecords, { id }: Pick<User, 'id'>, now: UtcMs): Promise<void> {
	await tx.endSessions(id);
	await tx.removeKeys(id);
	await tx.removeFactors(id);
	await tx.forgetBrowsers(id);
	await tx.voidLinks(id, ['confirm', 'recovery', 'invite', 'login', 'factor'], now);
}
