import type { UserKey } from '@sw/domain/access/api-key';
import type { SessionOfUser } from '@sw/domain/access/session';
import { SECOND } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import type { AccountRecords } from '../parts/ports.ts';

/** Number of cached sessions, and of cached keys. */
const MAX_CACHED_ENTRIES = 10_000;
/** Maximum age of a cached entry. Limits the damage when a notification of a change is lost with its connection. */
const CACHE_LIFE_MS = 30 * SECOND;

/** Caches sessions of recent access tokens, and recent keys, so that not every call queries the database. */
export interface SessionCache {
	/** The given records, with sessions and keys read from the cache. Changes made through them drop the affected entries. */
	readonly records: AccountRecords;
	/** Drops the entries of a user or session that another process changed (for a key, the id of its user); without an id, all entries. */
	forget(id?: string): void;
	/** Pass false while notifications of other processes can't be received, so that nothing is cached. */
	setListening(isListening: boolean): void;
}

interface Cached<T> {
	value: T;
	expiresAt: number;
}

type OnChange = (id: string) => void;

export function createSessionCache(records: AccountRecords, clock: Clock): SessionCache {
	const sessions = new LRUCache<string, Cached<SessionOfUser>>({ max: MAX_CACHED_ENTRIES });
	const keys = new LRUCache<string, Cached<UserKey>>({ max: MAX_CACHED_ENTRIES });
	let isListening = true;
	/** Number of changes so far. If the number grew during a query, the result may be outdated and isn't cached. */
	let changeCount = 0;

	const forget = (id?: string): void => {
		changeCount++;
		if (id === undefined) {
			sessions.clear();
			keys.clear();
			return;
		}
		for (const [hash, { value }] of sessions.entries()) if (value.user.id === id || value.session.id === id) sessions.delete(hash);
		for (const [hash, { value }] of keys.entries()) if (value.user.id === id) keys.delete(hash);
	};

	/** Wraps a query by hash, so that it returns a cached result, or queries the database. */
	const cacheQuery = <T extends object>(cache: LRUCache<string, Cached<T>>, query: (hash: Uint8Array) => MaybePromise<T | undefined>) => {
		return (hash: Uint8Array): MaybePromise<T | undefined> => {
			const key = (Buffer.isBuffer(hash) ? hash : Buffer.from(hash)).toString('latin1');
			const cached = cache.get(key);
			if (cached && clock.now() < cached.expiresAt) return cached.value;
			const countBefore = changeCount;
			return mapMaybePromise(query(hash), (value) => {
				if (value && isListening && changeCount === countBefore) cache.set(key, { value, expiresAt: clock.now() + CACHE_LIFE_MS });
				return value;
			});
		};
	};

	return {
		records: {
			...withChangeReports(records, forget),
			sessionByAccess: cacheQuery(sessions, records.sessionByAccess),
			keyByHash: cacheQuery(keys, records.keyByHash),
			// Changes only become visible at the commit, so the entries are dropped afterwards.
			transaction: async (work) => {
				const changedIds = new Set<string>();
				try {
					return await records.transaction((tx) => work(withChangeReports(tx, (id) => changedIds.add(id))));
				} finally {
					for (const id of changedIds) forget(id);
				}
			},
		},
		forget,
		setListening: (isNowListening) => {
			isListening = isNowListening;
			forget();
		},
	};
}

/** Wraps the records to report the id of each user or session that is changed. */
function withChangeReports(records: AccountRecords, onChange: OnChange): AccountRecords {
	return {
		...records,
		changeUser: withChangeReport(records.changeUser, onChange),
		removeUser: withChangeReport(records.removeUser, onChange),
		rotateSession: withChangeReport(records.rotateSession, onChange),
		endSession: withChangeReport(records.endSession, onChange),
		endSessions: withChangeReport(records.endSessions, onChange),
		removeKey: (id, userId) => withChangeReport((_, keyId: string) => records.removeKey(keyId, userId), onChange)(userId, id),
		removeKeys: withChangeReport(records.removeKeys, onChange),
		transaction: (work) => records.transaction((tx) => work(withChangeReports(tx, onChange))),
	};
}

/** Reports a change even on failure: an error can come after the commit. */
function withChangeReport<A extends readonly unknown[], R>(change: (id: string, ...rest: A) => Promise<R>, onChange: OnChange) {
	return async (id: string, ...rest: A): Promise<R> => {
		try {
			return await change(id, ...rest);
		} finally {
			onChange(id);
		}
	};
}
