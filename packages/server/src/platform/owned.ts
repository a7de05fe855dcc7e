import { LRUCache } from 'lru-cache';
import type { Soon } from './soon.ts';

/** Users' personal data, cached in memory; read again after `forget`. */
export interface Owned<T> {
	of(userId: string): Soon<T>;
	/** Invalidates after a change here or in another process. Default: all users. */
	forget(userId?: string): void;
}

/** Users whose data is cached. */
const KEPT = 2_000;

export const createOwned = <T extends object>(read: (userId: string) => Promise<T>): Owned<T> => {
	const kept = new LRUCache<string, Soon<T>>({ max: KEPT });
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
};
