import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openStores, type Stores } from '../open.ts';
import { createTestDatabase } from './databases.ts';
import { SLOW_CHECK_TIMING } from './slow-machine-limits.ts';

/** Opens both stores on a folder that is kept when they are closed, with a database on the run's server, because a separate server takes two seconds. */
export async function openStoresOn(folder: string): Promise<Stores> {
	const database = await createTestDatabase(inject('databaseUrl'));
	const stores = await openStores({ folder, databaseUrl: database.url, checkTiming: SLOW_CHECK_TIMING });
	const close = async (): Promise<void> => {
		await stores.close();
		await database.drop();
	};
	return { ...stores, close, [Symbol.asyncDispose]: close };
}

/**
 * Opens both stores, empty and migrated, for one test file: a database on the run's server and a folder for the embedded engine, of which a process can
 * open only one. Call once per file, in beforeAll; `close` removes both.
 */
export async function testStores(): Promise<Stores> {
	const folder = mkdtempSync(join(tmpdir(), 'signalwheel-stores-'));
	const stores = await openStoresOn(folder);
	const close = async (): Promise<void> => {
		await stores.close();
		rmSync(folder, { recursive: true, force: true });
	};
	return { ...stores, close, [Symbol.asyncDispose]: close };
}
