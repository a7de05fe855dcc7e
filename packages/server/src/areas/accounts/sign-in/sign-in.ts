import { BLOCKED_ACCOUNT } from '@sw/domain/access/account-forms';
import { emailKey } from '@sw/domain/access/form-rules';
import { BROWSER_LIFE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { Problem } from '../../../platform/errors.ts';
import type { Context, From } from '../context/context.ts';
import type { Entered, SecondFactor } from '../factors/second-factor.ts';
import { unprocessable } from '../parts/passwords.ts';
import type { Granted } from '../sessions/sessions.ts';

export const CAPTCHA_REFUSED = 'The captcha is missing or wrong';

type Parts = Pick<Context, 'records' | 'hasher' | 'limits' | 'captcha' | 'links' | 'clock'>;

export interface Credentials {
	email: string;
	password: string;
	captcha: string | undefined;
	/** Code of the second factor. */
	code?: string | undefined;
}

export function createSignIn({ records, hasher, limits, captcha, links, clock }: Parts, { demand, open, enter }: SecondFactor) {
	/** Same work and same response whether the address is unknown or the password is wrong. */
	const proven = async (key: string, password: string): Promise<User> => {
		const user = await records.userByEmail(key);
		const right = await hasher.matches(user?.passwordHash ?? null, password);
		if (!user || !right) throw new Problem('unauthorized', { detail: 'Wrong e-mail address or password' });
		if (user.status === 'blocked') throw new Problem('forbidden', { detail: BLOCKED_ACCOUNT });
		return user;
	};

	/**
	 * Counts an attempt, and returns a function that forgets the account's attempts after a success. Attempts from a known browser are counted
	 * separately.
	 */
	const counted = async (key: string, from: From): Promise<() => Promise<unknown>> => {
		const since = (clock.now() - BROWSER_LIFE) as UtcMs;
		if (from.browser !== null && (await records.knowsBrowser(key, from.browser, since))) {
			const keys = [from.browser.toString('base64url'), key];
			await limits.count('login browser', ...keys);
			return () => limits.forget('login browser', ...keys);
		}
		await limits.count('login address', from.address);
		await limits.count('login pair', from.address, key);
		await limits.count('login account', key);
		return () => Promise.all([limits.forget('login pair', from.address, key), limits.forget('login account', key)]);
	};

	return {
		/** 401 wrong, 403 blocked, 422 captcha or second-factor code, 429 too many attempts. */
		withPassword: async ({ email, password, captcha: token, code }: Credentials, from: From): Promise<Granted> => {
			const key = emailKey(email);
			const forget = await counted(key, from);
			if (!(await captcha.passes(token, 'login', from.ip))) throw unprocessable('captcha', CAPTCHA_REFUSED);
			const user = await proven(key, password);
			await demand(user, code, from);
			await forget();
			if (user.passwordHash !== null && hasher.isOutdated(user.passwordHash)) {
				await records.changeUser(user.id, { passwordHash: await hasher.hash(password) });
			}
			return open(user, from);
		},

		/** A sign-in link of a mail, `id.code`; undefined when it is used, expired or wrong. */
		withLink: async (token: string, from: From): Promise<Entered | undefined> => {
			await limits.count('code address', from.address);
			const [id = '', code = ''] = token.split('.');
			if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) || code === '') return undefined;
			const link = await links.check(id, ['login'], code);
			if (!link || link === 'wrong') return undefined;
			return records.transaction(async (tx) => {
				const user = await tx.userById(link.userId);
				if (!user || user.status === 'blocked' || !(await tx.useLink(link, clock.now()))) return undefined;
				return enter(user, from, tx);
			});
		},
	};
}
