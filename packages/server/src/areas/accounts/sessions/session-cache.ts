import type { KeyOfUser } from '@sw/domain/access/api-key';
import type { SessionOfUser } from '@sw/domain/access/session';
import { SECOND } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import type { AccountRecords } from '../parts/ports.ts';

/** Number of cached sessions, and of cached keys. */
const CACHED_ENTRIES = 10_000;
/** Maximum age of a cached entry. Limits the damage when a notification of a change is lost with its connection. */
const CACHE_LIFE = 30 * SECOND;

/** Caches sessions of recent access tokens, and recent keys, so that not every call queries the database. */
export interface SessionCache {
	/** The given records, with sessions and keys read from the cache. Changes made through them drop the entries concerned. */
	readonly records: AccountRecords;
	/** Drops the entries of a user or session that another process changed (for a key, the id of its user); without an id, all entries. */
	forget(id?: string): void;
	/** Pass false while notifications of other processes can't be received, so that nothing is cached. */
	setListening(is: boolean): void;
}

interface Cached<T> {
	found: T;
	until: number;
}

type OnChange = (id: string) => void;

export function createSessionCache(records: AccountRecords, clock: Clock): SessionCache {
	const sessions = new LRUCache<string, Cached<SessionOfUser>>({ max: CACHED_ENTRIES });
	const keys = new LRUCache<string, Cached<KeyOfUser>>({ max: CACHED_ENTRIES });
	let isListening = true;
	/** Number of changes so far. If the number grew during a query, the result may be outdated and isn't cached. */
	let changes = 0;

	const forget = (id?: string): void => {
		changes++;
		if (id === undefined) {
			sessions.clear();
			keys.clear();
			return;
		}
		for (const [hash, { found }] of sessions.entries()) if (found.user.id === id || found.session.id === id) sessions.delete(hash);
		for (const [hash, { found }] of keys.entries()) if (found.user.id === id) keys.delete(hash);
	};

	/** Wraps a query by hash: answers from the cache, otherwise from the database. */
	const cachedQuery = <T extends object>(kept: LRUCache<string, Cached<T>>, ask: (hash: Uint8Array) => MaybePromise<T | undefined>) => {
		return (hash: Uint8Array): MaybePromise<T | undefined> => {
			const key = (Buffer.isBuffer(hash) ? hash : Buffer.from(hash)).toString('latin1');
			const known = kept.get(key);
			if (known && clock.now() < known.until) return known.found;
			const before = changes;
			return mapMaybePromise(ask(hash), (found) => {
				if (found && isListening && changes === before) kept.set(key, { found, until: clock.now() + CACHE_LIFE });
				return found;
			});
		};
	};

	return {
		records: {
			...reportChanges(records, forget),
			sessionByAccess: cachedQuery(sessions, records.sessionByAccess),
			keyByHash: cachedQuery(keys, records.keyByHash),
			// Changes only become visible at the commit, so the entries are dropped afterwards.
			transaction: async (work) => {
				const touched = new Set<string>();
				try {
					return await records.transaction((inner) => work(reportChanges(inner, (id) => touched.add(id))));
				} finally {
					for (const id of touched) forget(id);
				}
			},
		},
		forget,
		setListening: (listening) => {
			isListening = listening;
			forget();
		},
	};
}

/** Wraps the records to report the id of each user or session that is changed. */
function reportChanges(records: AccountRecords, note: OnChange): AccountRecords {
	return {
		...records,
		changeUser: reportChange(records.changeUser, note),
		removeUser: reportChange(records.removeUser, note),
		rotateSession: reportChange(records.rotateSession, note),
		endSession: reportChange(records.endSession, note),
		endSessions: reportChange(records.endSessions, note),
		removeKey: (id, userId) => reportChange((_, own: string) => records.removeKey(own, userId), note)(userId, id),
		removeKeys: reportChange(records.removeKeys, note),
		transaction: (work) => records.transaction((inner) => work(reportChanges(inner, note))),
	};
}

/** Reports a change even on failure: an error can come after the commit. */
function reportChange<A extends readonly unknown[], R>(change: (id: string, ...rest: A) => Promise<R>, note: OnChange) {
	return async (id: string, ...rest: A): Promise<R> => {
		try {
			return await change(id, ...rest);
		} finally {
			note(id);
		}
	};
}
