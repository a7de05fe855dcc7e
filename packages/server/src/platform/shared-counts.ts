import type { UtcMs } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { Soon } from './soon.ts';

export interface Counted {
	/** In this window, by all processes, as far as this one knows. */
	readonly count: number;
	readonly endsAt: UtcMs;
}

/** Adds what was counted here to what all have counted, and says what that makes; a window that has ended starts again. */
export type AddCounts = (
	counts: readonly { key: string; by: number }[],
	window: number,
	now: UtcMs,
) => Promise<readonly ({ key: string } & Counted)[]>;

export interface SharedCountsParts {
	/** Milliseconds of a window, which begins with its first count. */
	readonly window: number;
	/** What this process counts by itself before it tells the others. */
	readonly ahead: number;
	readonly now: () => UtcMs;
	readonly add: AddCounts;
	onTrouble(error: unknown): void;
}

/** Counts one more under the key; `endsIn` is in milliseconds. */
export type SharedCounts = (key: string) => Soon<Counted & { readonly endsIn: number }>;

/** The counts of a limit, by a name that no other has. `window` is in milliseconds. */
export type SharedLimits = (name: string, limit: number, window: number) => SharedCounts;

interface Entry {
	/** By all, at the last exchange. */
	told: number;
	/** On its way to the others. */
	sent: number;
	/** Since then. */
	own: number;
	endsAt: UtcMs;
}

/** Keys that counted last. */
const KEPT = 10_000;
/** Milliseconds after an exchange that failed. */
const REST = 1_000;

/**
 * Counts that several processes share without asking each other each time: whoever has counted `ahead` by himself tells the others, and waits to hear
 * what they have counted. So no process lets more than twice `ahead` through that the others do not know of, and what stays below it is never told at all.
 */
export const createSharedCounts = ({ window, ahead, now, add, onTrouble }: SharedCountsParts): SharedCounts => {
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
			const counts = Array.from(batch, ([key, { sent }]) => ({ key, by: sent }));
			for (const { key, count, endsAt } of await add(counts, window, now())) {
				const entry = batch.get(key);
				if (entry) Object.assign(entry, { told: count, sent: 0, endsAt });
			}
		} catch (error) {
			// Each goes by its own count until the others can be told again.
			for (const entry of batch.values()) [entry.sent, entry.own] = [0, entry.own + entry.sent];
			restsUntil = now() + REST;
			onTrouble(error);
		}
	};
	/** All that ask for it before it leaves leave together. */
	const nextExchange = (): Promise<void> => {
		next ??= current.then(exchange);
		current = next;
		return next;
	};
	const standing = ({ told, sent, own, endsAt }: Entry, at: UtcMs) => ({ count: told + sent + own, endsAt, endsIn: endsAt - at });

	return (key) => {
		const at = now();
		let entry = kept.get(key);
		if (entry === undefined || at >= entry.endsAt) {
			entry = { told: 0, sent: 0, own: 0, endsAt: (at + window) as UtcMs };
			kept.set(key, entry);
		}
		entry.own++;
		if (entry.own < ahead || at < restsUntil) return standing(entry, at);
		const counted = entry;
		waiting.set(key, counted);
		return nextExchange().then(() => standing(counted, at));
	};
};
