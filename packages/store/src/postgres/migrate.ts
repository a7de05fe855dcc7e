import { join } from 'node:path';
import type { Client } from 'pg';
import { newerDataError } from '../faults/store-error.ts';
import { ADVISORY_LOCKS, runExclusively } from './advisory-locks.ts';
import { drizzle, migrate, readMigrationFiles } from './orm/drizzle.ts';

const MIGRATIONS = join(import.meta.dirname, 'migrations');

/** Migrates the database to the newest schema. Can be called by several processes concurrently: one migrates, and the others wait and find nothing to do. */
export function migrateRecords(url: string): Promise<void> {
	return runExclusively(url, ADVISORY_LOCKS.migration, async (client) => {
		await throwIfNewer(client);
		await migrate(drizzle(client), { migrationsFolder: MIGRATIONS });
	});
}

/** Returns the number of migrations that this program knows. */
export function countKnownMigrations(): number {
	return readMigrationFiles({ migrationsFolder: MIGRATIONS }).length;
}

/** Throws StoreError folder_newer if a newer version has migrated the tables: this version couldn't maintain them. */
async function throwIfNewer(client: Client): Promise<void> {
	const { rows: tables } = await client.query("select to_regclass('drizzle.__drizzle_migrations') is not null as found");
	if (!tables[0].found) return;
	const { rows } = await client.query('select max(created_at)::float8 as newest from drizzle.__drizzle_migrations');
	const newestKnown = readMigrationFiles({ migrationsFolder: MIGRATIONS }).at(-1)?.folderMillis ?? 0;
	if ((rows[0].newest ?? 0) > newestKnown) throw newerDataError(await readRequiredVersion(client));
}

/** Reads the product version that the data needs, as noted by the program that migrated the data; undefined before 0.2.0. */
async function readRequiredVersion(client: Client): Promise<string | undefined> {
	const { rows } = await client.query<{ product: string }>("select value->>'product' as product from settings where key = 'data_version'");
	return rows[0]?.product;
}
