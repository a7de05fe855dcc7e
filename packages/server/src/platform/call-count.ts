import { tryAgainIn } from '@sw/contract/base/errors';
import { countCall, type Quota, type QuotaState, secondsLeft } from '@sw/domain/access/quota';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { type MaybePromise, mapMaybePromise } from './concurrency/maybe-promise.ts';
import { Problem } from './errors.ts';
import { quotaHeaders } from './quota-headers.ts';
import type { SharedCounts } from './shared-counts.ts';

/** Most recent callers to keep counts of. */
const KEPT = 10_000;

/** Counts a caller's call and returns the remaining quota; beyond the limit throws a Problem with the time to retry. */
type CallCount = (caller: string, now: UtcMs) => MaybePromise<QuotaState>;

/** Limits calls per window of `window` milliseconds, in this process, or over all processes that share the counts. `policy`: its name in headers. */
export function createCallCount(policy: string, limit: number, window: number, shared?: SharedCounts): CallCount {
	const quotas = new LRUCache<string, Quota>({ max: KEPT });
	const countHere = (caller: string, now: UtcMs): Quota => {
		const quota = countCall(quotas.get(caller), limit, window, now);
		quotas.set(caller, quota);
		return quota;
	};
	const countByAll = (count: SharedCounts, caller: string): MaybePromise<Pick<Quota, 'left' | 'endsAt'>> =>
		mapMaybePromise(count(caller), ({ count: calls, endsAt }) => ({ left: Math.max(limit - calls, -1), endsAt }));
	return (caller, now) =>
		mapMaybePromise(shared ? countByAll(shared, caller) : countHere(caller, now), ({ left, endsAt }) => {
			const seconds = secondsLeft({ endsAt }, now);
			const quota = { policy, limit, window, left: Math.max(0, left), seconds };
			if (left >= 0) return quota;
			throw new Problem('rate_limited', {
				detail: tryAgainIn(seconds),
				headers: { 'retry-after': String(seconds), ...quotaHeaders(quota) },
			});
		});
}
