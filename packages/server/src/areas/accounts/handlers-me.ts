import type { me } from '@sw/contract/accounts/me';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type CallOrigins, requireSession } from './context/call.ts';
import type { Context } from './context/context.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { presentProfile, presentSession } from './users/present.ts';
import { createProfileService } from './users/profile.ts';

export function createMeHandlers(context: Context, cookies: SessionCookies, calls: CallOrigins) {
	const ownAccount = createProfileService(context);
	return {
		profile: async (call) => {
			const { id, session } = requireSession(call);
			return presentProfile(await ownAccount.read(id, session), context.clock.now());
		},

		changeProfile: async (call) => {
			const { id, session } = requireSession(call);
			const { callOrigin, browserCookies } = calls.fromBrowser(call);
			const profile = presentProfile(await ownAccount.change(id, session, call.body, callOrigin), context.clock.now());
			return respond(200, profile, call.body.email === undefined ? {} : { cookies: browserCookies });
		},

		deleteAccount: async (call) => {
			await ownAccount.remove(requireSession(call).id, calls.callOrigin(call));
			return respond(204, undefined, { cookies: cookies.clearAll() });
		},

		changePassword: (call) => {
			const { id, session } = requireSession(call);
			return ownAccount.changePassword(id, session, call.body.password, call.body.new_password, calls.callOrigin(call));
		},

		sessions: async (call) => {
			const { id, session } = requireSession(call);
			const items = (await ownAccount.sessions(id)).map((storedSession) => presentSession(storedSession, session));
			return { items };
		},

		endOtherSessions: (call) => {
			const { id, session } = requireSession(call);
			return ownAccount.endOtherSessions(id, session);
		},

		endSession: async (call) => {
			await ownAccount.endSession(requireSession(call).id, call.params.id);
			return respond(204);
		},
	} satisfies Handlers<typeof me>;
}
