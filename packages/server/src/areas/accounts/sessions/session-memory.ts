import type { KeyOfUser } from '@sw/domain/access/api-key';
import type { SessionOfUser } from '@sw/domain/access/session';
import { SECOND } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clocks/wall-clock.ts';
import { type MaybePromise, mapMaybePromise } from '../../../platform/concurrency/maybe-promise.ts';
import type { AccountRecords } from '../parts/ports.ts';

/** Recently used sessions and keys that are cached. */
const KEPT = 10_000;
/** Longest age of a cached entry: notifications of changes can be lost when a connection fails. */
const KEPT_FOR = 30 * SECOND;

/** Caches sessions of recent access tokens, and recent keys, so that not every call queries the database. */
export interface SessionMemory {
	/** The same records: they read sessions from the cache, and drop what they change before the change is announced. */
	readonly records: AccountRecords;
	/** The user or session of that id was changed elsewhere (a key counts as its user's); without an id, everything is dropped. */
	forget(id?: string): void;
	/** While notifications of other processes are not received, every call queries the database. */
	setListening(is: boolean): void;
}

interface Kept<T> {
	found: T;
	until: number;
}

type Note = (id: string) => void;

export function createSessionMemory(records: AccountRecords, clock: Clock): SessionMemory {
	const sessions = new LRUCache<string, Kept<SessionOfUser>>({ max: KEPT });
	const keys = new LRUCache<string, Kept<KeyOfUser>>({ max: KEPT });
	let isListening = true;
	/** Number of changes: an entry read while it grew may be older than the change. */
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

	/** The cached entry of a hash, otherwise the database's. */
	const remembered = <T extends object>(kept: LRUCache<string, Kept<T>>, ask: (hash: Uint8Array) => MaybePromise<T | undefined>) => {
		return (hash: Uint8Array): MaybePromise<T | undefined> => {
			const key = (Buffer.isBuffer(hash) ? hash : Buffer.from(hash)).toString('latin1');
			const known = kept.get(key);
			if (known && clock.now() < known.until) return known.found;
			const before = changes;
			return mapMaybePromise(ask(hash), (found) => {
				if (found && isListening && changes === before) kept.set(key, { found, until: clock.now() + KEPT_FOR });
				return found;
			});
		};
	};

	return {
		records: {
			...noting(records, forget),
			sessionByAccess: remembered(sessions, records.sessionByAccess),
			keyByHash: remembered(keys, records.keyByHash),
			// Changes only become visible at the commit, so the cache is dropped afterwards.
			transaction: async (work) => {
				const touched = new Set<string>();
				try {
					return await records.transaction((inner) => work(noting(inner, (id) => touched.add(id))));
				} finally {
					for (const id of touched) forget(id);
				}
			},
		},
		forget,
		setListening: (is) => {
			isListening = is;
			forget();
		},
	};
}

/** The records, noting the id at every change of a user or session. */
function noting(records: AccountRecords, note: Note): AccountRecords {
	return {
		...records,
		changeUser: noted(records.changeUser, note),
		removeUser: noted(records.removeUser, note),
		rotateSession: noted(records.rotateSession, note),
		endSession: noted(records.endSession, note),
		endSessions: noted(records.endSessions, note),
		removeKey: (id, userId) => noted((_, own: string) => records.removeKey(own, userId), note)(userId, id),
		removeKeys: noted(records.removeKeys, note),
		transaction: (work) => records.transaction((inner) => work(noting(inner, note))),
	};
}

/** Notes a change even on failure: an error can come after the commit. */
function noted<A extends readonly unknown[], R>(change: (id: string, ...rest: A) => Promise<R>, note: Note) {
	return async (id: string, ...rest: A): Promise<R> => {
		try {
			return await change(id, ...rest);
		} finally {
			note(id);
		}
	};
}
