import type { invitations } from '@sw/contract/accounts/invitations';
import { type Invitation, invitationState } from '@sw/domain/access/invitation';
import { isoSeconds } from '@sw/domain/time/format';
import { respond } from '../answer.ts';
import type { Handlers } from '../handlers.ts';
import { type Calls, signedIn } from './context/call.ts';
import type { Context } from './context/context.ts';
import { createSecondFactor } from './factors/second-factor.ts';
import type { SessionCookies } from './sessions/session-cookies.ts';
import { createAcceptance } from './sign-in/accept-invitation.ts';
import { createInvitations } from './users/invitations.ts';
import { presentExpiries } from './users/present.ts';
import { type Actor, createUsers } from './users/users.ts';

export function invitationHandlers(context: Context, cookies: SessionCookies, calls: Calls) {
	const acceptance = createAcceptance(context, createSecondFactor(context));
	const invited = createInvitations(context);
	const users = createUsers(context);
	const actorOf = async (call: Parameters<typeof signedIn>[0]): Promise<Actor> => users.one(signedIn(call).id);
	const granted = ({ email, role, license, licenseExpires, expiresAt, isSetup }: Invitation) => ({
		email,
		role,
		license,
		license_expires: licenseExpires === null ? null : isoSeconds(licenseExpires),
		expires: isoSeconds(expiresAt),
		setup: isSetup,
	});
	const present = (invitation: Invitation) => ({
		id: invitation.id,
		...granted(invitation),
		state: invitationState(invitation, context.clock.now()),
		uses: invitation.uses,
		used: invitation.usedBy.length,
		created: isoSeconds(invitation.createdAt),
		created_by: invitation.createdBy,
	});
	return {
		verifyInvitation: async (call) => granted(await acceptance.verify(call.params.id, call.body.code, calls.from(call))),

		acceptInvitation: async (call) => {
			const { from, cookies: known } = calls.known(call);
			const { redirect_to: redirectTo, ...body } = call.body;
			const { email, session } = await acceptance.accept(call.params.id, { ...body, redirectTo }, from);
			if (session === null) return respond(200, { email, session: null }, { cookies: known });
			const expiries = presentExpiries(session.expiries, context.clock.now());
			return respond(200, { email, session: expiries }, { cookies: [...cookies.give(session), ...known] });
		},

		invitations: async ({ query: { state, skip, max } }) => {
			const { items, total } = await invited.list({ state, skip, max });
			return { items: items.map(present), total_count: total };
		},

		createInvitation: async (call) => {
			const { license_expires: licenseExpires, ...rest } = call.body;
			const { invitation, link } = await invited.create({ ...rest, licenseExpires }, await actorOf(call), calls.from(call));
			return respond(201, { invitation: present(invitation), link });
		},

		withdrawInvitation: async (call) => {
			await invited.withdraw(call.params.id, await actorOf(call), calls.from(call));
			return respond(204);
		},
	} satisfies Handlers<typeof invitations>;
}
