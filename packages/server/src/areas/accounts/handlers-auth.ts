import type { auth } from '@sw/contract/accounts/auth';
import type { factors } from '@sw/contract/accounts/factors';
import { BLOCKED_ACCOUNT_MESSAGE } from '@sw/domain/access/form-rules';
import { isoSeconds } from '@sw/domain/time/format';
import { Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type CallOrigins, requireSession } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createEnrolment } from './factors/enrolment.ts';
import { createPasskeys } from './factors/passkeys.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import { createProviderLogout } from './oauth/provider-logout.ts';
import { INVALID_TOKEN } from './sessions/api-key-auth.ts';
import type { Cookie, SessionCookies } from './sessions/session-cookies.ts';
import type { SessionGrant } from './sessions/sessions.ts';
import { createConfirmation } from './sign-in/confirmation.ts';
import { createRecovery, createSignIn } from './sign-in/sign-in.ts';
import { createSignUp } from './sign-in/sign-up.ts';
import { presentExpiries } from './users/present.ts';
import { createProfileService } from './users/profile.ts';

const NO_REFRESH = 'No refresh token was sent: sign in.';
const EXPIRED_REFRESH = 'The refresh token has expired: sign in again.';
const ENDED_REFRESH = 'The session of this refresh token was ended: sign in again.';

export function createAuthHandlers(context: Context, cookies: SessionCookies, calls: CallOrigins) {
	const { records, sessions, clock } = context;
	const signIn = createSignIn(context, createSecondFactor(context));
	const providerLogout = createProviderLogout(context);
	const signUp = createSignUp(context);
	const confirmation = createConfirmation(context);
	const recovery = createRecovery(context);
	const { expiriesOf } = createProfileService(context);

	const presentTokens = (tokens: SessionGrant, extraCookies: readonly Cookie[] = []) =>
		respond(200, presentExpiries(tokens.expiries, clock.now()), { cookies: [...cookies.tokenCookies(tokens), ...extraCookies] });
	const presentSentLink = ({ email, expires }: { email: string; expires: number }) => ({ email, expires: isoSeconds(expires) });

	return {
		login: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			return presentTokens(await signIn.withPassword({ ...call.body, captcha: call.headers.captcha }, callOrigin), browserCookies);
		},

		refresh: async (call) => {
			const token = call.body.refresh_token ?? cookies.refresh(call.request);
			if (token === undefined) throw new Problem('unauthenticated', { detail: NO_REFRESH });
			const tokens = await sessions.refresh(token, calls.callOrigin(call));
			if (!tokens) {
				const detail = (await sessions.isRefreshExpired(token)) ? EXPIRED_REFRESH : ENDED_REFRESH;
				throw new Problem('unauthenticated', { detail, headers: INVALID_TOKEN });
			}
			return presentTokens(tokens);
		},

		logoff: async (call) => {
			const { session } = requireSession(call);
			const url = await providerLogout.findLogoutUrl(session);
			await records.endSession(session);
			if (url === undefined) return respond(204, undefined, { cookies: cookies.clear() });
			return respond(200, { url }, { cookies: cookies.clear() });
		},

		expiration: async (call) => {
			const { id, session } = requireSession(call);
			await records.sweepSessions(clock.now(), id);
			return presentExpiries(await expiriesOf(id, session), clock.now());
		},

		signup: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const sentLink = presentSentLink(await signUp({ ...call.body, redirectTo: call.body.redirect_to }, callOrigin));
			return respond(
				200,
				{ ...sentLink, ...(context.outboxFolder === null ? {} : { outbox: context.outboxFolder }) },
				{ cookies: browserCookies },
			);
		},
		startConfirmation: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			return respond(200, presentSentLink(await confirmation.start(requireSession(call).id, callOrigin)), { cookies: browserCookies });
		},
		resendConfirmation: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			return respond(200, presentSentLink(await confirmation.resend(requireSession(call).id, call.body.email, callOrigin)), {
				cookies: browserCookies,
			});
		},
		completeConfirmation: (call) => {
			const { code, password, new_password: newPassword } = call.body;
			const signedInUserId = call.caller.account?.id ?? null;
			return confirmation.complete(call.params.id, { code, password, newPassword, signedInUserId }, calls.callOrigin(call));
		},
		expireConfirmation: (call) => confirmation.expire(requireSession(call).id),

		startRecovery: (call) => recovery.start(call.body.email, call.body.redirect_to, call.headers.captcha, calls.callOrigin(call)),
		verifyRecovery: async (call) => {
			const { expires } = await recovery.verify(call.params.id, call.body.code, calls.callOrigin(call));
			return { expires: isoSeconds(expires) };
		},
		completeRecovery: (call) => recovery.complete(call.params.id, call.body.code, call.body.password, calls.callOrigin(call)),
	} satisfies Handlers<typeof auth>;
}

export function createFactorHandlers(context: Context, cookies: SessionCookies, calls: CallOrigins) {
	const { clock, limits } = context;
	const secondFactor = createSecondFactor(context);
	const passkeys = createPasskeys(context);
	const enrolment = createEnrolment(context, secondFactor, passkeys);
	const presentCodes = (codes: string[]) => ({ recovery_codes: codes });
	const presentTokens = (tokens: SessionGrant, extraCookies: readonly Cookie[]) =>
		respond(200, presentExpiries(tokens.expiries, clock.now()), { cookies: [...cookies.tokenCookies(tokens), ...extraCookies] });

	return {
		secondFactor: async (call) => {
			const { user, totp, passkeys: storedPasskeys, codesLeft } = await enrolment.state(requireSession(call).id);
			return {
				since: user.secondFactorAt === null ? null : isoSeconds(user.secondFactorAt),
				required: context.mustEnrol(user),
				totp,
				passkeys: storedPasskeys.map(({ id, name, createdAt, usedAt }) => ({
					id,
					name,
					created: isoSeconds(createdAt),
					used: usedAt === null ? null : isoSeconds(usedAt),
				})),
				recovery_codes_left: codesLeft,
			};
		},
		beginTotp: (call) => enrolment.beginTotp(requireSession(call).id, call.body.password),
		confirmTotp: async (call) => presentCodes(await enrolment.confirmTotp(requireSession(call).id, call.body.code, calls.callOrigin(call))),
		renewRecoveryCodes: async (call) =>
			presentCodes(await enrolment.renewCodes(requireSession(call).id, call.body.password, call.body.code, calls.callOrigin(call))),
		beginPasskey: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const options = await enrolment.beginPasskey(requireSession(call).id, call.body.password, callOrigin.browser);
			return respond(200, { ...options }, { cookies: browserCookies });
		},
		addPasskey: async (call) => {
			const { callOrigin } = calls.fromBrowser(call);
			return presentCodes(
				await enrolment.addPasskey(requireSession(call).id, call.body.name, call.body.credential, callOrigin.browser, callOrigin),
			);
		},
		removePasskey: async (call) => {
			await enrolment.removePasskey(requireSession(call).id, call.params.id, call.body.password, call.body.code, calls.callOrigin(call));
			return respond(204);
		},
		removeSecondFactor: async (call) => {
			await enrolment.remove(requireSession(call).id, call.body.password, call.body.code, calls.callOrigin(call));
			return respond(204);
		},

		completeSignIn: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const tokens = await secondFactor.complete(cookies.pendingSignIn(call.request), call.body.code, callOrigin);
			return presentTokens(tokens, [...browserCookies, cookies.pendingSignInCookie('', 0)]);
		},
		passkeyOptions: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			await limits.count('code address', callOrigin.address);
			return respond(200, { ...(await passkeys.beginSignIn(callOrigin.browser)) }, { cookies: browserCookies });
		},
		passkeyLogin: async (call) => {
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			await limits.count('code address', callOrigin.address);
			const user = await passkeys.verifySignIn(call.body.credential, callOrigin.browser);
			if (!user) throw new Problem('unauthorized', { detail: "This passkey doesn't belong to an account here" });
			if (user.status === 'blocked') throw new Problem('forbidden', { detail: BLOCKED_ACCOUNT_MESSAGE });
			return presentTokens(await secondFactor.openSession(user, callOrigin), browserCookies);
		},
	} satisfies Handlers<typeof factors>;
}
