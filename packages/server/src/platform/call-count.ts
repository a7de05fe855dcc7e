import { tryAgainIn } from '@sw/contract/errors';
import { counted, type Quota, type QuotaTold, secondsLeft } from '@sw/domain/access/quota';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { Problem } from './errors.ts';
import type { SharedCounts } from './shared-counts.ts';
import { type Soon, whenThere } from './soon.ts';

/** Callers that are counted: those that called last. */
const KEPT = 10_000;

/** Counts one more call of a caller and says what is left; the one beyond the limit is a Problem that says when to come back. */
type CallCount = (caller: string, now: UtcMs) => Soon<QuotaTold>;

/** So many calls in each window of so many milliseconds, in this process, or as all that share the counts have counted them. */
export const createCallCount = (limit: number, window: number, shared?: SharedCounts): CallCount => {
	const quotas = new LRUCache<string, Quota>({ max: KEPT });
	const countHere = (caller: string, now: UtcMs): Quota => {
		const quota = counted(quotas.get(caller), limit, window, now);
		quotas.set(caller, quota);
		return quota;
	};
	const countByAll = (count: SharedCounts, caller: string): Soon<Pick<Quota, 'left' | 'endsAt'>> =>
		whenThere(count(caller), ({ count: calls, endsAt }) => ({ left: Math.max(limit - calls, -1), endsAt }));
	return (caller, now) =>
		whenThere(shared ? countByAll(shared, caller) : countHere(caller, now), ({ left, endsAt }) => {
			const seconds = secondsLeft({ endsAt }, now);
			if (left >= 0) return { limit, window, left, seconds };
			throw new Problem('rate_limited', { detail: tryAgainIn(seconds), headers: { 'retry-after': String(seconds) } });
		});
};
