import { trialFrom } from '@sw/domain/access/account';
import type { AccountLink } from '@sw/domain/access/account-link';
import { emailKey } from '@sw/domain/access/form-rules';
import type { User, UserChange } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { notFound, Problem } from '../../../platform/errors.ts';
import type { Context, From } from '../context/context.ts';
import { unprocessable } from '../parts/passwords.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { ADDRESS_TAKEN } from './sign-up.ts';

type Parts = Pick<Context, 'records' | 'limits' | 'links' | 'mails' | 'post' | 'clock'>;

export const LINK_GONE = 'The link was used already or is too old';
export const WRONG_CODE = 'The code is not right';

const conflict = (field: string, message: string): Problem => new Problem('conflict', { errors: [{ field, message }] });

/** What the first proof of an address brings: an active account and the trial. A blocked account stays blocked. */
export const confirmed = (user: User, now: UtcMs): UserChange => {
	if (user.confirmedAt !== null) return user.status === 'unconfirmed' ? { status: 'active' } : {};
	const licence = user.license === null ? trialFrom(now) : {};
	return { confirmedAt: now, ...(user.status === 'unconfirmed' ? { status: 'active', ...licence } : {}) };
};

export const createConfirmation = ({ records, limits, links, mails, post, clock }: Parts) => {
	const mail = async (user: User, email: string, from: From): Promise<{ email: string; expires: UtcMs }> => {
		await limits.count('mail account', emailKey(email));
		await limits.count('mail address', from.address);
		const link = await links.make('confirm', { id: user.id, email }, null);
		post.send(mails.confirm(email, link, { at: clock.now(), address: from.address }));
		return { email, expires: link.expires };
	};

	const unconfirmed = async (userId: string): Promise<User> => {
		const user = await records.userById(userId);
		if (!user) throw new Problem('unauthenticated');
		if (user.status !== 'unconfirmed') throw conflict('email', 'This address is confirmed already');
		return user;
	};

	/** In one transaction: the link is used, the address is proven, sessions that another password opened are over. */
	const prove = async (tx: AccountRecords, link: AccountLink, now: UtcMs): Promise<{ before: User; email: string }> => {
		const before = await tx.userById(link.userId);
		if (!before || !(await tx.useLink(link, now))) throw notFound(LINK_GONE);
		const changed = await tx.changeUser(before.id, {
			...confirmed(before, now),
			email: link.email,
			emailKey: emailKey(link.email),
			...(link.passwordHash === null ? {} : { passwordHash: link.passwordHash }),
		});
		if (changed === 'taken' || !changed) throw notFound('This address has become the one of another account');
		const otherPassword = link.passwordHash !== null && link.passwordHash !== before.passwordHash;
		if (otherPassword) await tx.endSessions(before.id);
		await tx.voidLinks(before.id, ['confirm'], now);
		return { before, email: link.email };
	};

	return {
		/** 409 when there is nothing to confirm. */
		start: async (userId: string, from: From) => {
			const user = await unconfirmed(userId);
			return mail(user, user.email, from);
		},

		/** The same to another address, for one that was mistyped at sign-up: links to the one before are void. */
		resend: async (userId: string, email: string | undefined, from: From) => {
			const user = await unconfirmed(userId);
			if (email === undefined || emailKey(email) === user.emailKey) return mail(user, user.email, from);
			const taken = await records.userByEmail(emailKey(email));
			if (taken && taken.status !== 'unconfirmed') throw conflict('email', ADDRESS_TAKEN);
			await records.voidLinks(user.id, ['confirm'], clock.now());
			return mail(user, email, from);
		},

		/** 404 used, old or unknown; 422 for a code that is not the link's. */
		complete: async (id: string, code: string, from: From): Promise<{ email: string }> => {
			await limits.count('code address', from.address);
			const link = await links.check(id, ['confirm'], code);
			if (!link) throw notFound(LINK_GONE);
			if (link === 'wrong') throw unprocessable('code', WRONG_CODE);
			const now = clock.now();
			const { before, email } = await records.transaction((tx) => prove(tx, link, now));
			if (before.confirmedAt !== null && before.emailKey !== emailKey(email)) {
				post.send(mails.addressChanged(before.email, email, { at: now, address: from.address }));
			}
			return { email };
		},

		expire: async (userId: string): Promise<{ voided: number }> => ({ voided: await records.voidLinks(userId, ['confirm'], clock.now()) }),
	};
};
