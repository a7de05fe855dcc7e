import type { auth } from '@sw/contract/accounts/auth';
import { isoSeconds } from '@sw/domain/time/format';
import { Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type Calls, signedIn } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import { createProviderLogout } from './oauth/provider-logout.ts';
import { INVALID_TOKEN } from './sessions/api-key-auth.ts';
import type { Cookie, SessionCookies } from './sessions/session-cookies.ts';
import type { Granted } from './sessions/sessions.ts';
import { createConfirmation } from './sign-in/confirmation.ts';
import { createRecovery } from './sign-in/recovery.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createSignUp } from './sign-in/sign-up.ts';
import { presentExpiries } from './users/present.ts';
import { createProfile } from './users/profile.ts';

const NO_REFRESH = 'No refresh token was sent: sign in.';
const EXPIRED_REFRESH = 'The refresh token has expired: sign in again.';
const ENDED_REFRESH = 'The session of this refresh token was ended: sign in again.';

export function authHandlers(context: Context, cookies: SessionCookies, calls: Calls) {
	const { records, sessions, clock } = context;
	const signIn = createSignIn(context, createSecondFactor(context));
	const providerLogout = createProviderLogout(context);
	const signUp = createSignUp(context);
	const confirmation = createConfirmation(context);
	const recovery = createRecovery(context);
	const { expiriesOf } = createProfile(context);

	const granted = (tokens: Granted, more: readonly Cookie[] = []) =>
		respond(200, presentExpiries(tokens.expiries, clock.now()), { cookies: [...cookies.give(tokens), ...more] });
	const sent = ({ email, expires }: { email: string; expires: number }) => ({ email, expires: isoSeconds(expires) });

	return {
		login: async (call) => {
			const { from, cookies: known } = calls.known(call);
			return granted(await signIn.withPassword({ ...call.body, captcha: call.headers.captcha }, from), known);
		},

		refresh: async (call) => {
			const token = call.body.refresh_token ?? cookies.refresh(call.request);
			if (token === undefined) throw new Problem('unauthenticated', { detail: NO_REFRESH });
			const tokens = await sessions.refresh(token, calls.from(call));
			if (!tokens) {
				const detail = (await sessions.isRefreshExpired(token)) ? EXPIRED_REFRESH : ENDED_REFRESH;
				throw new Problem('unauthenticated', { detail, headers: INVALID_TOKEN });
			}
			return granted(tokens);
		},

		logoff: async (call) => {
			const { session } = signedIn(call);
			const url = await providerLogout.urlFor(session);
			await records.endSession(session);
			if (url === undefined) return respond(204, undefined, { cookies: cookies.clear() });
			return respond(200, { url }, { cookies: cookies.clear() });
		},

		expiration: async (call) => {
			const { id, session } = signedIn(call);
			await records.sweepSessions(clock.now(), id);
			return presentExpiries(await expiriesOf(id, session), clock.now());
		},

		signup: async (call) => {
			const { from, cookies: known } = calls.known(call);
			const answer = sent(await signUp({ ...call.body, redirectTo: call.body.redirect_to }, from));
			return respond(200, { ...answer, ...(context.mailsLieIn === null ? {} : { outbox: context.mailsLieIn }) }, { cookies: known });
		},
		startConfirmation: async (call) => {
			const { from, cookies: known } = calls.known(call);
			return respond(200, sent(await confirmation.start(signedIn(call).id, from)), { cookies: known });
		},
		resendConfirmation: async (call) => {
			const { from, cookies: known } = calls.known(call);
			return respond(200, sent(await confirmation.resend(signedIn(call).id, call.body.email, from)), { cookies: known });
		},
		completeConfirmation: (call) => {
			const { code, password, new_password: newPassword } = call.body;
			const signedIn = call.caller.account?.id ?? null;
			return confirmation.complete(call.params.id, { code, password, newPassword, signedIn }, calls.from(call));
		},
		expireConfirmation: (call) => confirmation.expire(signedIn(call).id),

		startRecovery: (call) => recovery.start(call.body.email, call.body.redirect_to, call.headers.captcha, calls.from(call)),
		verifyRecovery: async (call) => {
			const { expires } = await recovery.verify(call.params.id, call.body.code, calls.from(call));
			return { expires: isoSeconds(expires) };
		},
		completeRecovery: (call) => recovery.complete(call.params.id, call.body.code, call.body.password, calls.from(call)),
	} satisfies Handlers<typeof auth>;
}
