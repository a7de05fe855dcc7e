import type { Endpoint } from '@sw/contract/base/define';
import { ipBucketOf } from '@sw/domain/access/address';
import type { Caller, CallerAccount } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { Problem } from '../platform/errors.ts';

const MAX_CACHED_IPS = 10_000;
const bucketByIp = new LRUCache<string, string>({ max: MAX_CACHED_IPS });

/** Returns the rate-limit bucket of the request's IP address. Cached, so that frequent IP addresses are parsed once. */
export function rateLimitBucket({ ip }: FastifyRequest): string {
	const cached = bucketByIp.get(ip);
	if (cached !== undefined) return cached;
	const bucket = ipBucketOf(ip);
	bucketByIp.set(ip, bucket);
	return bucket;
}

/** Properties of a call on which access depends. */
export type AccessRules = Pick<Endpoint, 'access' | 'scope' | 'rate' | 'isEmbeddable'>;

/** Authenticates a call or throws: 401 without a session or key, 403 without the right. Runs before the call's input is parsed. */
export type Guard = (request: FastifyRequest, rules: AccessRules) => MaybePromise<Caller>;

export function visitorCaller(request: FastifyRequest): Caller {
	return { ipBucket: rateLimitBucket(request), account: null };
}

/** Only permits public calls. */
export const publicOnly: Guard = (request, { access }) => {
	if (access !== 'public') throw new Problem('unauthenticated');
	return visitorCaller(request);
};

/** Returns the account of the caller; 401 for a visitor. */
export function requireAccount({ caller }: { caller: Caller }): CallerAccount {
	if (caller.account === null) throw new Problem('unauthenticated');
	return caller.account;
}
