import { randomInt } from 'node:crypto';
import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT, type PgDatabase, sql } from './orm/drizzle.ts';

export { sql } from './orm/drizzle.ts';

import type { Pool } from 'pg';
import * as schema from './schema/index.ts';
import { CONNECT_TIMEOUT_MS, SteadyPool } from './steady-pool.ts';

/** The first argument of all queries: the database, or a transaction. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface Records {
	db: NodePgDatabase<typeof schema>;
	pool: Pool;
	url: string;
	/** The application name, unique per process, of this process's connections in pg_stat_activity. */
	process: string;
	/** Marks the database as down: calls fail immediately with StoreError database_away. */
	suspend(reason: string): void;
	/** Ends `suspend`. */
	resume(): void;
	close(): Promise<void>;
}

/**
 * Opens the database. `onError` receives errors of broken connections; the next query opens new ones. `connectTimeoutMs`: timeout of new
 * connections.
 */
export function openRecords(url: string, onError: (error: Error) => void = () => {}, connectTimeoutMs = CONNECT_TIMEOUT_MS): Records {
	const process = `signalwheel ${randomInt(2 ** 40).toString(36)}`;
	const pool = new SteadyPool(url, onError, { connectionTimeoutMillis: connectTimeoutMs, application_name: process });
	let closing: Promise<void> | undefined;
	return {
		db: drizzle(pool, { schema, casing: 'snake_case' }),
		pool,
		url,
		process,
		suspend: (reason) => pool.suspend(reason),
		resume: () => pool.resume(),
		close: () => {
			closing ??= pool.end();
			return closing;
		},
	};
}

/** Re-exported for modules that add their own statements to transactions of this package. */

/** Returns the size on disk of all records, in bytes. */
export async function databaseSize(db: Db): Promise<number> {
	const { rows } = await db.execute<{ bytes: string }>(sql`select pg_database_size(current_database()) as bytes`);
	return Number(rows[0]?.bytes ?? 0);
}
