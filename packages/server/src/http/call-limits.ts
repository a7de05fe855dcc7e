import { randomBytes } from 'node:crypto';
import type { QuotaState } from '@sw/domain/access/caller';
import { MINUTE, utcMs } from '@sw/domain/time/units';
import type { FastifyInstance, FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { rateLimitBucket } from '../areas/guard.ts';
import { type CreateSharedCounter, createCallLimiter, quotaHeaders } from '../platform/call-count.ts';
import { isPromise, type MaybePromise, mapMaybePromise } from '../platform/concurrency/maybe-promise.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** How calls of the route are counted. Default: together with the calls of all other routes. */
		calls?: 'uncounted' | RouteLimit;
	}
}

/** A route with its own limit. */
interface RouteLimit {
	/** Calls per minute. Default: the general limit. */
	readonly max?: number;
	/** Whether a call is exempt. */
	readonly isExempt?: (request: FastifyRequest) => boolean;
}

/** Counts a call, and sets the answer's quota headers; 429 beyond the limit. */
type CountCall = (request: FastifyRequest, reply: FastifyReply) => MaybePromise<void>;

export interface CallLimitsParts {
	/** Calls per minute and IP address. */
	readonly max: number;
	readonly now: () => number;
	/** Rate limits shared by all processes. Default: counted in this process. */
	readonly shared?: CreateSharedCounter | undefined;
}

/**
 * Limits the calls per minute and IP address, before everything else in a route except the 405. Counts synchronously unless the limits are shared, so that a
 * call answered from memory never waits. Returns the counter for requests that match no route.
 */
export function limitCalls(app: FastifyInstance, { max, now, shared }: CallLimitsParts): CountCall {
	const createCounter = (
		policy: string,
		name: string,
		limit: number,
		isExempt: (request: FastifyRequest) => boolean = () => false,
	): CountCall => {
		const count = createCallLimiter(policy, limit, MINUTE, shared?.(name, limit, MINUTE));
		return (request, reply) => {
			if (isInProcess(request) || request.url.startsWith('/assets/') || isExempt(request)) return undefined;
			// Pages get no quota headers, because they are cached for all readers.
			const setQuotaHeaders = (quota: QuotaState): void => void (request.url.startsWith('/api/') && reply.headers(quotaHeaders(quota)));
			return mapMaybePromise(count(rateLimitBucket(request), utcMs(now())), setQuotaHeaders);
		};
	};
	const createHook =
		(count: CountCall): onRequestHookHandler =>
		(request, reply, done) => {
			const pending = count(request, reply);
			if (isPromise(pending)) pending.then(() => done(), done);
			else done();
		};
	const countGeneral = createCounter('address', 'address', max);
	const generalHook = createHook(countGeneral);
	/** Hooks by limit object, so that the HEAD of a route shares the limit of its GET. */
	const ownHooks = new WeakMap<RouteLimit, onRequestHookHandler>();
	const hookFor = (calls: RouteLimit | undefined, url: string): onRequestHookHandler => {
		if (!calls) return generalHook;
		const hook = ownHooks.get(calls) ?? createHook(createCounter('call', `address ${url}`, calls.max ?? max, calls.isExempt));
		ownHooks.set(calls, hook);
		return hook;
	};

	app.addHook('onRoute', (route) => {
		const { calls } = route.config ?? {};
		if (calls !== 'uncounted') route.onRequest = [route.onRequest ?? [], hookFor(calls, `${route.method} ${route.url}`)].flat();
	});
	return countGeneral;
}

/**
 * Header of calls that aren't counted: calls made while a page is rendered count as that page. The value is random in every process, so that it can't be
 * guessed.
 */
export const IN_PROCESS = { 'x-in-process': randomBytes(16).toString('base64url') } as const;

export function isInProcess(request: FastifyRequest): boolean {
	return request.headers['x-in-process'] === IN_PROCESS['x-in-process'];
}

/** Marks a call that another process has counted and forwarded. */
export function skipCallLimits(request: FastifyRequest): void {
	void Object.assign(request.headers, IN_PROCESS);
}
