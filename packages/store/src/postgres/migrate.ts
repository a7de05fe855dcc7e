import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { newerData, StoreError } from '../faults/store-error.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

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
		await refuseNewer(client);
		await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
	} finally {
		// The lock ends with the connection.
		await client.end();
	}
};

/** A newer version's tables are left as they are: an older program would not fill what it does not know. */
const refuseNewer = async (client: Client): Promise<void> => {
	const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
	if (!tables[0].there) return;
	const { rows } = await client.query('select max(created_at)::float8 as newest from drizzle.__drizzle_migrations');
	const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0;
	if ((rows[0].newest ?? 0) > known) throw newerData();
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
