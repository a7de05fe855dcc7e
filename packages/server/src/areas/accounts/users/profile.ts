import { getEffectiveRole, licenceAt } from '@sw/domain/access/account';
import type { Session } from '@sw/domain/access/session';
import type { Expiries } from '@sw/domain/access/session-rules';
import type { LinkedIdentity } from '@sw/domain/access/sign-in-records';
import type { User } from '@sw/domain/access/user';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { refuseCommonPassword, unprocessable } from '../parts/passwords.ts';
import { type Preferences, readPreferences } from '../parts/preferences.ts';
import { createEmailChange } from '../sign-in/confirmation.ts';

type Parts = Pick<
	Context,
	'mustEnrol' | 'records' | 'hasher' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'clock' | 'audit' | 'signUpRules'
>;

export type ProfileChange = { [K in keyof Preferences]?: Preferences[K] | undefined } & {
	email?: string | undefined;
	password?: string | undefined;
	name?: string | undefined;
};

export interface Profile {
	user: User;
	role: ReturnType<typeof getEffectiveRole>;
	licence: ReturnType<typeof licenceAt>;
	preferences: Preferences;
	identities: LinkedIdentity[];
	pendingEmail: string | null;
	/** Whether the account must set up a second factor before it gets its rights. */
	mustEnrol: boolean;
	expiries: Expiries;
}

export const WRONG_PASSWORD = 'The current password is wrong';

export function createProfileService(parts: Parts) {
	const { records, hasher, limits, mails, backgroundMail, clock, audit, mustEnrol } = parts;
	const mailChangeLink = createEmailChange(parts);
	const requireUser = async (userId: string): Promise<User> => {
		const user = await records.userById(userId);
		if (!user) throw new Problem('unauthenticated');
		return user;
	};

	const expiriesOf = async (userId: string, sessionId: string): Promise<Expiries> => {
		const storedSession = (await records.sessionsOf(userId, clock.now())).find(({ id }) => id === sessionId);
		if (!storedSession) throw new Problem('unauthenticated');
		return { access: storedSession.accessExpires, refresh: storedSession.refreshExpires };
	};

	const readProfile = async (userId: string, sessionId: string): Promise<Profile> => {
		const now = clock.now();
		const [user, identities, pendingEmail, expiries] = await Promise.all([
			requireUser(userId),
			records.identitiesOf(userId),
			records.pendingEmail(userId, now),
			expiriesOf(userId, sessionId),
		]);
		const preferences = readPreferences(user.preferences);
		const effectiveUser = mustEnrol(user) ? { ...user, role: 'user' as const, license: null } : user;
		return {
			user,
			role: getEffectiveRole(effectiveUser),
			licence: licenceAt(effectiveUser, now),
			preferences,
			identities,
			pendingEmail: pendingEmail ?? null,
			mustEnrol: mustEnrol(user),
			expiries,
		};
	};

	const checkPassword = async (user: User, password: string): Promise<boolean> => {
		await limits.count('password account', user.id);
		const isMatch = await hasher.matches(user.passwordHash, password);
		if (isMatch) await limits.forget('password account', user.id);
		return isMatch;
	};

	/** Mails the link that changes the account's address. If the account has a password, a stolen session alone must not suffice. */
	const requestEmailChange = async (user: User, email: string, password: string | undefined, callOrigin: CallOrigin): Promise<void> => {
		if (user.passwordHash !== null && !(password !== undefined && (await checkPassword(user, password))))
			throw malformed('password', WRONG_PASSWORD);
		await mailChangeLink(user, email, user.status === 'unconfirmed' ? 'confirm' : 'newAddress', callOrigin);
	};

	return {
		read: readProfile,
		expiriesOf,

		change: async (userId: string, sessionId: string, change: ProfileChange, callOrigin: CallOrigin): Promise<Profile> => {
			const user = await requireUser(userId);
			const { email, password, name, ...preferenceChanges } = change;
			if (email !== undefined && email !== user.email) await requestEmailChange(user, email, password, callOrigin);
			const definedChanges = Object.fromEntries(Object.entries(preferenceChanges).filter(([, value]) => value !== undefined));
			const preferences = { ...readPreferences(user.preferences), ...definedChanges };
			await records.changeUser(userId, { preferences, ...(name === undefined ? {} : { name }) });
			if (preferenceChanges.notices?.mail) await records.restartChannel(userId, 'mail');
			return readProfile(userId, sessionId);
		},

		/** Changes the password; 422 if the current one is wrong. Ends all other sessions. */
		changePassword: async (
			userId: string,
			sessionId: string,
			password: string,
			newPassword: string,
			callOrigin: CallOrigin,
		): Promise<{ ended: number }> => {
			const user = await requireUser(userId);
			if (user.passwordHash === null) throw unprocessable('password', "This account has no password yet: set one with 'Forgot password'");
			if (!(await checkPassword(user, password))) throw unprocessable('password', WRONG_PASSWORD);
			refuseCommonPassword('new_password', newPassword, user.email);
			const passwordHash = await hasher.hash(newPassword);
			const ended = await records.transaction(async (tx) => {
				await tx.changeUser(userId, { passwordHash });
				await tx.voidLinks(userId, ['recovery', 'invite', 'login', 'factor'], clock.now());
				return tx.endSessions(userId, sessionId);
			});
			backgroundMail.send(mails.passwordChanged(user.email, { at: clock.now(), address: callOrigin.address }));
			return { ended };
		},

		/** Deletes the account and, by cascading, all its data. 403 for the last administrator. */
		remove: async (userId: string, callOrigin: CallOrigin): Promise<void> => {
			const user = await records.transaction(async (tx) => {
				const account = await tx.userById(userId);
				if (!account) throw new Problem('unauthenticated');
				const admins = await tx.activeAdmins();
				if (admins.length === 1 && admins[0] === userId)
					throw new Problem('denied', { detail: "The last administrator can't be deleted: create another one first" });
				await tx.removeUser(userId);
				await audit({ actor: account, act: 'account.delete', target: account.email, address: callOrigin.address }, tx);
				return account;
			});
			backgroundMail.send(mails.accountDeleted(user.email));
		},

		sessions: (userId: string): Promise<Session[]> => records.sessionsOf(userId, clock.now()),
		endSession: async (userId: string, id: string): Promise<void> => {
			if (!(await records.endSession(id, userId))) throw notFound('Session not found');
		},
		endOtherSessions: async (userId: string, sessionId: string): Promise<{ ended: number }> => ({
			ended: await records.endSessions(userId, sessionId),
		}),
	};
}
