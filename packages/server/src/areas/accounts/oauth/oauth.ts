import { type GroupGrant, strongestGrant } from '@sw/domain/access/claims';
import { BLOCKED_ACCOUNT_MESSAGE, emailKey, isEmail } from '@sw/domain/access/form-rules';
import type { OauthFlow } from '@sw/domain/access/sign-in-records';
import type { User } from '@sw/domain/access/user';
import { MINUTE, type UtcMs } from '@sw/domain/time/units';
import type { OauthProvider, VerifiedIdentity } from '../../../outside/oauth/provider.ts';
import { malformed, Problem } from '../../../platform/errors.ts';
import type { CallOrigin, Context } from '../context/context.ts';
import type { SecondFactor, SignInResult } from '../factors/second-factor.ts';
import { applyGrant, endAccess, revokeUnprovenAccess } from '../parts/group-grant.ts';
import { createUser } from '../parts/new-user.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { sha256 } from '../parts/tokens.ts';
import { invitationGrant } from '../sign-in/accept-invitation.ts';
import { confirmationChanges } from '../sign-in/confirmation.ts';
import { CAPTCHA_REFUSED } from '../sign-in/sign-in.ts';
import { createAdmission } from '../sign-in/sign-up.ts';
import { askProvider, requireNamedProvider } from './provider-logout.ts';

type Parts = Pick<Context, 'records' | 'providers' | 'limits' | 'captcha' | 'clock' | 'randomSource' | 'origin' | 'audit' | 'signUpRules'>;

const REJECTION_TEXT = 'rejected this sign-in: start again';

export const FLOW_LIFE_MS = 10 * MINUTE;

export interface ProviderReturn {
	provider: string;
	/** The secret in the browser's cookie; undefined without that cookie. */
	browser: string | undefined;
	code: string;
	redirectUrl: string;
	state: string;
	captcha: string | undefined;
}

export function createOauth(
	{ records, providers, limits, captcha, clock, randomSource, origin, audit, signUpRules }: Parts,
	{ beginSession }: Pick<SecondFactor, 'beginSession'>,
) {
	const findOrAddUser = createAccountLinking({ clock, randomSource, audit, signUpRules });

	const requireProvider = (name: string): OauthProvider => requireNamedProvider(providers, name);

	/** Allows only one exact redirect URL per provider: any other could leak codes. */
	const requireOwnRedirect = (provider: string, redirectUrl: string): void => {
		if (redirectUrl !== `${origin}/oauth/${provider}`) throw malformed('redirect_url', `Only ${origin}/oauth/${provider} is allowed.`);
	};

	/**
	 * Returns the role and licence granted by the user's groups; null if the provider has no group rules. 403 if the groups grant no account; the user then
	 * loses access to an existing account.
	 */
	const requireGrant = async ({ name, label, rules }: OauthProvider, { groups, subject }: VerifiedIdentity): Promise<GroupGrant | null> => {
		if (rules === null) return null;
		const grant = strongestGrant(groups, rules);
		if (grant !== undefined) return grant;
		await records.transaction((tx) => endAccess(tx, name, subject, clock.now()));
		throw new Problem('denied', { detail: `Your groups at ${label} give no access here: ask the operator` });
	};

	return {
		list: (): { provider: string; label: string }[] => [...providers.values()].map(({ name, label }) => ({ provider: name, label })),

		/** Returns the URL of the provider's page, and the secret for the browser's cookie (the existing one, if any). */
		begin: async (
			name: string,
			redirectUrl: string,
			state: string,
			browserSecret: string | undefined,
			callOrigin: CallOrigin,
		): Promise<{ url: string; browser: string }> => {
			const provider = requireProvider(name);
			requireOwnRedirect(name, redirectUrl);
			await limits.count('oauth address', callOrigin.address);
			const secret = browserSecret ?? randomSource.bytes(32).toString('base64url');
			const flow = {
				redirectUrl,
				state,
				verifier: randomSource.bytes(32).toString('base64url'),
				nonce: randomSource.bytes(16).toString('base64url'),
			};
			const url = await askProvider(provider, 'code', REJECTION_TEXT, () => provider.begin(flow));
			const expiresAt = (clock.now() + FLOW_LIFE_MS) as UtcMs;
			await records.addFlow({ ...flow, browserHash: sha256(secret), provider: name, expiresAt });
			return { url, browser: secret };
		},

		/** Completes a sign-in. 400 unless this browser began it with exactly these values within FLOW_LIFE_MS, and has not finished it. */
		finish: async (
			{ provider: name, browser, code, redirectUrl, state, captcha: captchaToken }: ProviderReturn,
			callOrigin: CallOrigin,
		): Promise<SignInResult> => {
			const provider = requireProvider(name);
			requireOwnRedirect(name, redirectUrl);
			await limits.count('oauth address', callOrigin.address);
			if (!(await captcha.passes(captchaToken, 'oauth', callOrigin.ip))) throw malformed('captcha', CAPTCHA_REFUSED);
			const pendingFlow: OauthFlow | undefined =
				browser === undefined ? undefined : await records.consumeFlow({ browserHash: sha256(browser), provider: name, state }, clock.now());
			if (pendingFlow?.redirectUrl !== redirectUrl)
				throw malformed('state', 'This sign-in was started in another browser or has expired: start again');
			const identity = await askProvider(provider, 'code', REJECTION_TEXT, () => provider.finish(pendingFlow, code));
			const grant = await requireGrant(provider, identity);
			return records.transaction(async (tx) => {
				const storedUser = await findOrAddUser(tx, provider, identity, callOrigin);
				if (storedUser.status === 'blocked') throw new Problem('conflict', { detail: BLOCKED_ACCOUNT_MESSAGE });
				const user =
					grant === null
						? storedUser
						: await applyGrant(tx, audit, storedUser, { grant, groups: identity.groups, address: callOrigin.address });
				if (!user) throw new Problem('conflict');
				const { subject, sid, idToken, refreshToken } = identity;
				const groups = grant === null ? null : identity.groups;
				return beginSession(user, callOrigin, tx, { provider: name, subject, sid, idToken, groups, refreshToken });
			});
		},
	};
}

type LinkedAccountParts = Pick<Context, 'clock' | 'randomSource' | 'audit' | 'signUpRules'>;

/** Finds or creates the account that an identity at another provider signs in to. */
function createAccountLinking({ clock, randomSource, audit, signUpRules }: LinkedAccountParts) {
	const admission = createAdmission({ signUpRules });

	const addUser = async (tx: AccountRecords, email: string, name: string, now: UtcMs, grant: Partial<User>): Promise<User> => {
		const unconfirmed = createUser(randomSource.uuid(), email, now);
		const user = await tx.addUser({
			...unconfirmed,
			...confirmationChanges(unconfirmed, now),
			...grant,
			name: name.slice(0, 100).toWellFormed(),
		});
		if (!user) throw createConflict('This address already has an account: sign in again');
		return user;
	};

	/** Creates an account by the rules of sign-up. The provider has verified the address, so an invitation for that address needs no link. */
	const admitUser = async (tx: AccountRecords, email: string, name: string, now: UtcMs): Promise<User> => {
		const { mode } = await signUpRules();
		const invitation = mode === 'closed' ? undefined : await tx.openInvitationFor(emailKey(email), now);
		if (!invitation) await admission.requireOpenSignUp(email);
		const user = await addUser(tx, email, name, now, invitation ? invitationGrant(invitation, now) : {});
		if (invitation && !(await tx.useInvitation(invitation.id, user.id, now)))
			throw createConflict('Your invitation was already used: sign in again');
		return user;
	};

	/** Takes over an account whose address was never confirmed. Another person may have set the password, so the password and all sessions are removed. */
	const takeOver = async (tx: AccountRecords, user: User, now: UtcMs): Promise<User> => {
		await revokeUnprovenAccess(tx, user, now);
		const updatedUser = await tx.changeUser(user.id, { ...confirmationChanges(user, now), passwordHash: null });
		if (!updatedUser || updatedUser === 'taken') throw createConflict('This address already has an account: sign in again');
		return updatedUser;
	};

	/**
	 * Finds the account of an identity. A new identity needs a verified address, and opens an existing account with that address only if the operator allows
	 * this. Group rules of the provider replace the rules of sign-up.
	 */
	return async (tx: AccountRecords, provider: OauthProvider, identity: VerifiedIdentity, { address }: CallOrigin): Promise<User> => {
		const { name, label, rules, linksByEmail } = provider;
		const { subject, email } = identity;
		const link = await tx.identity(name, subject);
		const linkedUser = link && (await tx.userById(link.userId));
		if (linkedUser) return linkedUser;
		if (email === null || !isEmail(email) || !identity.emailVerified) throw createConflict(`${label} hasn't verified your e-mail address`);
		const now = clock.now();
		const existing = await tx.userByEmail(emailKey(email));
		const isUnconfirmed = existing?.status === 'unconfirmed';
		if (existing && !isUnconfirmed && !linksByEmail)
			throw createConflict(
				`This address already has an account, which ${label} doesn't open: sign in to it another way, or ask the operator`,
			);
		const user = isUnconfirmed
			? await takeOver(tx, existing, now)
			: (existing ?? (await (rules === null ? admitUser(tx, email, identity.name, now) : addUser(tx, email, identity.name, now, {}))));
		await tx.addIdentity({ provider: name, subject, userId: user.id, email, createdAt: now });
		await audit({ actor: user, act: 'oauth.link', target: user.email, detail: { provider: name }, address }, tx);
		return user;
	};
}

function createConflict(detail: string): Problem {
	return new Problem('conflict', { detail });
}
