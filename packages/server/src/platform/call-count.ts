import { tryAgainIn } from '@sw/contract/base/errors';
import { countCall, type Quota, type QuotaState, secondsLeft } from '@sw/domain/access/caller';
import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import { type MaybePromise, mapMaybePromise } from './concurrency/maybe-promise.ts';
import { Problem } from './errors.ts';

interface Counted {
	/** Count in this window over all processes, as far as this process knows. */
	readonly count: number;
	readonly endsAt: UtcMs;
}

/** Adds this process's counts to the shared ones, and returns the totals; a window that has ended starts again. */
export type AddCounts = (
	counts: readonly { key: string; increment: number }[],
	window: number,
	now: UtcMs,
) => Promise<readonly ({ key: string } & Counted)[]>;

interface SharedCountsParts {
	/** Length of a window in milliseconds; it begins with its first count. */
	readonly window: number;
	/** How many this process counts before it reports them to the others. */
	readonly ahead: number;
	readonly now: () => UtcMs;
	readonly add: AddCounts;
	onError(error: unknown): void;
}

/** Counts one more for the key; `endsIn` is in milliseconds. */
export type SharedCounts = (key: string) => MaybePromise<Counted & { readonly endsIn: number }>;

/** The counts of a limit with a unique name. `window` is in milliseconds. */
export type SharedLimits = (name: string, limit: number, window: number) => SharedCounts;

interface Entry {
	/** Total of all processes at the last exchange. */
	reported: number;
	/** Being sent to the others. */
	sent: number;
	/** Counted here since then. */
	own: number;
	endsAt: UtcMs;
}

/** Milliseconds to wait after a failed exchange. */
const REST = 1_000;

/**
 * Counts shared by several processes without a request for each: a process that has counted `ahead` on its own reports them and waits for the others'
 * counts. So no process lets through more than twice `ahead` that the others do not know of, and smaller counts are never reported.
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
	/** Callers that come before it is sent share one exchange. */
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

/**
 * RateLimit and RateLimit-Policy as in the draft of the IETF's working group on HTTP APIs (draft-ietf-httpapi-ratelimit-headers-10): the policy's name,
 * its quota `q` and window `w`, what remains `r` and in how many seconds it is renewed `t`.
 */
export function quotaHeaders({ policy, limit, window, left, seconds }: QuotaState): Record<string, string> {
	return {
		'ratelimit-policy': `"${policy}";q=${limit};w=${window / 1_000}`,
		ratelimit: `"${policy}";r=${left};t=${seconds}`,
	};
}
