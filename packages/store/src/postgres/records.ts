import { drizzle, type NodePgDatabase, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres';
import type { PgDatabase } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';
import * as schema from './schema/index.ts';

/** What every records function takes: the database, or a transaction on it. */
export type Db = PgDatabase<NodePgQueryResultHKT, typeof schema>;

export interface Records {
	db: NodePgDatabase<typeof schema>;
	pool: Pool;
	url: string;
	close(): Promise<void>;
}

/** `onLost` hears of idle connections that broke; the next query opens new ones. */
export const openRecords = (url: string, onLost: (error: Error) => void = () => {}): Records => {
	const pool = new Pool({ connectionString: url, max: 12, options: '-c timezone=UTC' });
	pool.on('error', onLost);
	let closing: Promise<void> | undefined;
	return {
		db: drizzle(pool, { schema, casing: 'snake_case' }),
		pool,
		url,
		close: () => {
			closing ??= pool.end();
			return closing;
		},
	};
};
