import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import type { Db } from './records.ts';

/** A process as others of the same database see it. */
export interface Presence {
	/** Never zero. */
	readonly number: number;
	close(): Promise<void>;
}

const LARGEST = 2 ** 31 - 1;
/** Milliseconds before a broken connection is tried again; until it is back, others take this process for dead. */
const RETRY = 500;

/** Says to every process of the database that this one lives, by a lock that ends with its connection, hence also with a process that dies. */
export const bePresent = async (url: string): Promise<Presence> => {
	const number = randomInt(1, LARGEST);
	const closing = new AbortController();
	let client = await hold(url, number, () => void again());
	const again = async (): Promise<void> => {
		while (!closing.signal.aborted) {
			await delay(RETRY, undefined, { signal: closing.signal }).catch(() => {});
			if (closing.signal.aborted) return;
			try {
				client = await hold(url, number, () => void again());
				return;
			} catch {
				// The database is still away.
			}
		}
	};
	return {
		number,
		close: async () => {
			closing.abort();
			await client.end().catch(() => {});
		},
	};
};

const hold = async (url: string, number: number, onEnd: () => void): Promise<Client> => {
	const client = new Client({ connectionString: url, keepAlive: true });
	// The end that follows is what counts.
	client.on('error', () => {});
	await client.connect();
	await client.query('select pg_advisory_lock($1, $2)', [ADVISORY_LOCKS.presence, number]);
	client.once('end', onEnd);
	return client;
};

/** Whether the process of that number lives. */
export const isPresent = (number: SQLWrapper): SQL<boolean> =>
	sql<boolean>`exists (select from pg_locks where locktype = 'advisory' and classid = ${ADVISORY_LOCKS.presence}
		and objid = ${number}::oid and database = (select oid from pg_database where datname = current_database()))`;

/** Numbers of the processes that live. */
export const presentNumbers = async (db: Db): Promise<number[]> => {
	const { rows } = await db.execute<{ number: string }>(
		sql`select objid::text as number from pg_locks where locktype = 'advisory' and classid = ${ADVISORY_LOCKS.presence}
			and database = (select oid from pg_database where datname = current_database())`,
	);
	return rows.map(({ number }) => Number(number));
};
