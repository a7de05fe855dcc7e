import type { FastifyRateLimitStore, FastifyRateLimitStoreCtor } from '@fastify/rate-limit';
import type { SharedCounts } from '../platform/shared-counts.ts';
import { whenThere } from '../platform/soon.ts';

/** Where @fastify/rate-limit finds what was counted: routes with words of their own on who is counted count in the same place. */
export const rateStore = (calls: SharedCounts): FastifyRateLimitStoreCtor =>
	class implements FastifyRateLimitStore {
		incr(key: string, done: (error: Error | null, counted?: { current: number; ttl: number }) => void): void {
			void whenThere(calls(key), ({ count, endsIn }) => done(null, { current: count, ttl: endsIn }));
		}

		child(): FastifyRateLimitStore {
			return this;
		}
	};
