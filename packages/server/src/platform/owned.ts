import { LRUCache } from 'lru-cache';
import type { Soon } from './soon.ts';

/** What users own, from memory; read again after `forget`. */
export interface Owned<T> {
	of(userId: string): Soon<T>;
	/** It changed, here or in another process; without a name everybody's did. */
	forget(userId?: string): void;
}

/** Users of whom it is kept in memory. */
const KEPT = 2_000;

export const createOwned = <T extends object>(read: (userId: string) => Promise<T>): Owned<T> => {
	const kept = new LRUCache<string, Soon<T>>({ max: KEPT });
	return {
		of(userId) {
			const found = kept.get(userId);
			if (found) return found;
			const reading = read(userId);
			kept.set(userId, reading);
			// What was forgotten meanwhile is not put back. A failure is the asker's; the next one tries again.
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
