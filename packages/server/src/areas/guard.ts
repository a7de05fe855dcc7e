import type { Endpoint } from '@sw/contract/define';
import type { Caller } from '@sw/domain/access/caller';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../platform/errors.ts';
import type { Soon } from '../platform/soon.ts';
import { bucketOf } from './bucket-of.ts';

/** Properties of a call on which access depends. */
export type Door = Pick<Endpoint, 'access' | 'scope' | 'rate' | 'elsewhere'>;

/** Authenticates a call or throws: 401 without a session or key, 403 without the right. Runs before anything of the call is read. */
export type Guard = (request: FastifyRequest, door: Door) => Soon<Caller>;

export const visitorOf = (request: FastifyRequest): Caller => ({ address: bucketOf(request), account: null });

/** Only permits public calls. */
export const publicOnly: Guard = (request, { access }) => {
	if (access !== 'public') throw new Problem('unauthenticated');
	return visitorOf(request);
};
