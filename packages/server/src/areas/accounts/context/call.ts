import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import type { User } from '@sw/domain/access/user';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../../platform/errors.ts';
import type { RandomSource } from '../../../platform/random-source.ts';
import { requireAccount } from '../../guard.ts';
import { unprocessable } from '../parts/passwords.ts';
import { sha256 } from '../parts/tokens.ts';
import type { Cookie, SessionCookies } from '../sessions/session-cookies.ts';
import type { CallOrigin, Context } from './context.ts';

interface IncomingCall {
	caller: Caller;
	request: FastifyRequest;
}

/** Returns the account and session of a signed-in call. 401 without an account, and for calls with an API key, because they have no session. */
export function requireSession(call: Pick<IncomingCall, 'caller'>): CallerAccount & { session: string } {
	const account = requireAccount(call);
	if (account.session === null) throw new Problem('unauthenticated');
	return { ...account, session: account.session };
}

/** Reads where a call comes from: IP address and browser. */
export interface CallOrigins {
	callOrigin(call: IncomingCall): CallOrigin;
	/** For calls whose browser must be recognized later. `browserCookies` set the browser's secret, which is created if missing. */
	fromBrowser(call: IncomingCall): { callOrigin: CallOrigin & { browser: Buffer }; browserCookies: Cookie[] };
}

export function createCallOrigins(
	cookies: Pick<SessionCookies, 'browserSecret' | 'browserCookie'>,
	randomSource: RandomSource,
): CallOrigins {
	return {
		callOrigin: (call) => originOf(call, cookies.browserSecret(call.request)),
		fromBrowser: (call) => {
			const secret = cookies.browserSecret(call.request) ?? randomSource.bytes(32).toString('base64url');
			return { callOrigin: { ...originOf(call, secret), browser: sha256(secret) }, browserCookies: [cookies.browserCookie(secret)] };
		},
	};
}

/** Describes the origin of a call. Reads the raw headers, because the validated ones contain only those that the contract declares. */
function originOf({ caller, request }: IncomingCall, secret: string | undefined): CallOrigin {
	return {
		ip: request.ip,
		address: caller.ipBucket,
		agent: request.raw.headers['user-agent'] ?? '',
		browser: secret === undefined ? null : sha256(secret),
	};
}

/** Checks the user's identity before sensitive changes: a stolen session alone must not suffice if the account has a password. */
export function createIdentityCheck({ records, hasher, limits }: Pick<Context, 'records' | 'hasher' | 'limits'>) {
	/** Finds the account; 403 unless it is active, for example before its e-mail address is confirmed. */
	const requireActive = async (userId: string): Promise<User> => {
		const user = await records.userById(userId);
		if (!user) throw new Problem('unauthenticated');
		if (user.status !== 'active') throw new Problem('denied', { detail: 'Confirm your address first' });
		return user;
	};
	return {
		requireActive,
		/** 422 for a wrong or missing password; accounts without a password pass. */
		requireOwner: async (userId: string, password: string | undefined): Promise<User> => {
			const user = await requireActive(userId);
			if (user.passwordHash === null) return user;
			await limits.count('password account', user.id);
			if (password === undefined || !(await hasher.matches(user.passwordHash, password)))
				throw unprocessable('password', 'The current password is wrong');
			await limits.forget('password account', user.id);
			return user;
		},
	};
}
