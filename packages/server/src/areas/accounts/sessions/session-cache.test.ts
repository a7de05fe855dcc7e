import type { SessionOfUser } from '@sw/domain/access/session';
import { SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AccountRecords } from '../parts/ports.ts';
import { createSessionCache, type SessionCache } from './session-cache.ts';

const HASH = Buffer.from('hash of an access token');
const USER = 'the user';
const SESSION = 'the session';

let time: number;
let reads: number;
/** The database: undefined once the user or session is gone. */
let stored: SessionOfUser | undefined;
/** Held back reads and commits. */
let gate: Promise<void>;
let memory: SessionCache;

function row(status: 'active' | 'blocked' = 'active') {
	return { session: { id: SESSION }, user: { id: USER, status } } as SessionOfUser;
}

function fake(): AccountRecords {
	const records = {
		sessionByAccess: async () => {
			reads++;
			const found = stored;
			await gate;
			return found;
		},
		changeUser: async (_id: string, change: { status: 'blocked' }) => {
			stored = row(change.status);
			return stored.user;
		},
		removeUser: async () => {
			stored = undefined;
			return true;
		},
		endSession: async () => {
			stored = undefined;
			throw new Error('the answer was lost');
		},
		endSessions: async () => 0,
		rotateSession: async () => true,
		keyByHash: async () => {
			reads++;
			return stored && { key: { id: 'the key' }, user: stored.user };
		},
		removeKey: async () => undefined,
		removeKeys: async () => 0,
	} as unknown as AccountRecords;
	records.transaction = async (work) => {
		const before = stored;
		const after = { ...records, changeUser: async () => row('blocked').user } as AccountRecords;
		const result = await work(after);
		expect(stored).toBe(before);
		stored = row('blocked');
		return result;
	};
	return records;
}

beforeEach(() => {
	time = 0;
	reads = 0;
	stored = row();
	gate = Promise.resolve();
	memory = createSessionCache(fake(), { now: () => utcMs(time) as UtcMs } as Parameters<typeof createSessionCache>[1]);
});

function find() {
	return memory.records.sessionByAccess(HASH);
}

describe('the memory of sessions', () => {
	it('asks the database once, and again after half a minute', async () => {
		await find();
		expect((await find())?.user.status).toBe('active');
		expect(reads).toBe(1);
		time = 30 * SECOND;
		await find();
		expect(reads).toBe(2);
	});

	it('does not remember that there is none', async () => {
		stored = undefined;
		await find();
		stored = row();
		expect(await find()).toBeDefined();
	});

	it('forgets a user that is changed or removed, and a session that ends even when the answer is lost', async () => {
		await find();
		await memory.records.changeUser(USER, { status: 'blocked' });
		expect((await find())?.user.status).toBe('blocked');
		await memory.records.removeUser(USER);
		expect(await find()).toBeUndefined();
		stored = row();
		await find();
		await expect(memory.records.endSession(SESSION)).rejects.toThrow('lost');
		expect(await find()).toBeUndefined();
	});

	it('forgets at the commit what a transaction changed', async () => {
		await find();
		await memory.records.transaction(async (tx) => {
			await tx.changeUser(USER, { status: 'blocked' });
			expect((await find())?.user.status).toBe('active');
		});
		expect((await find())?.user.status).toBe('blocked');
	});

	it('does not keep what was read while something changed', async () => {
		const { promise, resolve } = Promise.withResolvers<void>();
		gate = promise;
		const reading = find();
		await memory.records.changeUser(USER, { status: 'blocked' });
		resolve();
		expect((await reading)?.user.status).toBe('active');
		expect((await find())?.user.status).toBe('blocked');
	});

	it('forgets what others say they changed, and leaves the rest', async () => {
		await find();
		memory.forget('another user');
		await find();
		expect(reads).toBe(1);
		memory.forget(SESSION);
		await find();
		memory.forget(USER);
		await find();
		memory.forget();
		await find();
		expect(reads).toBe(4);
	});

	it('keeps keys as it keeps sessions, and forgets them with their user', async () => {
		const ask = () => memory.records.keyByHash(HASH);
		await ask();
		await ask();
		expect(reads).toBe(1);
		await memory.records.removeKey('the key', USER);
		await ask();
		expect(reads).toBe(2);
		await memory.records.removeKeys(USER);
		await ask();
		expect(reads).toBe(3);
		memory.forget(USER);
		await ask();
		expect(reads).toBe(4);
	});

	it('asks every time while it receives no notifications', async () => {
		await find();
		memory.setListening(false);
		await find();
		await find();
		expect(reads).toBe(3);
		memory.setListening(true);
		await find();
		await find();
		expect(reads).toBe(4);
	});
});
