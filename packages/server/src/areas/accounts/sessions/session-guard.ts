import type { Access } from '@sw/contract/base/define';
import type { AccountState } from '@sw/domain/access/account';
import { ACTIONS, type Caller, createCallerAccount, createKeyAccount, isAllowed } from '@sw/domain/access/caller';
import type { UtcMs } from '@sw/domain/time/units';
import type { FastifyRequest } from 'fastify';
import { quotaHeaders } from '../../../platform/call-count.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import { Problem } from '../../../platform/errors.ts';
import { type AccessRules, type Guard, rateLimitBucket } from '../../guard.ts';
import { type ApiKeyAuth, INVALID_TOKEN } from './api-key-auth.ts';
import type { SessionCookies } from './session-cookies.ts';

type GuardedUser = AccountState & { id: string; secondFactorAt: UtcMs | null };

export interface GuardParts {
	cookies: Pick<SessionCookies, 'access' | 'refresh'>;
	/** Finds the valid session of an access token. Called for every request, so that ending a session affects everything but calls in progress. */
	findSession(access: string): MaybePromise<{ session: { id: string }; user: GuardedUser } | undefined>;
	/** Whether an invalid access token has merely expired; false if its session has ended. */
	isExpired(access: string): MaybePromise<boolean>;
	keys: ApiKeyAuth;
	mustEnrol(user: AccountState & { secondFactorAt: UtcMs | null }): boolean;
	now(): UtcMs;
}

const CONFIRM_FIRST = 'Confirm your address first; you can send the mail again from your profile';
const ENROL_FIRST = 'Administrators need a second factor here: set one up in your profile first';
const NO_CREDENTIALS = 'No session or personal key was sent: sign in, or send a key as a bearer token.';
const EXPIRED = 'The access token has expired: renew it with POST /api/auth/refresh, or sign in again.';
const REVOKED = 'The session was ended: sign in again.';
const NO_KEYS = "This call doesn't accept keys: sign in";

/** The authenticated caller. `mustEnrol`: whether the caller is an administrator who has only a user's rights until a second factor is set up. */
interface Authentication {
	user: GuardedUser;
	caller: Caller;
	mustEnrol: boolean;
}

/**
 * Authenticates by personal key, otherwise by session cookie; a cookie sent along with a key is ignored. 401 if the call needs a key or session and has
 * neither, 403 if the caller lacks the right.
 */
export function createSessionGuard({ cookies, findSession, isExpired, keys, mustEnrol, now }: GuardParts): Guard {
	const limitRights = (user: GuardedUser): GuardedUser => (mustEnrol(user) ? { ...user, role: 'user', license: null } : user);

	const authenticateSession = (request: FastifyRequest, token: string): MaybePromise<Authentication | undefined> =>
		mapMaybePromise(findSession(token), (sessionOfUser) => {
			if (!sessionOfUser) return undefined;
			const { user, session } = sessionOfUser;
			const account = createCallerAccount(limitRights(user), user.id, session.id, now());
			return { user, caller: { ipBucket: rateLimitBucket(request), account }, mustEnrol: mustEnrol(user) };
		});

	const authenticateKey = (request: FastifyRequest, key: string, rules: AccessRules): MaybePromise<Authentication> =>
		mapMaybePromise(keys.authenticate(key, rules), ({ user, quota }) => {
			const caller: Caller = {
				ipBucket: rateLimitBucket(request),
				account: createKeyAccount(limitRights(user), user.id, now()),
				...(quota ? { quota } : {}),
			};
			if (rules.scope === undefined && rules.access !== 'public') throw createDenial(caller, NO_KEYS);
			return { user, caller, mustEnrol: mustEnrol(user) };
		});

	const authenticate = (request: FastifyRequest, rules: AccessRules): MaybePromise<Authentication | undefined> => {
		if (rules.access === 'signed' || rules.isEmbeddable) return undefined;
		const key = keys.readBearerToken(request.headers.authorization);
		if (key !== undefined) return authenticateKey(request, key, rules);
		const token = cookies.access(request);
		return token === undefined ? undefined : authenticateSession(request, token);
	};

	const throwUnauthenticated = (request: FastifyRequest): MaybePromise<never> => {
		const token = cookies.access(request);
		// Browsers drop the access cookie when it expires and keep the refresh cookie.
		if (token === undefined)
			throw new Problem('unauthenticated', { detail: cookies.refresh(request) === undefined ? NO_CREDENTIALS : EXPIRED });
		return mapMaybePromise(isExpired(token), (isTokenExpired) => {
			throw new Problem('unauthenticated', { detail: isTokenExpired ? EXPIRED : REVOKED, headers: INVALID_TOKEN });
		});
	};

	return (request, rules) =>
		mapMaybePromise(authenticate(request, rules), (authentication) => {
			const caller: Caller = authentication?.caller ?? { ipBucket: rateLimitBucket(request), account: null };
			const action = actionFor(rules.access);
			if (isAllowed(caller, action)) return caller;
			if (!authentication) return throwUnauthenticated(request);
			if (authentication.mustEnrol) throw createDenial(caller, ENROL_FIRST);
			if (authentication.user.status === 'unconfirmed' && ACTIONS[action] !== 'admin') throw createDenial(caller, CONFIRM_FIRST);
			throw createDenial(caller, ACTIONS[action] === 'admin' ? 'Administrators only' : 'A licence is needed: see /prices');
		});
}

/** Creates a 403, with the remaining quota of the key if there is one. */
function createDenial({ quota }: Caller, detail: string): Problem {
	return new Problem('denied', { detail, headers: quota && quotaHeaders(quota) });
}

/** Returns the action for the access check. 'signed' calls count as public, because their handler checks a signature. */
function actionFor(access: Access): keyof typeof ACTIONS {
	return access === 'signed' ? 'call public' : `call ${access}`;
}
