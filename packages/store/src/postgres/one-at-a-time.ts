import { Client } from 'pg';
import { StoreError } from '../faults/store-error.ts';
import type { ADVISORY_LOCKS } from './advisory-locks.ts';

type Lock = (typeof ADVISORY_LOCKS)[keyof typeof ADVISORY_LOCKS];

/**
 * Does work that one process of a database does at a time: the others wait and do theirs when it has ended. The lock ends with its connection, hence with a
 * process that dies in the middle. Errors: StoreError database_failed.
 */
export const oneAtATime = async <T>(url: string, lock: Lock, work: (client: Client) => Promise<T>): Promise<T> => {
	const client = new Client({ connectionString: url, keepAlive: true });
	// A connection that breaks rejects what is asked on it; unheard, its 'error' would end the process as well.
	client.on('error', () => {});
	try {
		await client.connect();
	} catch (cause) {
		throw new StoreError('database_failed', `Couldn't reach the database at ${whereOf(url)}: ${reasonOf(cause)}`, { cause });
	}
	try {
		await client.query('select pg_advisory_lock($1)', [lock]);
		return await work(client);
	} finally {
		await client.end();
	}
};

/** Host and database, without user and password. */
const whereOf = (url: string): string => {
	const { host, pathname, searchParams } = new URL(url);
	return `${host || searchParams.get('host') || 'localhost'}${pathname}`;
};

/** Where both addresses of a name were tried, the first one's reason. */
const reasonOf = (error: unknown): string => {
	const first = error instanceof AggregateError ? error.errors[0] : error;
	return first instanceof Error ? first.message : String(first);
};
