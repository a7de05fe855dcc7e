import { Client } from 'pg';
import { StoreError } from '../faults/store-error.ts';

/** Ids of the advisory locks that serialize rare writes over the whole database. */
export const ADVISORY_LOCKS = {
	migration: 7_301,
	reportChain: 7_302,
	tickerIds: 7_303,
	batchIds: 7_304,
	settings: 7_305,
	jobs: 7_306,
	presence: 7_307,
	breadthSubscriptions: 7_308,
	lead: 7_309,
	storeIdentity: 7_310,
	seriesSchema: 7_311,
	recordSeals: 7_312,
} as const;

type Lock = (typeof ADVISORY_LOCKS)[keyof typeof ADVISORY_LOCKS];

/**
 * Runs a task that only one process of a database can run at a time; others wait and run theirs afterwards. The connection holds the lock, so that a
 * dead process releases it. Throws StoreError database_failed.
 */
export async function runExclusively<T>(url: string, lock: Lock, task: (client: Client) => Promise<T>): Promise<T> {
	const client = new Client({ connectionString: url, keepAlive: true });
	// A broken connection rejects its pending statements; without a listener, its 'error' event would also end the process.
	client.on('error', () => {});
	try {
		await client.connect();
	} catch (cause) {
		const advice = new URL(url).host === '' ? '' : '. Check DATABASE_URL.';
		throw new StoreError('database_failed', `Couldn't reach the database at ${databaseLocation(url)}: ${reasonOf(cause)}${advice}`, {
			cause,
		});
	}
	try {
		await client.query('select pg_advisory_lock($1)', [lock]);
		return await task(client);
	} finally {
		await client.end();
	}
}

/** Returns the host and database, without user and password. */
function databaseLocation(url: string): string {
	const { host, pathname, searchParams } = new URL(url);
	return `${host || searchParams.get('host') || 'localhost'}${pathname}`;
}

/** Returns why a connection failed; if several addresses of a name were tried, why the first failed. */
function reasonOf(error: unknown): string {
	const first = error instanceof AggregateError ? error.errors[0] : error;
	return first instanceof Error ? first.message : String(first);
}
