import { emailKey, isEmail } from '@sw/domain/access/form-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import type { OauthProvider, ProvenIdentity } from '../../../outside/oauth/provider.ts';
import { Problem } from '../../../platform/errors.ts';
import type { Context, From } from '../context/context.ts';
import { endPrepared } from '../parts/end-prepared.ts';
import { newUser } from '../parts/new-user.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { grantOf } from '../sign-in/accept-invitation.ts';
import { createAdmission } from '../sign-in/admission.ts';
import { confirmUser } from '../sign-in/confirmation.ts';

type Parts = Pick<Context, 'clock' | 'randomSource' | 'audit' | 'signUpRules'>;

/** The account that an identity at another provider signs in to. */
export function createLinkedAccount({ clock, randomSource, audit, signUpRules }: Parts) {
	const admission = createAdmission({ signUpRules });

	const add = async (tx: AccountRecords, email: string, name: string, now: UtcMs, grant: Partial<User>): Promise<User> => {
		const fresh = newUser(randomSource.uuid(), email, now);
		const user = await tx.addUser({ ...fresh, ...confirmUser(fresh, now), ...grant, name: name.slice(0, 100).toWellFormed() });
		if (!user) throw conflict('This address already has an account: sign in again');
		return user;
	};

	/** By the same rules as a sign-up; the provider has verified the address, so an invitation for it needs no link. */
	const admitted = async (tx: AccountRecords, email: string, name: string, now: UtcMs): Promise<User> => {
		const { mode } = await signUpRules();
		const invitation = mode === 'closed' ? undefined : await tx.openInvitationFor(emailKey(email), now);
		if (!invitation) await admission.refuseStrangers(email);
		const user = await add(tx, email, name, now, invitation ? grantOf(invitation, now) : {});
		if (invitation && !(await tx.useInvitation(invitation.id, user.id, now)))
			throw conflict('Your invitation was already used: sign in again');
		return user;
	};

	/** An account whose address was never proved: another person may have set its password, which is removed with all sessions. */
	const takenOver = async (tx: AccountRecords, prepared: User, now: UtcMs): Promise<User> => {
		await endPrepared(tx, prepared, now);
		const changed = await tx.changeUser(prepared.id, { ...confirmUser(prepared, now), passwordHash: null });
		if (!changed || changed === 'taken') throw conflict('This address already has an account: sign in again');
		return changed;
	};

	/**
	 * A new identity needs an address that the provider has verified. It opens an existing account with that address only if the operator allows it;
	 * where the provider's groups decide, they also decide who gets a new account.
	 */
	return async (tx: AccountRecords, provider: OauthProvider, proven: ProvenIdentity, { address }: From): Promise<User> => {
		const { name, label, rules, linksByEmail } = provider;
		const { subject, email } = proven;
		const linked = await tx.identity(name, subject);
		const owner = linked && (await tx.userById(linked.userId));
		if (owner) return owner;
		if (email === null || !isEmail(email) || !proven.emailVerified) throw conflict(`${label} hasn't verified your e-mail address`);
		const now = clock.now();
		const found = await tx.userByEmail(emailKey(email));
		const isPrepared = found?.status === 'unconfirmed';
		if (found && !isPrepared && !linksByEmail)
			throw conflict(`This address already has an account, which ${label} doesn't open: sign in to it another way, or ask the operator`);
		const user = isPrepared
			? await takenOver(tx, found, now)
			: (found ?? (await (rules === null ? admitted(tx, email, proven.name, now) : add(tx, email, proven.name, now, {}))));
		await tx.addIdentity({ provider: name, subject, userId: user.id, email, createdAt: now });
		await audit({ actor: user, act: 'oauth.link', target: user.email, detail: { provider: name }, address }, tx);
		return user;
	};
}

function conflict(detail: string): Problem {
	return new Problem('conflict', { detail });
}
