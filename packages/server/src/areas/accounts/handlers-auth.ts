import type { auth } from '@sw/contract/accounts-auth';
import { isoSeconds } from '@sw/domain/time/format';
import { Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { accountOf, fromOf } from './context/call.ts';
import type { Context } from './context/context.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import type { Granted } from './sessions/sessions.ts';
import { createConfirmation } from './sign-in/confirmation.ts';
import { createRecovery } from './sign-in/recovery.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { createSignUp } from './sign-in/sign-up.ts';
import { presentExpiries } from './users/present.ts';
import { createProfile } from './users/profile.ts';

export const authHandlers = (context: Context, cookies: SessionCookies) => {
	const { records, sessions, clock } = context;
	const signIn = createSignIn(context);
	const signUp = createSignUp(context);
	const confirmation = createConfirmation(context);
	const recovery = createRecovery(context);
	const { expiriesOf } = createProfile(context);

	const granted = (tokens: Granted) => respond(200, presentExpiries(tokens.expiries, clock.now()), { cookies: cookies.give(tokens) });
	const sent = ({ email, expires }: { email: string; expires: number }) => ({ email, expires: isoSeconds(expires) });

	return {
		login: async (call) => granted(await signIn.withPassword({ ...call.body, captcha: call.headers.captcha }, fromOf(call))),

		refresh: async (call) => {
			const token = call.body.refresh_token ?? cookies.refresh(call.request);
			const tokens = token === undefined ? undefined : await sessions.refresh(token, fromOf(call));
			if (!tokens) throw new Problem('unauthenticated');
			return granted(tokens);
		},

		logoff: async (call) => {
			await records.endSession(accountOf(call).session);
			return respond(204, undefined, { cookies: cookies.clear() });
		},

		expiration: async (call) => {
			const { id, session } = accountOf(call);
			await records.sweepSessions(clock.now(), id);
			return presentExpiries(await expiriesOf(id, session), clock.now());
		},

		signup: async (call) => sent(await signUp(call.body, fromOf(call))),
		startConfirmation: async (call) => sent(await confirmation.start(accountOf(call).id, fromOf(call))),
		resendConfirmation: async (call) => sent(await confirmation.resend(accountOf(call).id, call.body.email, fromOf(call))),
		completeConfirmation: (call) => confirmation.complete(call.params.id, call.body.code, fromOf(call)),
		expireConfirmation: (call) => confirmation.expire(accountOf(call).id),

		startRecovery: (call) => recovery.start(call.body.email, call.headers.captcha, fromOf(call)),
		verifyRecovery: async (call) => {
			const { expires } = await recovery.verify(call.params.id, call.body.code, fromOf(call));
			return { expires: isoSeconds(expires) };
		},
		completeRecovery: (call) => recovery.complete(call.params.id, call.body.code, call.body.password, fromOf(call)),
	} satisfies Handlers<typeof auth>;
};
