import { emailKey } from '@sw/domain/access/form-rules';
import type { Session } from '@sw/domain/access/session';
import type { User, UserChange, UserQuery } from '@sw/domain/access/user';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import { createUser } from '../parts/new-user.ts';
import { refuseCommonPassword } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { EMAIL_TAKEN } from '../sign-in/sign-up.ts';

type Parts = Pick<Context, 'records' | 'hasher' | 'links' | 'mails' | 'backgroundMail' | 'clock' | 'randomSource' | 'audit'>;

/** Fields that an administrator can set. Absent fields stay unchanged. */
export type AccountFields = { [K in 'email' | 'name' | 'role' | 'status' | 'license' | 'licenseExpires']?: User[K] | undefined };
/** A change with a reason for the audit log. */
type ReasonedChange = AccountFields & { reason?: string | undefined };
export type NewAccount = AccountFields & { email: string; password?: string | undefined };
/** The acting administrator, or the command line. */
export interface Actor {
	id: string | null;
	email: string;
}

const LAST_ADMIN = 'The last administrator must remain an administrator';
const BLOCKED = "A blocked user can't sign in: unblock the user first";

export function createUsers({ records, hasher, links, mails, backgroundMail, clock, randomSource, audit }: Parts) {
	const refuseLastAdmin = async (tx: AccountRecords, id: string): Promise<void> => {
		const admins = await tx.activeAdmins();
		if (admins.length === 1 && admins[0] === id) throw createConflict('role', LAST_ADMIN);
	};

	const requireUser = async (id: string, tx: AccountRecords = records): Promise<User> => {
		const user = await tx.userById(id);
		if (!user) throw notFound('User not found');
		return user;
	};

	return {
		list: (query: Omit<UserQuery, 'now'>) => records.listUsers({ ...query, now: clock.now() }),
		requireUser,

		/** Creates an account; 409 if the address already has one. Without a password, the owner is mailed a link to set one. */
		create: async ({ password, ...fields }: NewAccount, actor: Actor, callOrigin: Pick<CallOrigin, 'address'>): Promise<User> => {
			if (password !== undefined) refuseCommonPassword('password', password, fields.email);
			const now = clock.now();
			const passwordHash = password === undefined ? null : await hasher.hash(password);
			const newAccount = { ...createUser(randomSource.uuid(), fields.email, now), ...toUserChange(fields, now), passwordHash };
			const { user, link } = await records.transaction(async (tx) => {
				const addedUser = await tx.addUser(newAccount);
				if (!addedUser) throw createConflict('email', EMAIL_TAKEN);
				const { role, status, license } = addedUser;
				await audit(
					{ actor, act: 'user.create', target: addedUser.email, detail: { role, status, license }, address: callOrigin.address },
					tx,
				);
				return { user: addedUser, link: password === undefined ? await links.create('invite', addedUser, {}, tx) : undefined };
			});
			if (link) backgroundMail.send(mails.accountCreated(user.email, link));
			return user;
		},

		/** Changes an account. 404 if it is unknown; 409 if another account has the address, or if no administrator would remain. */
		change: async (
			id: string,
			{ reason, ...fields }: ReasonedChange,
			actor: Actor,
			callOrigin: Pick<CallOrigin, 'address'>,
		): Promise<User> =>
			records.transaction(async (tx) => {
				const oldUser = await requireUser(id, tx);
				const change = toUserChange(fields, clock.now(), oldUser);
				const losesRights =
					(change.role !== undefined && change.role !== 'admin') || (change.status !== undefined && change.status !== 'active');
				if (oldUser.role === 'admin' && losesRights) await refuseLastAdmin(tx, id);
				const newUser = await tx.changeUser(id, change);
				if (newUser === 'taken') throw createConflict('email', EMAIL_TAKEN);
				if (!newUser) throw notFound('User not found');
				if (newUser.status === 'blocked') {
					await tx.endSessions(id);
					await tx.removeKeys(id);
				}
				if (newUser.emailKey !== oldUser.emailKey)
					await tx.voidLinks(id, ['confirm', 'recovery', 'invite', 'login', 'factor'], clock.now());
				const detail = { ...diffFields(oldUser, change), ...(reason ? { reason } : {}) };
				await audit({ actor, act: 'user.change', target: oldUser.email, detail, address: callOrigin.address }, tx);
				return newUser;
			}),

		sessions: async (id: string): Promise<Session[]> => {
			const user = await requireUser(id);
			return records.sessionsOf(user.id, clock.now());
		},

		/** Ends all sessions except `keptSessionId`, and removes all API keys. Administrators who do this to themselves keep their keys. */
		endSessions: async (
			id: string,
			keptSessionId: string,
			actor: Actor,
			callOrigin: Pick<CallOrigin, 'address'>,
		): Promise<{ ended: number }> =>
			records.transaction(async (tx) => {
				const user = await requireUser(id, tx);
				const ended = await tx.endSessions(id, keptSessionId);
				const keys = id === actor.id ? 0 : await tx.removeKeys(id);
				await audit({ actor, act: 'user.sign-out', target: user.email, detail: { ended, keys }, address: callOrigin.address }, tx);
				return { ended };
			}),

		endSession: async (id: string, sessionId: string, actor: Actor, callOrigin: Pick<CallOrigin, 'address'>): Promise<void> =>
			records.transaction(async (tx) => {
				const user = await requireUser(id, tx);
				const endedSession = (await tx.sessionsOf(id, clock.now())).find((session) => session.id === sessionId);
				if (!endedSession || !(await tx.endSession(sessionId, id))) throw notFound('Session not found');
				const { address, agent } = endedSession;
				await audit({ actor, act: 'user.sign-out', target: user.email, detail: { address, agent }, address: callOrigin.address }, tx);
			}),

		/** Mails a sign-in link to the account's owner. The administrator never sees the link. 409 for a blocked account. */
		mailSignInLink: async (
			id: string,
			actor: Actor,
			callOrigin: Pick<CallOrigin, 'address'>,
		): Promise<{ email: string; expires: UtcMs }> => {
			const { email, link } = await records.transaction(async (tx) => {
				const user = await requireUser(id, tx);
				if (user.status === 'blocked') throw createConflict('status', BLOCKED);
				await audit({ actor, act: 'user.link', target: user.email, address: callOrigin.address }, tx);
				return { email: user.email, link: await links.create('login', user, {}, tx) };
			});
			backgroundMail.send(mails.signIn(email, link));
			return { email, expires: link.expires };
		},

		remove: async (id: string, actor: Actor, callOrigin: Pick<CallOrigin, 'address'>): Promise<void> =>
			records.transaction(async (tx) => {
				const user = await requireUser(id, tx);
				await refuseLastAdmin(tx, id);
				await tx.removeUser(id);
				await audit({ actor, act: 'user.delete', target: user.email, address: callOrigin.address }, tx);
			}),
	};
}

/** Returns the columns to change. Removing the licence also removes its end date. */
function toUserChange({ email, ...fields }: AccountFields, now: UtcMs, oldUser?: User): UserChange {
	const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as UserChange;
	const license = changes.license === undefined ? oldUser?.license : changes.license;
	return {
		...changes,
		...(license === null ? { licenseExpires: null } : {}),
		...(email === undefined ? {} : { email, emailKey: emailKey(email) }),
		...(changes.status === 'active' && !oldUser?.confirmedAt ? { confirmedAt: now } : {}),
	};
}

/** Returns each changed field as [old, new], for the audit log. */
function diffFields(oldUser: User, change: UserChange): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(change)
			.filter(([key, value]) => key !== 'emailKey' && oldUser[key as keyof User] !== value)
			.map(([key, value]) => {
				const formatValue = (v: unknown): unknown => (isInstant(key, v) ? isoSeconds(v) : v);
				return [key, [formatValue(oldUser[key as keyof User]), formatValue(value)]];
			}),
	);
}

function isInstant(key: string, value: unknown): value is UtcMs {
	return key === 'licenseExpires' && typeof value === 'number';
}

function createConflict(field: string, message: string): Problem {
	return new Problem('conflict', { errors: [{ field, message }] });
}
