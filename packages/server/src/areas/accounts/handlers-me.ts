import type { me } from '@sw/contract/accounts/me';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type Calls, signedIn } from './context/call.ts';
import type { Context } from './context/context.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { presentProfile, presentSession } from './users/present.ts';
import { createProfile } from './users/profile.ts';

export function meHandlers(context: Context, cookies: SessionCookies, calls: Calls) {
	const own = createProfile(context);
	return {
		profile: async (call) => {
			const { id, session } = signedIn(call);
			return presentProfile(await own.read(id, session), context.clock.now());
		},

		changeProfile: async (call) => {
			const { id, session } = signedIn(call);
			const { from, cookies: known } = calls.known(call);
			const profile = presentProfile(await own.change(id, session, call.body, from), context.clock.now());
			return respond(200, profile, call.body.email === undefined ? {} : { cookies: known });
		},

		deleteAccount: async (call) => {
			await own.remove(signedIn(call).id, calls.from(call));
			return respond(204, undefined, { cookies: cookies.clearAll() });
		},

		changePassword: (call) => {
			const { id, session } = signedIn(call);
			return own.changePassword(id, session, call.body.password, call.body.new_password, calls.from(call));
		},

		sessions: async (call) => {
			const { id, session } = signedIn(call);
			const items = (await own.sessions(id)).map((one) => presentSession(one, session));
			return { items };
		},

		endOtherSessions: (call) => {
			const { id, session } = signedIn(call);
			return own.endOthers(id, session);
		},

		endSession: async (call) => {
			await own.endSession(signedIn(call).id, call.params.id);
			return respond(204);
		},
	} satisfies Handlers<typeof me>;
}
