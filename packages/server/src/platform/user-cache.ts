import { LRUCache } from 'lru-cache';
import type { MaybePromise } from './concurrency/maybe-promise.ts';

/** Users' personal data, cached in memory; read again after `forget`. */
export interface UserCache<T> {
	of(userId: string): MaybePromise<T>;
	/** Invalidates after a change here or in another process. Default: all users. */
	forget(userId?: string): void;
}

/** Users whose data is cached. */
const KEPT = 2_000;

export function createUserCache<T extends object>(read: (userId: string) => Promise<T>): UserCache<T> {
	const kept = new LRUCache<string, MaybePromise<T>>({ max: KEPT });
	return {
		of(userId) {
			const found = kept.get(userId);
			if (found) return found;
			const reading = read(userId);
			kept.set(userId, reading);
			// A result that was invalidated meanwhile is not cached. A failure goes to the caller; the next call tries again.
			const isWanted = (): boolean => kept.get(userId) === reading;
			reading.then(
				(owned) => isWanted() && kept.set(userId, owned),
				() => isWanted() && kept.delete(userId),
			);
			return reading;
		},
		forget: (userId) => (userId === undefined ? kept.clear() : kept.delete(userId)),
	};
}
