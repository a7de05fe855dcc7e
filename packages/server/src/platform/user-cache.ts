import { LRUCache } from 'lru-cache';
import type { MaybePromise } from './concurrency/maybe-promise.ts';

/** Users' personal data, cached in memory until `forget`. */
export interface UserCache<T> {
	get(userId: string): MaybePromise<T>;
	/** Invalidates one user's data after a change here or in another process. Default: the data of all users. */
	forget(userId?: string): void;
}

/** Number of users whose data is cached. */
const MAX_USERS = 2_000;

export function createUserCache<T extends object>(read: (userId: string) => Promise<T>): UserCache<T> {
	const cache = new LRUCache<string, MaybePromise<T>>({ max: MAX_USERS });
	return {
		get(userId) {
			const cached = cache.get(userId);
			if (cached) return cached;
			const promise = read(userId);
			cache.set(userId, promise);
			// A result that was invalidated meanwhile is not cached. The caller gets the error of a failed read; the next call tries again.
			const isCurrent = (): boolean => cache.get(userId) === promise;
			promise.then(
				(data) => isCurrent() && cache.set(userId, data),
				() => isCurrent() && cache.delete(userId),
			);
			return promise;
		},
		forget: (userId) => (userId === undefined ? cache.clear() : cache.delete(userId)),
	};
}
