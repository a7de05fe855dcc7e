import type { AccountLink } from '@sw/domain/access/account-link';
import { emailKey } from '@sw/domain/access/form-rules';
import type { UtcMs } from '@sw/domain/time/units';
import { malformed, notFound } from '../../../platform/errors.ts';
import type { Context, From } from '../context/context.ts';
import { refuseCommon } from '../parts/passwords.ts';
import { confirmUser, LINK_GONE } from './confirmation.ts';
import { CAPTCHA_REFUSED } from './sign-in.ts';

type Parts = Pick<Context, 'records' | 'hasher' | 'limits' | 'links' | 'mails' | 'post' | 'captcha' | 'clock'>;

export function createRecovery({ records, hasher, limits, links, mails, post, captcha, clock }: Parts) {
	const find = async (id: string, code: string, from: From): Promise<AccountLink> => {
		await limits.count('code address', from.address);
		const link = await links.check(id, ['recovery', 'invite'], code);
		if (!link || link === 'wrong') throw notFound(LINK_GONE);
		return link;
	};

	return {
		/** Same response, in the same time, for every address: the account is looked up after responding. */
		start: async (email: string, redirectTo: string | undefined, token: string | undefined, from: From): Promise<{ email: string }> => {
			await limits.count('mail address', from.address);
			await limits.count('mail account', emailKey(email));
			if (!(await captcha.passes(token, 'recovery', from.ip))) throw malformed('captcha', CAPTCHA_REFUSED);
			const at = clock.now();
			post.later('mail a password reset link', async () => {
				const user = await records.userByEmail(emailKey(email));
				if (!user || user.status === 'blocked') return;
				const link = await links.make('recovery', user);
				post.send(mails.recovery(user.email, link, { at, address: from.address, redirectTo }));
			});
			return { email };
		},

		verify: async (id: string, code: string, from: From): Promise<{ expires: UtcMs }> => ({
			expires: (await find(id, code, from)).expiresAt,
		}),

		/** Access to the mailbox proves ownership: the address counts as confirmed, and all sessions end. */
		complete: async (id: string, code: string, password: string, from: From): Promise<{ email: string }> => {
			const link = await find(id, code, from);
			refuseCommon('password', password, link.email);
			const passwordHash = await hasher.hash(password);
			const now = clock.now();
			const user = await records.transaction(async (tx) => {
				const before = await tx.userById(link.userId);
				const usable = before && before.status !== 'blocked' && before.emailKey === emailKey(link.email);
				if (!usable || !(await tx.useLink(link, now))) throw notFound(LINK_GONE);
				await tx.changeUser(before.id, { ...confirmUser(before, now), passwordHash });
				await tx.endSessions(before.id);
				await tx.removeKeys(before.id);
				await tx.forgetBrowsers(before.id);
				await tx.voidLinks(before.id, ['recovery', 'invite', 'login', 'factor', 'confirm'], now);
				return before;
			});
			post.send(mails.passwordChanged(user.email, { at: now, address: from.address }));
			return { email: user.email };
		},
	};
}
