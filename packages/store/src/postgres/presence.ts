import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { type SQL, type SQLWrapper, sql } from './orm/drizzle.ts';
import type { Db } from './records.ts';

/** A process as others of the same database see it. */
export interface Presence {
	/** Identifies the process. Random, never zero. */
	readonly number: number;
	close(): Promise<void>;
}

const MAX_NUMBER = 2 ** 31 - 1;
/** Milliseconds before reconnecting; until then, others consider this process dead. */
const RETRY_MS = 500;

/** Shows all processes of the database that this process is alive. The sign is a lock that is released with its connection, even if the process dies. */
export async function announcePresence(url: string): Promise<Presence> {
	const number = randomInt(1, MAX_NUMBER);
	const closing = new AbortController();
	let client = await connectAndLock(url, number, () => void reconnect());
	const reconnect = async (): Promise<void> => {
		while (!closing.signal.aborted) {
			await delay(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {});
			if (closing.signal.aborted) return;
			try {
				client = await connectAndLock(url, number, () => void reconnect());
				return;
			} catch {
				// The database is still down.
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
}

async function connectAndLock(url: string, number: number, onEnd: () => void): Promise<Client> {
	const client = new Client({ connectionString: url, keepAlive: true });
	// The 'end' event that follows is handled instead.
	client.on('error', () => {});
	await client.connect();
	await client.query('select pg_advisory_lock($1, $2)', [ADVISORY_LOCKS.presence, number]);
	client.once('end', onEnd);
	return client;
}

/** Returns the SQL condition that the process with that number is alive. */
export function isPresent(number: SQLWrapper): SQL<boolean> {
	return sql<boolean>`exists (select from pg_locks where locktype = 'advisory' and classid = ${ADVISORY_LOCKS.presence}
		and objid = ${number}::oid and database = (select oid from pg_database where datname = current_database()))`;
}

/** Returns the numbers of the living processes. */
export async function queryLivingProcessNumbers(db: Db): Promise<number[]> {
	const { rows } = await db.execute<{ number: string }>(
		sql`select objid::text as number from pg_locks where locktype = 'advisory' and classid = ${ADVISORY_LOCKS.presence}
			and database = (select oid from pg_database where datname = current_database())`,
	);
	return rows.map(({ number }) => Number(number));
}
