import type { KeyOfUser } from '@sw/domain/access/api-key';
import type { SessionOfUser } from '@sw/domain/access/session';
import { SECOND } from '@sw/domain/time/units';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../../../platform/clocks/clock.ts';
import { type Soon, whenThere } from '../../../platform/soon.ts';
import type { AccountRecords } from '../parts/ports.ts';

/** Sessions, and keys, kept in memory: of those that called last. */
const KEPT = 10_000;
/** Read anew after this long, whatever was heard: a connection can die without a sound. */
const KEPT_FOR = 30 * SECOND;

/** Sessions of lately seen access tokens, and keys lately shown, so that a call asks the database for its session once and not every time. */
export interface SessionMemory {
	/** The same records: they find sessions in memory, and forget what they change before anybody hears that it is changed. */
	readonly records: AccountRecords;
	/** The user or session of that id was changed elsewhere (a key counts as its user's); without an id anything may have been. */
	forget(id?: string): void;
	/** While changes elsewhere go unheard, every call asks the database. */
	hearing(is: boolean): void;
}

interface Kept<T> {
	found: T;
	until: number;
}

type Note = (id: string) => void;

/** A change that is noted once it is through, or may be: an error can come after the commit. */
const noted =
	<A extends readonly unknown[], R>(change: (id: string, ...rest: A) => Promise<R>, note: Note) =>
	async (id: string, ...rest: A): Promise<R> => {
		try {
			return await change(id, ...rest);
		} finally {
			note(id);
		}
	};

/** The records with every change of a user or session noted by its id. */
const noting = (records: AccountRecords, note: Note): AccountRecords => ({
	...records,
	changeUser: noted(records.changeUser, note),
	removeUser: noted(records.removeUser, note),
	rotateSession: noted(records.rotateSession, note),
	endSession: noted(records.endSession, note),
	endSessions: noted(records.endSessions, note),
	removeKey: (id, userId) => noted((_, own: string) => records.removeKey(own, userId), note)(userId, id),
	removeKeys: noted(records.removeKeys, note),
	transaction: (work) => records.transaction((inner) => work(noting(inner, note))),
});

export const createSessionMemory = (records: AccountRecords, clock: Clock): SessionMemory => {
	const sessions = new LRUCache<string, Kept<SessionOfUser>>({ max: KEPT });
	const keys = new LRUCache<string, Kept<KeyOfUser>>({ max: KEPT });
	let isHearing = true;
	/** What was read while it grew may be older than the change. */
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

	/** What memory holds of that hash, or else what the database answers. */
	const remembered = <T extends object>(kept: LRUCache<string, Kept<T>>, ask: (hash: Uint8Array) => Soon<T | undefined>) => {
		return (hash: Uint8Array): Soon<T | undefined> => {
			const key = (Buffer.isBuffer(hash) ? hash : Buffer.from(hash)).toString('latin1');
			const known = kept.get(key);
			if (known && clock.now() < known.until) return known.found;
			const before = changes;
			return whenThere(ask(hash), (found) => {
				if (found && isHearing && changes === before) kept.set(key, { found, until: clock.now() + KEPT_FOR });
				return found;
			});
		};
	};

	return {
		records: {
			...noting(records, forget),
			sessionByAccess: remembered(sessions, records.sessionByAccess),
			keyByHash: remembered(keys, records.keyByHash),
			// Others see nothing of it before the commit, and nothing else behind it.
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
		hearing: (is) => {
			isHearing = is;
			forget();
		},
	};
};
