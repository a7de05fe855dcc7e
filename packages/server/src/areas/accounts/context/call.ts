import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import type { Chance } from '../../../platform/chance.ts';
import { Problem } from '../../../platform/errors.ts';
import { accountOf } from '../../account-of.ts';
import { sha256 } from '../parts/tokens.ts';
import type { Cookie, SessionCookies } from '../sessions/session-cookies.ts';
import type { From } from './context.ts';

interface Called {
	caller: Caller;
	request: FastifyRequest;
}

/** Raw headers: validated ones hold only what the call declares. */
const fromOf = ({ caller, request }: Called, secret: string | undefined): From => ({
	ip: request.ip,
	address: caller.address,
	agent: request.raw.headers['user-agent'] ?? '',
	browser: secret === undefined ? null : sha256(secret),
});

/** The account that the guard has let in, with the sign-in session that it came by. */
export const signedIn = (call: Pick<Called, 'caller'>): CallerAccount & { session: string } => {
	const account = accountOf(call);
	if (account.session === null) throw new Problem('unauthenticated');
	return { ...account, session: account.session };
};

/** Who asks, and from which browser. */
export interface Calls {
	from(call: Called): From;
	/** The same for an answer that must find this browser again: one without a secret of its own gets it with the answer. */
	known(call: Called): { from: From & { browser: Buffer }; cookies: Cookie[] };
}

export const createCalls = (cookies: Pick<SessionCookies, 'known' | 'giveKnown'>, chance: Chance): Calls => ({
	from: (call) => fromOf(call, cookies.known(call.request)),
	known: (call) => {
		const secret = cookies.known(call.request) ?? chance.bytes(32).toString('base64url');
		return { from: { ...fromOf(call, secret), browser: sha256(secret) }, cookies: [cookies.giveKnown(secret)] };
	},
});
