import { tryAgainIn } from '@sw/contract/errors';
import { counted, type Quota, type QuotaTold, secondsLeft } from '@sw/domain/access/quota';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { Problem } from './errors.ts';

/** Callers that are counted: those that called last. */
const KEPT = 10_000;

/** Counts one more call of a caller and says what is left; the one beyond the limit is a Problem that says when to come back. */
type CallCount = (caller: string, now: UtcMs) => QuotaTold;

/** So many calls in each window of so many milliseconds. */
export const createCallCount = (limit: number, window: number): CallCount => {
	const quotas = new LRUCache<string, Quota>({ max: KEPT });
	return (caller, now) => {
		const quota = counted(quotas.get(caller), limit, window, now);
		quotas.set(caller, quota);
		const seconds = secondsLeft(quota, now);
		if (quota.left >= 0) return { limit, window, left: quota.left, seconds };
		throw new Problem('rate_limited', { detail: tryAgainIn(seconds), headers: { 'retry-after': String(seconds) } });
	};
};
