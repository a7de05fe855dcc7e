import { MINUTE, utcMs } from '@sw/domain/time/units';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { bucketOf } from '../areas/bucket-of.ts';
import { createCallCount } from '../platform/call-count.ts';
import type { SharedLimits } from '../platform/shared-counts.ts';
import { isPromise, type Soon } from '../platform/soon.ts';
import { isInProcess } from './in-process.ts';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Unless told its calls count with those of all other routes. */
		calls?: 'uncounted' | OwnLimit;
	}
}

/** A route whose calls count by themselves. */
interface OwnLimit {
	/** In a minute; as many as of all others unless told. */
	readonly max?: number;
	/** Calls that do not count. */
	readonly free?: (request: FastifyRequest) => boolean;
}

type Count = (request: FastifyRequest) => Soon<unknown>;

export interface CallLimitsParts {
	/** Of an address in a minute. */
	readonly max: number;
	readonly now: () => number;
	/** What all processes count together; unless told each counts by itself. */
	readonly shared?: SharedLimits | undefined;
}

/**
 * Counts the calls of each address by the minute, before anything else of a route but its own refusal of a wrong method. All within the turn in
 * which the request came: a call that finds its answer in memory waits for nothing. Answers the count of what no route takes.
 */
export const limitCalls = (app: FastifyInstance, { max, now, shared }: CallLimitsParts): Count => {
	const counting = (name: string, limit: number, isFree: (request: FastifyRequest) => boolean = () => false): Count => {
		const count = createCallCount(limit, MINUTE, shared?.(name, limit, MINUTE));
		return (request) => {
			if (isInProcess(request) || request.url.startsWith('/assets/') || isFree(request)) return undefined;
			return count(bucketOf(request), utcMs(now()));
		};
	};
	const hookOf =
		(count: Count): onRequestHookHandler =>
		(request, _reply, done) => {
			const counted = count(request);
			if (isPromise(counted)) counted.then(() => done(), done);
			else done();
		};
	const countForAll = counting('address', max);
	const forAll = hookOf(countForAll);
	/** A HEAD comes with the settings of its GET, and counts with it. */
	const own = new WeakMap<OwnLimit, onRequestHookHandler>();
	const hookFor = (calls: OwnLimit | undefined, url: string): onRequestHookHandler => {
		if (!calls) return forAll;
		const hook = own.get(calls) ?? hookOf(counting(`address ${url}`, calls.max ?? max, calls.free));
		own.set(calls, hook);
		return hook;
	};

	app.addHook('onRoute', (route) => {
		const { calls } = route.config ?? {};
		if (calls !== 'uncounted') route.onRequest = [route.onRequest ?? [], hookFor(calls, `${route.method} ${route.url}`)].flat();
	});
	return countForAll;
};
