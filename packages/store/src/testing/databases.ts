import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export const TEMPLATE = 'migrated';

/** The URL of another database on the same server. */
export function buildDatabaseUrl(url: string, name: string): string {
	return url.replace('@/postgres?', `@/${name}?`);
}

export interface TestDatabase {
	url: string;
	drop(): Promise<void>;
	/** Creates another database with the same rows; nothing may be connected to this one. */
	createCopy(): Promise<TestDatabase>;
	/** Removes all tables, for tests that start without any. */
	removeTables(): Promise<void>;
}

/** A fresh migrated database on the run's server. */
export function createTestDatabase(serverUrl: string): Promise<TestDatabase> {
	return copyDatabase(serverUrl, TEMPLATE);
}

async function copyDatabase(serverUrl: string, template: string): Promise<TestDatabase> {
	const name = `t_${randomBytes(6).toString('hex')}`;
	await runStatement(serverUrl, `create database ${name} template ${template} strategy wal_log`);
	const url = buildDatabaseUrl(serverUrl, name);
	return {
		url,
		createCopy: () => copyDatabase(serverUrl, name),
		drop: () => runStatement(serverUrl, `drop database if exists ${name} with (force)`),
		removeTables: () => runStatement(url, 'drop schema public cascade; drop schema if exists drizzle cascade; create schema public'),
	};
}

async function runStatement(url: string, statement: string): Promise<void> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
