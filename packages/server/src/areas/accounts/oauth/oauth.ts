import { BLOCKED_ACCOUNT } from '@sw/domain/access/account-forms';
import { emailKey, isEmail } from '@sw/domain/access/form-rules';
import type { OauthFlow } from '@sw/domain/access/identity';
import type { User } from '@sw/domain/access/user';
import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import { type OauthProvider, OauthRefused, OauthUnreachable, type ProvenIdentity } from '../../../outside/oauth/provider.ts';
import { malformed, notFound, Problem } from '../../../platform/errors.ts';
import type { Context, From } from '../context/context.ts';
import type { Entered, SecondFactor } from '../factors/second-factor.ts';
import { endPrepared } from '../parts/end-prepared.ts';
import { newUser } from '../parts/new-user.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { sha256 } from '../parts/tokens.ts';
import { grantOf } from '../sign-in/accept-invitation.ts';
import { createAdmission } from '../sign-in/admission.ts';
import { confirmUser } from '../sign-in/confirmation.ts';
import { CAPTCHA_REFUSED } from '../sign-in/sign-in.ts';

type Parts = Pick<Context, 'records' | 'providers' | 'limits' | 'captcha' | 'clock' | 'randomSource' | 'origin' | 'audit' | 'signUpRules'>;

export const FLOW_LIFE = 10 * MINUTE;

export interface Return {
	provider: string;
	/** The secret in the browser's cookie; undefined without one. */
	browser: string | undefined;
	code: string;
	redirectUrl: string;
	state: string;
	captcha: string | undefined;
}

export function createOauth(
	{ records, providers, limits, captcha, clock, randomSource, origin, audit, signUpRules }: Parts,
	{ enter }: Pick<SecondFactor, 'enter'>,
) {
	const admission = createAdmission({ signUpRules });

	const known = (name: string): OauthProvider => {
		const provider = providers.get(name);
		if (!provider) throw notFound('Provider not found');
		return provider;
	};

	/** One exact redirect address per provider: any other could leak codes. */
	const refuseForeignRedirect = (provider: string, redirectUrl: string): void => {
		if (redirectUrl !== `${origin}/oauth/${provider}`) throw malformed('redirect_url', `Only ${origin}/oauth/${provider} is allowed.`);
	};

	const asked = async <T>(label: string, work: () => Promise<T>): Promise<T> => {
		try {
			return await work();
		} catch (error) {
			if (error instanceof OauthUnreachable)
				throw new Problem('unavailable', { detail: `${label} is unreachable, try again later`, cause: error });
			if (error instanceof OauthRefused)
				throw new Problem('malformed', {
					errors: [{ field: 'code', message: `${label} rejected this sign-in: start again` }],
					cause: error,
				});
			throw error;
		}
	};

	/** By the same rules as a sign-up; the provider has verified the address, so an invitation for it needs no link. */
	const created = async (tx: AccountRecords, email: string, name: string, now: UtcMs): Promise<User> => {
		const { mode } = await signUpRules();
		const invitation = mode === 'closed' ? undefined : await tx.openInvitationFor(emailKey(email), now);
		if (!invitation) await admission.refuseStrangers(email);
		const fresh = newUser(randomSource.uuid(), email, now);
		const grant = invitation ? grantOf(invitation, now) : {};
		const user = await tx.addUser({ ...fresh, ...confirmUser(fresh, now), ...grant, name: name.slice(0, 100).toWellFormed() });
		if (!user || (invitation && !(await tx.useInvitation(invitation.id, user.id, now))))
			throw conflict('This address already has an account: sign in again');
		return user;
	};

	/**
	 * The account of an identity. A new identity is linked to the account with its address only if the provider has verified the address. If we have
	 * not verified it, another person may have set the password: the password and all sessions are removed.
	 */
	const accountFor = async (tx: AccountRecords, provider: string, proven: ProvenIdentity, now: UtcMs, from: From): Promise<User> => {
		const linked = await tx.identity(provider, proven.subject);
		const owner = linked && (await tx.userById(linked.userId));
		if (owner) return owner;
		const { email } = proven;
		if (email === null || !isEmail(email) || !proven.emailVerified) throw conflict("The provider hasn't verified your e-mail address");
		let user = await tx.userByEmail(emailKey(email));
		if (user?.status === 'unconfirmed') {
			await endPrepared(tx, user, now);
			const changed = await tx.changeUser(user.id, { ...confirmUser(user, now), passwordHash: null });
			user = changed === 'taken' ? undefined : changed;
		}
		user ??= await created(tx, email, proven.name, now);
		await tx.addIdentity({ provider, subject: proven.subject, userId: user.id, email, createdAt: now });
		await audit({ actor: user, act: 'oauth.link', target: user.email, detail: { provider }, address: from.address }, tx);
		return user;
	};

	return {
		list: (): { provider: string; label: string }[] => [...providers.values()].map(({ name, label }) => ({ provider: name, label })),

		/** Address of the provider's page, and the secret for the browser's cookie (the existing one, if any). */
		begin: async (
			name: string,
			redirectUrl: string,
			state: string,
			browser: string | undefined,
			from: From,
		): Promise<{ url: string; browser: string }> => {
			const provider = known(name);
			refuseForeignRedirect(name, redirectUrl);
			await limits.count('oauth address', from.address);
			const secret = browser ?? randomSource.bytes(32).toString('base64url');
			const flow = {
				redirectUrl,
				state,
				verifier: randomSource.bytes(32).toString('base64url'),
				nonce: randomSource.bytes(16).toString('base64url'),
			};
			const url = await asked(provider.label, () => provider.begin(flow));
			const expiresAt = (clock.now() + FLOW_LIFE) as UtcMs;
			await records.addFlow({ ...flow, browserHash: sha256(secret), provider: name, expiresAt });
			return { url, browser: secret };
		},

		/** 400 unless this browser began a sign-in with exactly these values, recently, and has not finished it. */
		finish: async ({ provider: name, browser, code, redirectUrl, state, captcha: token }: Return, from: From): Promise<Entered> => {
			const provider = known(name);
			refuseForeignRedirect(name, redirectUrl);
			await limits.count('oauth address', from.address);
			if (!(await captcha.passes(token, 'oauth', from.ip))) throw malformed('captcha', CAPTCHA_REFUSED);
			const begun: OauthFlow | undefined =
				browser === undefined ? undefined : await records.consumeFlow({ browserHash: sha256(browser), provider: name, state }, clock.now());
			if (begun?.redirectUrl !== redirectUrl)
				throw malformed('state', 'This sign-in was started in another browser or has expired: start again');
			const proven = await asked(provider.label, () => provider.finish(begun, code));
			const now = clock.now();
			return records.transaction(async (tx) => {
				const user = await accountFor(tx, name, proven, now, from);
				if (user.status === 'blocked') throw conflict(BLOCKED_ACCOUNT);
				return enter(user, from, tx);
			});
		},
	};
}

function conflict(detail: string): Problem {
	return new Problem('conflict', { detail });
}
