import type { Endpoint } from '@sw/contract/base/define';
import type { Caller } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import type { MaybePromise } from '../platform/concurrency/maybe-promise.ts';
import { Problem } from '../platform/errors.ts';
import { rateLimitBucket } from './rate-limit-bucket.ts';

/** Properties of a call on which access depends. */
export type AccessRules = Pick<Endpoint, 'access' | 'scope' | 'rate' | 'elsewhere'>;

/** Authenticates a call or throws: 401 without a session or key, 403 without the right. Runs before anything of the call is read. */
export type Guard = (request: FastifyRequest, rules: AccessRules) => MaybePromise<Caller>;

export function visitorOf(request: FastifyRequest): Caller {
	return { address: rateLimitBucket(request), account: null };
}

/** Only permits public calls. */
export const publicOnly: Guard = (request, { access }) => {
	if (access !== 'public') throw new Problem('unauthenticated');
	return visitorOf(request);
};
