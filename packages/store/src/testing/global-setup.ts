import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbedded } from '../postgres/embedded.ts';
import { migrateRecords } from '../postgres/migrate.ts';
import { buildDatabaseUrl, TEMPLATE } from './databases.ts';
import { disableFsync } from './disable-fsync.ts';

/** One PostgreSQL server for the whole run, with a migrated template that every test file copies. */
export default async (project: TestProject): Promise<() => Promise<void>> => {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-test-'));
	// Test files run concurrently, and some start several instances of the product.
	const database = await startEmbedded({ folder: join(folder, 'postgres'), maxConnections: 300 });
	const client = new Client({ connectionString: database.url });
	await client.connect();
	await disableFsync(client);
	await client.query(`create database ${TEMPLATE}`);
	await client.end();
	await migrateRecords(buildDatabaseUrl(database.url, TEMPLATE));
	project.provide('databaseUrl', database.url);
	return async () => {
		await database.stop();
		rmSync(folder, { recursive: true, force: true });
	};
};

declare module 'vitest' {
	export interface ProvidedContext {
		databaseUrl: string;
	}
}
