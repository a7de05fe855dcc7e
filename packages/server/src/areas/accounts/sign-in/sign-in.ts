import type { AccountLink } from '@sw/domain/access/account-link';
import { BLOCKED_ACCOUNT_MESSAGE, emailKey } from '@sw/domain/access/form-rules';
import { BROWSER_LIFE } from '@sw/domain/access/session-rules';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import type { SecondFactor, SignInResult } from '../factors/second-factor.ts';
import { refuseCommonPassword, unprocessable } from '../parts/passwords.ts';
import type { SessionGrant } from '../sessions/sessions.ts';
import { confirmationChanges, LINK_GONE } from './confirmation.ts';

export const CAPTCHA_REFUSED = 'The captcha is missing or wrong';

type Parts = Pick<Context, 'records' | 'hasher' | 'limits' | 'captcha' | 'links' | 'clock'>;

export interface Credentials {
	email: string;
	password: string;
	captcha: string | undefined;
	/** Code of the second factor. */
	code?: string | undefined;
}

export function createSignIn(
	{ records, hasher, limits, captcha, links, clock }: Parts,
	{ requireCode, openSession, beginSession }: SecondFactor,
) {
	/** Checks a password, with the same response and in the same time for an unknown address and a wrong password. */
	const checkPassword = async (key: string, password: string): Promise<User> => {
		const user = await records.userByEmail(key);
		const isMatch = await hasher.matches(user?.passwordHash ?? null, password);
		if (!user || !isMatch) throw new Problem('unauthorized', { detail: 'Wrong e-mail address or password' });
		if (user.status === 'blocked') throw new Problem('forbidden', { detail: BLOCKED_ACCOUNT_MESSAGE });
		return user;
	};

	/**
	 * Counts an attempt, and returns a function that forgets the account's attempts after a success. Attempts from a known browser are counted
	 * separately.
	 */
	const countAttempt = async (key: string, callOrigin: CallOrigin): Promise<() => Promise<unknown>> => {
		const since = (clock.now() - BROWSER_LIFE) as UtcMs;
		if (callOrigin.browser !== null && (await records.knowsBrowser(key, callOrigin.browser, since))) {
			const limitKeys = [callOrigin.browser.toString('base64url'), key];
			await limits.count('login browser', ...limitKeys);
			return () => limits.forget('login browser', ...limitKeys);
		}
		await limits.count('login address', callOrigin.address);
		await limits.count('login pair', callOrigin.address, key);
		await limits.count('login account', key);
		return () => Promise.all([limits.forget('login pair', callOrigin.address, key), limits.forget('login account', key)]);
	};

	return {
		/** 401 for wrong credentials, 403 for a blocked account, 422 about captcha or second-factor code, 429 after too many attempts. */
		withPassword: async ({ email, password, captcha: captchaToken, code }: Credentials, callOrigin: CallOrigin): Promise<SessionGrant> => {
			const key = emailKey(email);
			const forgetAttempts = await countAttempt(key, callOrigin);
			if (!(await captcha.passes(captchaToken, 'login', callOrigin.ip))) throw unprocessable('captcha', CAPTCHA_REFUSED);
			const user = await checkPassword(key, password);
			await requireCode(user, code, callOrigin);
			await forgetAttempts();
			if (user.passwordHash !== null && hasher.isOutdated(user.passwordHash)) {
				await records.changeUser(user.id, { passwordHash: await hasher.hash(password) });
			}
			return openSession(user, callOrigin);
		},

		/** Signs in with the token of a mailed link, `id.code`. Undefined if the link is used, expired or wrong. */
		withLink: async (token: string, callOrigin: CallOrigin): Promise<SignInResult | undefined> => {
			await limits.count('code address', callOrigin.address);
			const [id = '', code = ''] = token.split('.');
			if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) || code === '') return undefined;
			const link = await links.check(id, ['login'], code);
			if (!link || link === 'wrong') return undefined;
			return records.transaction(async (tx) => {
				const user = await tx.userById(link.userId);
				if (!user || user.status === 'blocked' || !(await tx.useLink(link, clock.now()))) return undefined;
				return beginSession(user, callOrigin, tx);
			});
		},
	};
}

type RecoveryParts = Pick<Context, 'records' | 'hasher' | 'limits' | 'links' | 'mails' | 'backgroundMail' | 'captcha' | 'clock'>;

/** Sets passwords by mailed link: forgotten passwords, and the first passwords of accounts that an administrator created. */
export function createRecovery({ records, hasher, limits, links, mails, backgroundMail, captcha, clock }: RecoveryParts) {
	const findLink = async (id: string, code: string, callOrigin: CallOrigin): Promise<AccountLink> => {
		await limits.count('code address', callOrigin.address);
		const link = await links.check(id, ['recovery', 'invite'], code);
		if (!link || link === 'wrong') throw notFound(LINK_GONE);
		return link;
	};

	return {
		/** Gives the same response, in the same time, for every address: the account is looked up after responding. */
		start: async (
			email: string,
			redirectTo: string | undefined,
			captchaToken: string | undefined,
			callOrigin: CallOrigin,
		): Promise<{ email: string }> => {
			await limits.count('mail address', callOrigin.address);
			await limits.count('mail account', emailKey(email));
			if (!(await captcha.passes(captchaToken, 'recovery', callOrigin.ip))) throw malformed('captcha', CAPTCHA_REFUSED);
			const at = clock.now();
			backgroundMail.defer('mail a password reset link', async () => {
				const user = await records.userByEmail(emailKey(email));
				if (!user || user.status === 'blocked') return;
				const link = await links.create('recovery', user);
				backgroundMail.send(mails.recovery(user.email, link, { at, address: callOrigin.address, redirectTo }));
			});
			return { email };
		},

		verify: async (id: string, code: string, callOrigin: CallOrigin): Promise<{ expires: UtcMs }> => ({
			expires: (await findLink(id, code, callOrigin)).expiresAt,
		}),

		/** Sets the password. Access to the mailbox proves ownership, so the address counts as confirmed. All sessions and keys end. */
		complete: async (id: string, code: string, password: string, callOrigin: CallOrigin): Promise<{ email: string }> => {
			const link = await findLink(id, code, callOrigin);
			refuseCommonPassword('password', password, link.email);
			const passwordHash = await hasher.hash(password);
			const now = clock.now();
			const user = await records.transaction(async (tx) => {
				const account = await tx.userById(link.userId);
				const isUsable = account && account.status !== 'blocked' && account.emailKey === emailKey(link.email);
				if (!isUsable || !(await tx.useLink(link, now))) throw notFound(LINK_GONE);
				await tx.changeUser(account.id, { ...confirmationChanges(account, now), passwordHash });
				await tx.endSessions(account.id);
				await tx.removeKeys(account.id);
				await tx.forgetBrowsers(account.id);
				await tx.voidLinks(account.id, ['recovery', 'invite', 'login', 'factor', 'confirm'], now);
				return account;
			});
			backgroundMail.send(mails.passwordChanged(user.email, { at: now, address: callOrigin.address }));
			return { email: user.email };
		},
	};
}

/** Names of the calls that sign a user in without a provider, or prepare such a sign-in. */
const PASSWORD_CALLS = [
	'login',
	'signup',
	'startRecovery',
	'verifyRecovery',
	'completeRecovery',
	'passkeyOptions',
	'passkeyLogin',
	'verifyInvitation',
	'acceptInvitation',
	'changePassword',
	'mailSignInLink',
] as const;

type Handlers = Readonly<Record<(typeof PASSWORD_CALLS)[number], unknown>>;

/** Makes all password calls respond with 403, naming the providers that remain. Sign-in links of `npm run admin` keep working. */
export function disablePasswordSignIn<H extends Handlers>(handlers: H, labels: readonly string[]): H {
	const alternative = labels.length === 0 ? 'through the proxy of this service' : `with ${labels.join(' or ')}`;
	const refuse = (): never => {
		throw new Problem('denied', { detail: `Password sign-in is turned off here: sign in ${alternative}` });
	};
	return { ...handlers, ...Object.fromEntries(PASSWORD_CALLS.map((name) => [name, refuse])) };
}
