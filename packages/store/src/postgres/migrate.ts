import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { StoreError } from '../store-error.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

/** Brings the database to the newest schema. Several processes may call it at once: one migrates, the others wait and find nothing to do. */
export const migrateRecords = async (url: string): Promise<void> => {
	const client = new Client({ connectionString: url });
	// A connection that breaks rejects what is asked on it; unheard, its 'error' would end the process as well.
	client.on('error', () => {});
	try {
		await client.connect();
	} catch (cause) {
		throw new StoreError('database_failed', `The database at ${whereOf(url)} cannot be reached: ${reasonOf(cause)}`, { cause });
	}
	try {
		await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
		await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') });
	} finally {
		// The lock ends with the connection.
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
