import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

export const TEMPLATE = 'migrated';

/** The URL of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
	return url.replace('@/postgres?', `@/${name}?`);
}

export interface TestDatabase {
	url: string;
	drop(): Promise<void>;
	/** Creates another database with the same rows; nothing may be connected to this one. */
	copy(): Promise<TestDatabase>;
	/** Removes the template's rows, for tests that need empty tables. */
	empty(): Promise<void>;
}

/** A fresh migrated database on the run's server. */
export function testDatabase(serverUrl: string): Promise<TestDatabase> {
	return copyOf(serverUrl, TEMPLATE);
}

async function copyOf(serverUrl: string, template: string): Promise<TestDatabase> {
	const name = `t_${randomBytes(6).toString('hex')}`;
	await onServer(serverUrl, `create database ${name} template ${template} strategy wal_log`);
	const url = databaseUrl(serverUrl, name);
	return {
		url,
		copy: () => copyOf(serverUrl, name),
		drop: () => onServer(serverUrl, `drop database if exists ${name} with (force)`),
		empty: () => onServer(url, 'drop schema public cascade; drop schema if exists drizzle cascade; create schema public'),
	};
}

async function onServer(url: string, statement: string): Promise<void> {
	const client = new Client({ connectionString: url });
	await client.connect();
	try {
		await client.query(statement);
	} finally {
		await client.end();
	}
}
