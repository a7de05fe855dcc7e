import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type { Client } from 'pg';
import { newerData } from '../faults/store-error.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { oneAtATime } from './one-at-a-time.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Migrates the database to the newest schema. Several processes may call it at once: one migrates, the others wait and find nothing to do. */
export const migrateRecords = (url: string): Promise<void> =>
	oneAtATime(url, ADVISORY_LOCKS.migration, async (client) => {
		await refuseNewer(client);
		await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
	});

/** Refuses a newer version's tables, because this version would not fill what it does not know. */
const refuseNewer = async (client: Client): Promise<void> => {
	const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as there");
	if (!tables[0].there) return;
	const { rows } = await client.query('select max(created_at)::float8 as newest from drizzle.__drizzle_migrations');
	const known = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0;
	if ((rows[0].newest ?? 0) > known) throw newerData();
};
