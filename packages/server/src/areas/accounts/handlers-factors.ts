import type { factors } from '@sw/contract/accounts/factors';
import { BLOCKED_ACCOUNT } from '@sw/domain/access/account-forms';
import { isoSeconds } from '@sw/domain/time/format';
import { Problem } from '../../platform/errors.ts';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type Calls, signedIn } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createEnrolment } from './factors/enrolment.ts';
import { createPasskeys } from './factors/passkeys.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import type { Cookie, SessionCookies } from './sessions/session-cookies.ts';
import type { Granted } from './sessions/sessions.ts';
import { presentExpiries } from './users/present.ts';

export function factorHandlers(context: Context, cookies: SessionCookies, calls: Calls) {
	const { clock, limits } = context;
	const secondFactor = createSecondFactor(context);
	const passkeys = createPasskeys(context);
	const own = createEnrolment(context, secondFactor, passkeys);
	const shown = (codes: string[]) => ({ recovery_codes: codes });
	const granted = (tokens: Granted, more: readonly Cookie[]) =>
		respond(200, presentExpiries(tokens.expiries, clock.now()), { cookies: [...cookies.give(tokens), ...more] });

	return {
		secondFactor: async (call) => {
			const { user, totp, passkeys: keys, codesLeft } = await own.state(signedIn(call).id);
			return {
				since: user.secondFactorAt === null ? null : isoSeconds(user.secondFactorAt),
				required: context.mustEnrol(user),
				totp,
				passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
					id,
					name,
					created: isoSeconds(createdAt),
					used: usedAt === null ? null : isoSeconds(usedAt),
				})),
				recovery_codes_left: codesLeft,
			};
		},
		beginTotp: (call) => own.beginTotp(signedIn(call).id, call.body.password),
		confirmTotp: async (call) => shown(await own.confirmTotp(signedIn(call).id, call.body.code, calls.from(call))),
		renewRecoveryCodes: async (call) =>
			shown(await own.renewCodes(signedIn(call).id, call.body.password, call.body.code, calls.from(call))),
		beginPasskey: async (call) => {
			const { from, cookies: known } = calls.known(call);
			const options = await own.beginPasskey(signedIn(call).id, call.body.password, from.browser);
			return respond(200, { ...options }, { cookies: known });
		},
		addPasskey: async (call) => {
			const { from } = calls.known(call);
			return shown(await own.addPasskey(signedIn(call).id, call.body.name, call.body.credential, from.browser, from));
		},
		removePasskey: async (call) => {
			await own.removePasskey(signedIn(call).id, call.params.id, call.body.password, call.body.code, calls.from(call));
			return respond(204);
		},
		removeSecondFactor: async (call) => {
			await own.remove(signedIn(call).id, call.body.password, call.body.code, calls.from(call));
			return respond(204);
		},

		completeSignIn: async (call) => {
			const { from, cookies: known } = calls.known(call);
			const tokens = await secondFactor.complete(cookies.step(call.request), call.body.code, from);
			return granted(tokens, [...known, cookies.giveStep('', 0)]);
		},
		passkeyOptions: async (call) => {
			const { from, cookies: known } = calls.known(call);
			await limits.count('code address', from.address);
			return respond(200, { ...(await passkeys.ask(from.browser)) }, { cookies: known });
		},
		passkeyLogin: async (call) => {
			const { from, cookies: known } = calls.known(call);
			await limits.count('code address', from.address);
			const user = await passkeys.signedBy(call.body.credential, from.browser);
			if (!user) throw new Problem('unauthorized', { detail: "This passkey doesn't belong to an account here" });
			if (user.status === 'blocked') throw new Problem('forbidden', { detail: BLOCKED_ACCOUNT });
			return granted(await secondFactor.open(user, from), known);
		},
	} satisfies Handlers<typeof factors>;
}
