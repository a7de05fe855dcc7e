import { createTrial } from '@sw/domain/access/account';
import type { AccountLink } from '@sw/domain/access/account-link';
import { emailKey } from '@sw/domain/access/form-rules';
import type { User, UserChange } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import type { CreatedLink } from '../parts/mails.ts';
import { refuseCommonPassword, unprocessable } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { isSameHash } from '../parts/tokens.ts';
import { createAdmission } from './sign-up.ts';

type Parts = Pick<Context, 'records' | 'hasher' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'clock' | 'signUpRules'>;

export const LINK_GONE = 'The link was already used or has expired';
export const WRONG_CODE = 'The code is wrong';
const OTHER_BROWSER = 'The link was requested in another browser: enter the password of the account';
const OR_A_NEW_ONE = 'or choose a new one';
const NOT_THE_PASSWORD = "This isn't the password chosen with this link";

/** Returns the changes when an address is first confirmed: the account becomes active and gets the trial. A blocked account stays blocked. */
export function confirmationChanges(user: User, now: UtcMs): UserChange {
	if (user.confirmedAt !== null) return user.status === 'unconfirmed' ? { status: 'active' } : {};
	const licence = user.license === null ? createTrial(now) : {};
	return { confirmedAt: now, ...(user.status === 'unconfirmed' ? { status: 'active', ...licence } : {}) };
}

/** What a user sends to complete a confirmation link. */
export interface Completion {
	code: string;
	/** The password chosen at sign-up, to prove that the account belongs to the person who opened the link. */
	password?: string | undefined;
	newPassword?: string | undefined;
	/** Id of the account that the browser is signed in to. */
	signedInUserId: string | null;
}

/** Hash of the account's new password, if it changes, and whether its other sessions end. */
interface PasswordOutcome {
	passwordHash?: string;
	endsSessions: boolean;
}

export function createConfirmation(parts: Parts) {
	const { records, hasher, limits, links, mails, backgroundMail, clock } = parts;
	const mailChangeLink = createEmailChange(parts);

	const mailLink = async (user: User, email: string, callOrigin: CallOrigin): Promise<{ email: string; expires: UtcMs }> => {
		await limits.count('mail account', emailKey(email));
		await limits.count('mail address', callOrigin.address);
		const link = await links.create('confirm', { id: user.id, email }, { browserHash: callOrigin.browser });
		backgroundMail.send(mails.confirm(email, link, { at: clock.now(), address: callOrigin.address }));
		return { email, expires: link.expires };
	};

	const requireUnconfirmed = async (userId: string): Promise<User> => {
		const user = await records.userById(userId);
		if (!user) throw new Problem('unauthenticated');
		if (user.status !== 'unconfirmed') throw createConflict('email', 'This address is already confirmed');
		return user;
	};

	/**
	 * Checks that the person who opened the link created the account: by the requesting browser or the password. If a stranger created it, the owner of the
	 * address has neither, and chooses a new password. 422 names what is required.
	 */
	const checkOwner = async (
		link: AccountLink,
		user: User,
		{ password, newPassword, signedInUserId }: Completion,
		callOrigin: CallOrigin,
	): Promise<PasswordOutcome> => {
		const expectedHash = link.passwordHash ?? user.passwordHash;
		const outcome: PasswordOutcome =
			link.passwordHash === null || link.passwordHash === user.passwordHash
				? { endsSessions: false }
				: { passwordHash: link.passwordHash, endsSessions: true };
		const isUnconfirmed = user.confirmedAt === null;
		if (callOrigin.browser !== null && isSameHash(link.browserHash, callOrigin.browser)) return outcome;
		if (signedInUserId === user.id && !isUnconfirmed) return outcome;
		if (newPassword !== undefined && isUnconfirmed) {
			refuseCommonPassword('new_password', newPassword, link.email);
			return { passwordHash: await hasher.hash(newPassword), endsSessions: true };
		}
		if (password !== undefined) {
			await limits.count('password account', user.id);
			if (!(await hasher.matches(expectedHash, password))) throw unprocessable('password', NOT_THE_PASSWORD);
			await limits.forget('password account', user.id);
			return outcome;
		}
		const errors = [{ field: 'password', message: OTHER_BROWSER }];
		throw new Problem('unprocessable', { errors: isUnconfirmed ? [...errors, { field: 'new_password', message: OR_A_NEW_ONE }] : errors });
	};

	/** Uses the link, confirms the address and, if `endsSessions`, ends the account's sessions and keys. Returns the user as it was before. */
	const applyConfirmation = async (
		tx: AccountRecords,
		link: AccountLink,
		{ endsSessions, ...password }: PasswordOutcome,
		now: UtcMs,
	): Promise<User> => {
		const previousUser = await tx.userById(link.userId);
		if (!previousUser || !(await tx.useLink(link, now))) throw notFound(LINK_GONE);
		const key = emailKey(link.email);
		const changesEmail = previousUser.emailKey !== key;
		const emailOwner = changesEmail ? await tx.userByEmail(key) : undefined;
		// Another account signed up with this address and never confirmed it.
		if (emailOwner?.status === 'unconfirmed') await tx.removeUser(emailOwner.id);
		const updatedUser = await tx.changeUser(previousUser.id, {
			...confirmationChanges(previousUser, now),
			email: link.email,
			emailKey: key,
			...password,
		});
		if (updatedUser === 'taken' || !updatedUser) throw notFound('This address now belongs to another account');
		// Mail delivery may have stopped because the previous mailbox rejected it.
		if (link.email !== previousUser.email) await tx.restartChannel(previousUser.id, 'mail');
		if (endsSessions) {
			await tx.endSessions(previousUser.id);
			await tx.removeKeys(previousUser.id);
			await tx.forgetBrowsers(previousUser.id);
		}
		await tx.voidLinks(
			previousUser.id,
			changesEmail || endsSessions ? ['confirm', 'recovery', 'invite', 'login', 'factor'] : ['confirm'],
			now,
		);
		return previousUser;
	};

	return {
		/** Mails the link; 409 when there is nothing to confirm. */
		start: async (userId: string, callOrigin: CallOrigin) => {
			const user = await requireUnconfirmed(userId);
			return mailLink(user, user.email, callOrigin);
		},

		/** Sends the link again, or to another address if the first was mistyped at sign-up. Links to a replaced address become void. */
		resend: async (userId: string, email: string | undefined, callOrigin: CallOrigin) => {
			const user = await requireUnconfirmed(userId);
			if (email === undefined || emailKey(email) === user.emailKey) return mailLink(user, user.email, callOrigin);
			const { expires } = await mailChangeLink(user, email, 'confirm', callOrigin);
			return { email, expires };
		},

		/** 404 for a used, expired or unknown link; 422 for a wrong code, or if neither the browser nor a password proves the user. */
		complete: async (id: string, completion: Completion, callOrigin: CallOrigin): Promise<{ email: string }> => {
			await limits.count('code address', callOrigin.address);
			const link = await links.check(id, ['confirm'], completion.code);
			if (!link) throw notFound(LINK_GONE);
			if (link === 'wrong') throw unprocessable('code', WRONG_CODE);
			const user = await records.userById(link.userId);
			if (!user) throw notFound(LINK_GONE);
			const outcome = await checkOwner(link, user, completion, callOrigin);
			const now = clock.now();
			const previousUser = await records.transaction((tx) => applyConfirmation(tx, link, outcome, now));
			if (previousUser.confirmedAt !== null && previousUser.emailKey !== emailKey(link.email)) {
				backgroundMail.send(mails.emailChanged(previousUser.email, link.email, { at: now, address: callOrigin.address }));
			}
			return { email: link.email };
		},

		expire: async (userId: string): Promise<{ voided: number }> => ({ voided: await records.voidLinks(userId, ['confirm'], clock.now()) }),
	};
}

function createConflict(field: string, message: string): Problem {
	return new Problem('conflict', { errors: [{ field, message }] });
}

type EmailChangeParts = Pick<Context, 'records' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'clock' | 'signUpRules'>;

/**
 * Mails the link that changes the account's address to `email`; earlier links become void. If the address belongs to another account, its owner is
 * notified instead, with the same response in the same time. 400 for an address at a domain that can't sign up.
 */
export function createEmailChange({ records, limits, links, mails, backgroundMail, clock, signUpRules }: EmailChangeParts) {
	const { requireAllowedDomain } = createAdmission({ signUpRules });
	return async (user: User, email: string, template: 'confirm' | 'newAddress', callOrigin: CallOrigin): Promise<CreatedLink> => {
		await requireAllowedDomain(email);
		await limits.count('address account', user.id);
		await limits.count('mail account', emailKey(email));
		await limits.count('mail address', callOrigin.address);
		const at = clock.now();
		await records.voidLinks(user.id, ['confirm'], at);
		const link = await links.create('confirm', { id: user.id, email }, { browserHash: callOrigin.browser });
		backgroundMail.defer('mail about a changed address', async () => {
			const owner = await records.userByEmail(emailKey(email));
			// An unconfirmed account doesn't own its address: the account that opens the link gets it.
			const isTaken = owner !== undefined && owner.id !== user.id && owner.status !== 'unconfirmed';
			const request = { at, address: callOrigin.address };
			backgroundMail.send(isTaken ? mails.emailTaken(owner.email, request) : mails[template](email, link, request));
		});
		return link;
	};
}
