import { join } from 'node:path';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import { Client } from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.ts';

/** Brings the database to the newest schema. Several processes may call it at once: one migrates, the others wait and find nothing to do. */
export const migrateRecords = async (url: string): Promise<void> => {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migration]);
		await migrate(drizzle(client), { migrationsFolder: join(import.meta.dirname, 'migrations') });
	} finally {
		// The lock ends with the connection.
		await client.end();
	}
};
