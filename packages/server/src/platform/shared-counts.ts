import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { MaybePromise } from './concurrency/maybe-promise.ts';

export interface Counted {
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

export interface SharedCountsParts {
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

/** Most recently counted keys to keep. */
const KEPT = 10_000;
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
