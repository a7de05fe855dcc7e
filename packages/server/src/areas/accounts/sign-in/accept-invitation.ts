import { createTrial } from '@sw/domain/access/account';
import { emailKey, REQUIRED_MESSAGE } from '@sw/domain/access/form-rules';
import { CLOSED_INVITATION_MESSAGES, type Invitation, invitationState } from '@sw/domain/access/invitation';
import type { User, UserChange } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import type { SecondFactor } from '../factors/second-factor.ts';
import { revokeUnprovenAccess } from '../parts/group-grant.ts';
import { createUser } from '../parts/new-user.ts';
import { refuseCommonPassword } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { isSameHash, sha256 } from '../parts/tokens.ts';
import type { SessionGrant } from '../sessions/sessions.ts';
import { createAdmission, createUnconfirmedLookup, EMAIL_TAKEN, type Registration } from './sign-up.ts';

type Parts = Pick<
	Context,
	'records' | 'hasher' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'clock' | 'randomSource' | 'audit' | 'signUpRules'
>;

export type Acceptance = Omit<Registration, 'email'> & { code: string; email?: string | undefined };

const HAS_ADMIN = 'This service already has an administrator: sign in, or ask for an invitation';

/** Returns the role and licence of an account created with the invitation. Users without a granted licence get the trial. */
export function invitationGrant({ role, license, licenseExpires }: Invitation, now: UtcMs): UserChange {
	if (license !== null) return { role, license, licenseExpires };
	return { role, ...(role === 'admin' ? {} : createTrial(now)) };
}

export function createAcceptance(parts: Parts, { openSession }: Pick<SecondFactor, 'openSession'>) {
	const { records, hasher, limits, links, mails, backgroundMail, clock, randomSource, audit } = parts;
	const admission = createAdmission(parts);
	const findOrAddUnconfirmed = createUnconfirmedLookup(randomSource);

	/**
	 * Finds an invitation; 404 if it is unknown or the code is wrong. 400 with the reason if it can't be used anymore, unless `isRepeatedUse` accepts it.
	 */
	const findInvitation = async (
		id: string,
		code: string,
		callOrigin: CallOrigin,
		isRepeatedUse: (invitation: Invitation) => Promise<boolean>,
	): Promise<Invitation> => {
		await limits.count('code address', callOrigin.address);
		const invitation = await records.invitationById(id);
		if (!invitation || !isSameHash(invitation.codeHash, sha256(code))) throw notFound('Invitation not found');
		if (!invitation.isSetup) await admission.requireNotClosed();
		const state = invitationState(invitation, clock.now());
		if (state !== 'open' && !(state === 'used' && (await isRepeatedUse(invitation))))
			throw malformed('code', CLOSED_INVITATION_MESSAGES[state]);
		if (invitation.isSetup && (await records.activeAdmins()).length > 0) throw malformed('code', HAS_ADMIN);
		return invitation;
	};

	const useInvitation = async (tx: AccountRecords, { id, isSetup }: Invitation, user: User, now: UtcMs): Promise<void> => {
		const isUsed = isSetup ? (await tx.useSetupLinks(user.id, now)).includes(id) : await tx.useInvitation(id, user.id, now);
		if (!isUsed) throw malformed('code', CLOSED_INVITATION_MESSAGES.used);
	};

	const auditUse = (tx: AccountRecords, { id, role, license }: Invitation, user: User, callOrigin: CallOrigin): Promise<void> =>
		audit(
			{ actor: user, act: 'invitation.use', target: user.email, detail: { invitation: id, role, license }, address: callOrigin.address },
			tx,
		);

	/**
	 * Creates the account for an invitation whose link was mailed to the address; the link proves the address. An unconfirmed account of the address is taken
	 * over, and its creator loses all access.
	 */
	const createVerifiedAccount = async (tx: AccountRecords, newAccount: User, now: UtcMs): Promise<User> => {
		const addedUser = await tx.addUser(newAccount);
		if (addedUser) return addedUser;
		const existing = await tx.userByEmail(newAccount.emailKey);
		if (existing?.status !== 'unconfirmed') throw createConflict();
		await revokeUnprovenAccess(tx, existing, now);
		const { email, name, passwordHash, preferences, role, license, licenseExpires, status, confirmedAt } = newAccount;
		const fields = { email, name, passwordHash, preferences, role, license, licenseExpires, status, confirmedAt, secondFactorAt: null };
		const updatedUser = await tx.changeUser(existing.id, fields);
		if (!updatedUser || updatedUser === 'taken') throw createConflict();
		return updatedUser;
	};

	const acceptVerified = async (invitation: Invitation, registration: Registration, callOrigin: CallOrigin): Promise<SessionGrant> => {
		const passwordHash = await hasher.hash(registration.password);
		const now = clock.now();
		const { email, name, language } = registration;
		return records.transaction(async (tx) => {
			const newAccount = { ...createUser(randomSource.uuid(), email, now), name, passwordHash, preferences: language ? { language } : {} };
			const user = await createVerifiedAccount(
				tx,
				{ ...newAccount, ...invitationGrant(invitation, now), status: 'active', confirmedAt: now },
				now,
			);
			await useInvitation(tx, invitation, user, now);
			if (invitation.isSetup && (await tx.activeAdmins()).length > 1) throw malformed('code', HAS_ADMIN);
			await auditUse(tx, invitation, user, callOrigin);
			return openSession(user, callOrigin, tx);
		});
	};

	/** Accepts an invitation like a sign-up: a mailed link confirms the address. Repeated calls for the same address don't count as another use. */
	const acceptUnverified = async (invitation: Invitation, registration: Registration, callOrigin: CallOrigin): Promise<void> => {
		const { email, redirectTo } = registration;
		await limits.count('mail account', emailKey(email));
		const passwordHash = await hasher.hash(registration.password);
		const { license, licenseExpires } = invitation;
		const now = clock.now();
		const link = await records.transaction(async (tx) => {
			const user = await findOrAddUnconfirmed(tx, registration, passwordHash, now);
			if (!invitation.usedBy.includes(user.id)) {
				await useInvitation(tx, invitation, user, now);
				if (license !== null) await tx.changeUser(user.id, { license, licenseExpires });
				await auditUse(tx, invitation, user, callOrigin);
			}
			return links.create('confirm', { id: user.id, email }, { passwordHash, browserHash: callOrigin.browser }, tx);
		});
		backgroundMail.send(mails.confirm(email, link, { at: now, address: callOrigin.address, redirectTo, licensed: license !== null }));
	};

	return {
		verify: (id: string, code: string, callOrigin: CallOrigin): Promise<Invitation> =>
			findInvitation(id, code, callOrigin, async () => false),

		/** `session`: null if the address must first be confirmed with a mailed link. */
		accept: async (
			id: string,
			{ code, email: requestedEmail, ...registration }: Acceptance,
			callOrigin: CallOrigin,
		): Promise<{ email: string; session: SessionGrant | null }> => {
			const isRepeatedUse = async ({ usedBy }: Invitation): Promise<boolean> => {
				const user = requestedEmail === undefined ? undefined : await records.userByEmail(emailKey(requestedEmail));
				return user?.status === 'unconfirmed' && usedBy.includes(user.id);
			};
			const invitation = await findInvitation(id, code, callOrigin, isRepeatedUse);
			const email = requestedEmail ?? invitation.email;
			if (email === null) throw malformed('email', REQUIRED_MESSAGE);
			if (invitation.emailKey !== null && invitation.emailKey !== emailKey(email))
				throw malformed('email', `This invitation is for ${invitation.email}`);
			const isEmailVerified = invitation.email !== null || invitation.isSetup;
			if (!isEmailVerified) await admission.requireAllowedDomain(email);
			refuseCommonPassword('password', registration.password, email);
			await limits.count('sign-up address', callOrigin.address);
			if (isEmailVerified) return { email, session: await acceptVerified(invitation, { ...registration, email }, callOrigin) };
			await acceptUnverified(invitation, { ...registration, email }, callOrigin);
			return { email, session: null };
		},
	};
}

function createConflict(): Problem {
	return new Problem('conflict', { errors: [{ field: 'email', message: EMAIL_TAKEN }] });
}
