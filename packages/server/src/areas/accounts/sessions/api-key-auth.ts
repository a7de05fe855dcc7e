import {
	isActiveKey,
	KEY_CALLS_PER_WINDOW,
	KEY_PREFIX,
	KEY_USE_RECORD_INTERVAL_MS,
	KEY_WINDOW_MS,
	type UserKey,
} from '@sw/domain/access/api-key';
import type { QuotaState } from '@sw/domain/access/caller';
import type { User } from '@sw/domain/access/user';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { type CreateSharedCounter, createCallLimiter, quotaHeaders } from '../../../platform/call-count.ts';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import { Problem } from '../../../platform/errors.ts';
import type { AccessRules } from '../../guard.ts';
import type { AccountRecords } from '../parts/ports.ts';
import { sha256 } from '../parts/tokens.ts';

/** Number of recently used keys whose last recorded use is cached. */
const MAX_CACHED_KEYS = 10_000;

/** Authentication of calls with a personal API key. */
export interface ApiKeyAuth {
	/** Returns the bearer token of an Authorization header; undefined for other schemes, such as a proxy's basic authentication. */
	readBearerToken(authorization: string | undefined): string | undefined;
	/** Authenticates by key. 401 for an unknown, revoked or expired key, or a blocked account; 403 without the scope; 429 beyond the key's rate limit. */
	authenticate(key: string, rules: AccessRules): MaybePromise<{ user: User; quota: QuotaState | undefined }>;
}

/** Response header for an invalid token, as in RFC 6750. */
export const INVALID_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' };

const BEARER = /^bearer +/i;

/** `limits`: rate limits shared by all processes. Default: counted in this process. */
export function createApiKeyAuth(
	records: Pick<AccountRecords, 'keyByHash' | 'recordKeyUse'>,
	clock: Clock,
	limits?: CreateSharedCounter,
): ApiKeyAuth {
	const countCall = createCallLimiter('key', KEY_CALLS_PER_WINDOW, KEY_WINDOW_MS, limits?.('key', KEY_CALLS_PER_WINDOW, KEY_WINDOW_MS));
	const lastRecordedUse = new LRUCache<string, UtcMs>({ max: MAX_CACHED_KEYS });

	/** Records the time of use, which the key's owner sees, at most every KEY_USE_RECORD_INTERVAL_MS. */
	const recordUse = ({ key }: UserKey, now: UtcMs): MaybePromise<void> => {
		const lastUse = lastRecordedUse.get(key.id) ?? key.usedAt;
		if (lastUse !== null && now - lastUse < KEY_USE_RECORD_INTERVAL_MS) return undefined;
		lastRecordedUse.set(key.id, now);
		return records.recordKeyUse(key.id, now);
	};

	return {
		readBearerToken: (authorization) =>
			authorization !== undefined && BEARER.test(authorization) ? authorization.replace(BEARER, '') : undefined,
		authenticate: (token, { scope, rate }) => {
			if (!token.startsWith(KEY_PREFIX))
				throw new Problem('unauthenticated', {
					detail: `This is not a personal key: keys begin with ${KEY_PREFIX}`,
					headers: INVALID_TOKEN,
				});
			return mapMaybePromise(records.keyByHash(sha256(token)), (userKey) => {
				const now = clock.now();
				if (!userKey || !isActiveKey(userKey, now))
					throw new Problem('unauthenticated', { detail: refusalMessage(userKey, now), headers: INVALID_TOKEN });
				return mapMaybePromise(rate === 'uncounted' ? undefined : countCall(userKey.key.id, now), (quota) => {
					if (scope !== undefined && !userKey.key.scopes.includes(scope))
						throw new Problem('denied', {
							detail: `This call needs a key with the scope ${scope}`,
							headers: quota && quotaHeaders(quota),
						});
					return mapMaybePromise(recordUse(userKey, now), () => ({ user: userKey.user, quota }));
				});
			});
		},
	};
}

function refusalMessage(userKey: UserKey | undefined, now: UtcMs): string {
	if (!userKey) return 'This key is unknown or was revoked: create a new one in your profile.';
	return userKey.key.expiresAt <= now ? 'This key has expired: create a new one in your profile.' : 'The account of this key is blocked.';
}
