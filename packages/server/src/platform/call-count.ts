import { tryAgainIn } from '@sw/contract/base/errors';
import { countCall, type Quota, type QuotaState, secondsLeft } from '@sw/domain/access/caller';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { type MaybePromise, mapMaybePromise } from './concurrency/maybe-promise.ts';
import { Problem } from './errors.ts';

interface Counted {
	/** Calls in this window over all processes, as far as this process knows. */
	readonly count: number;
	readonly endsAt: UtcMs;
}

/** Adds this process's counts to the shared ones and returns the totals. A window that has ended starts over. */
export type AddCounts = (
	counts: readonly { key: string; increment: number }[],
	window: number,
	now: UtcMs,
) => Promise<readonly ({ key: string } & Counted)[]>;

interface SharedCountsParts {
	/** Length of a window in milliseconds; a window begins with its first call. */
	readonly window: number;
	/** Calls that this process counts before it reports them to the others. */
	readonly ahead: number;
	readonly now: () => UtcMs;
	readonly add: AddCounts;
	onError(error: unknown): void;
}

/** Counts one call for the key; `endsIn` is in milliseconds. */
export type SharedCounts = (key: string) => MaybePromise<Counted & { readonly endsIn: number }>;

/** Creates the counts of a limit; `name` must be unique. `window` is in milliseconds. */
export type SharedLimits = (name: string, limit: number, window: number) => SharedCounts;

interface Entry {
	/** Total of all processes at the last exchange. */
	reported: number;
	/** Calls being sent to the others. */
	sent: number;
	/** Calls counted here and not sent yet. */
	own: number;
	endsAt: UtcMs;
}

/** Milliseconds without exchanges after one has failed. */
const REST = 1_000;

/**
 * Counts that several processes share without a request per call: a process reports its calls in batches of `maxUnreported` and then waits for the total.
 * So a process lets at most twice `maxUnreported` calls pass that the others don't know of, and smaller counts are never reported.
 */
export function createSharedCounts({ window, ahead, now, add, onError }: SharedCountsParts): SharedCounts {
	const kept = new LRUCache<string, Entry>({ max: KEPT });
	const waiting = new Map<string, Entry>();
	let current: Promise<void> = Promise.resolve();
	let next: Promise<void> | undefined;
	let restsUntil = 0;

	const exchange = async (): Promise<void> => {
		next = undefined;
		const batch = new Map(waiting);
		waiting.clear();
		for (const entry of batch.values()) [entry.sent, entry.own] = [entry.own, 0];
		try {
			const counts = Array.from(batch, ([key, { sent }]) => ({ key, increment: sent }));
			for (const { key, count, endsAt } of await add(counts, window, now())) {
				const entry = batch.get(key);
				if (entry) Object.assign(entry, { reported: count, sent: 0, endsAt });
			}
		} catch (error) {
			// Each process uses its own count until the exchange works again.
			for (const entry of batch.values()) [entry.sent, entry.own] = [0, entry.own + entry.sent];
			restsUntil = now() + REST;
			onError(error);
		}
	};
	/** Callers share one exchange until it is sent. */
	const nextExchange = (): Promise<void> => {
		next ??= current.then(exchange);
		current = next;
		return next;
	};
	const present = ({ reported, sent, own, endsAt }: Entry, at: UtcMs) => ({ count: reported + sent + own, endsAt, endsIn: endsAt - at });

	return (key) => {
		const at = now();
		let entry = kept.get(key);
		if (entry === undefined || at >= entry.endsAt) {
			entry = { reported: 0, sent: 0, own: 0, endsAt: (at + window) as UtcMs };
			kept.set(key, entry);
		}
		entry.own++;
		if (entry.own < ahead || at < restsUntil) return present(entry, at);
		const counted = entry;
		waiting.set(key, counted);
		return nextExchange().then(() => present(counted, at));
	};
}

/** Callers whose counts are kept, the most recent ones. */
const KEPT = 10_000;

/** Counts a call and returns the remaining quota. Throws a Problem with the time to retry if the limit is exceeded. */
type CallCount = (caller: string, now: UtcMs) => MaybePromise<QuotaState>;

/** Limits calls per window of `window` milliseconds, in this process or, with `shared`, over all processes. `policy` is the limit's name in headers. */
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

/**
 * The headers RateLimit and RateLimit-Policy according to draft-ietf-httpapi-ratelimit-headers-10: the policy's name,
 * its quota `q` and window `w` in seconds, the remaining calls `r` and the seconds `t` until the quota is renewed.
 */
export function quotaHeaders({ policy, limit, window, left, seconds }: QuotaState): Record<string, string> {
	return {
		'ratelimit-policy': `"${policy}";q=${limit};w=${window / 1_000}`,
		ratelimit: `"${policy}";r=${left};t=${seconds}`,
	};
}
