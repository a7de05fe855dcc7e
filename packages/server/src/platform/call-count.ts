import { retryAfterMessage } from '@sw/contract/base/errors';
import { countCall, type Quota, type QuotaState, secondsLeft } from '@sw/domain/access/caller';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { type MaybePromise, mapMaybePromise } from './concurrency/maybe-promise.ts';
import { Problem } from './errors.ts';

interface WindowCount {
	/** Calls in this window over all processes, known to this process. */
	readonly count: number;
	readonly endsAt: UtcMs;
}

/** Adds this process's counts to the shared ones and returns the totals. A window that has ended starts over. */
export type AddCounts = (
	counts: readonly { key: string; increment: number }[],
	windowMs: number,
	now: UtcMs,
) => Promise<readonly ({ key: string } & WindowCount)[]>;

interface SharedCounterParts {
	/** Length of a window in milliseconds; a window begins with its first call. */
	readonly windowMs: number;
	/** Number of calls that this process counts before reporting them to the other processes. */
	readonly maxUnreported: number;
	readonly now: () => UtcMs;
	readonly addCounts: AddCounts;
	onError(error: unknown): void;
}

/** Counts one call for the key and returns the count of the current window. */
export type SharedCounter = (key: string) => MaybePromise<WindowCount & { readonly endsInMs: number }>;

/** Creates the shared counter of a limit; `name` must be unique. */
export type CreateSharedCounter = (name: string, limit: number, windowMs: number) => SharedCounter;

interface Entry {
	/** Total of all processes at the last exchange. */
	reportedTotal: number;
	/** Calls being sent to the other processes. */
	sending: number;
	/** Calls counted here and not sent yet. */
	unsent: number;
	endsAt: UtcMs;
}

/** Milliseconds without exchanges after one has failed. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

/**
 * Creates a counter that several processes share. Each process reports its calls in batches of `maxUnreported`, and waits for the total only then.
 * At most twice `maxUnreported` calls of a process are unknown to the others. Fewer than `maxUnreported` calls are never reported.
 */
export function createSharedCounter({ windowMs, maxUnreported, now, addCounts, onError }: SharedCounterParts): SharedCounter {
	const entries = new LRUCache<string, Entry>({ max: MAX_CALLERS });
	const pending = new Map<string, Entry>();
	let currentExchange: Promise<void> = Promise.resolve();
	let next: Promise<void> | undefined;
	let pausedUntil = 0;

	const exchange = async (): Promise<void> => {
		next = undefined;
		const batch = new Map(pending);
		pending.clear();
		for (const entry of batch.values()) [entry.sending, entry.unsent] = [entry.unsent, 0];
		try {
			const counts = Array.from(batch, ([key, { sending }]) => ({ key, increment: sending }));
			for (const { key, count, endsAt } of await addCounts(counts, windowMs, now())) {
				const entry = batch.get(key);
				if (entry) Object.assign(entry, { reportedTotal: count, sending: 0, endsAt } satisfies Partial<Entry>);
			}
		} catch (error) {
			// Each process uses its own count until the exchange works again.
			for (const entry of batch.values()) [entry.sending, entry.unsent] = [0, entry.unsent + entry.sending];
			pausedUntil = now() + PAUSE_AFTER_FAILURE_MS;
			onError(error);
		}
	};
	/** Schedules the next exchange. Callers share one exchange until it is sent. */
	const scheduleExchange = (): Promise<void> => {
		next ??= currentExchange.then(exchange);
		currentExchange = next;
		return next;
	};
	const computeCount = ({ reportedTotal, sending, unsent, endsAt }: Entry, instant: UtcMs) => ({
		count: reportedTotal + sending + unsent,
		endsAt,
		endsInMs: endsAt - instant,
	});

	return (key) => {
		const calledAt = now();
		let entry = entries.get(key);
		if (entry === undefined || calledAt >= entry.endsAt) {
			entry = { reportedTotal: 0, sending: 0, unsent: 0, endsAt: (calledAt + windowMs) as UtcMs };
			entries.set(key, entry);
		}
		entry.unsent++;
		if (entry.unsent < maxUnreported || calledAt < pausedUntil) return computeCount(entry, calledAt);
		const countedEntry = entry;
		pending.set(key, countedEntry);
		return scheduleExchange().then(() => computeCount(countedEntry, calledAt));
	};
}

/** Maximum number of callers with a stored count; the least recent are dropped. */
const MAX_CALLERS = 10_000;

/** Counts a call and returns the remaining quota. Throws a Problem with the time to retry if the limit is exceeded. */
type CountLimitedCall = (caller: string, now: UtcMs) => MaybePromise<QuotaState>;

/** Limits calls per window, in this process or, with `shared`, over all processes. `policy` is the limit's name in headers. */
export function createCallLimiter(policy: string, limit: number, windowMs: number, shared?: SharedCounter): CountLimitedCall {
	/** Created by the first call: it takes 0.2 MB, and most limits are of routes that are rarely called. */
	let quotas: LRUCache<string, Quota> | undefined;
	const countLocally = (caller: string, now: UtcMs): Quota => {
		quotas ??= new LRUCache<string, Quota>({ max: MAX_CALLERS });
		const quota = countCall(quotas.get(caller), limit, windowMs, now);
		quotas.set(caller, quota);
		return quota;
	};
	const countShared = (sharedCounter: SharedCounter, caller: string): MaybePromise<Pick<Quota, 'left' | 'endsAt'>> =>
		mapMaybePromise(sharedCounter(caller), ({ count: calls, endsAt }) => ({ left: Math.max(limit - calls, -1), endsAt }));
	return (caller, now) =>
		mapMaybePromise(shared ? countShared(shared, caller) : countLocally(caller, now), ({ left, endsAt }) => {
			const seconds = secondsLeft({ endsAt }, now);
			const quota = { policy, limit, window: windowMs, left: Math.max(0, left), seconds };
			if (left >= 0) return quota;
			throw new Problem('rate_limited', {
				detail: retryAfterMessage(seconds),
				headers: { 'retry-after': String(seconds), ...quotaHeaders(quota) },
			});
		});
}

/**
 * Builds the headers RateLimit and RateLimit-Policy according to draft-ietf-httpapi-ratelimit-headers-10: the policy's name,
 * its quota `q` and window `w` in seconds, the remaining calls `r` and the seconds `t` until the quota is renewed.
 */
export function quotaHeaders({ policy, limit, window, left, seconds }: QuotaState): Record<string, string> {
	return {
		'ratelimit-policy': `"${policy}";q=${limit};w=${window / 1_000}`,
		ratelimit: `"${policy}";r=${left};t=${seconds}`,
	};
}
