import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import { openStores, type Stores } from '../open.ts';
import { testDatabase } from './databases.ts';
import { SLOW_BEAT } from './slow-machine-limits.ts';

/** Opens both stores on a folder that is kept when they are closed, with a database on the run's server: creating a separate one takes two seconds more. */
export async function storesOn(folder: string): Promise<Stores> {
	const database = await testDatabase(inject('databaseUrl'));
	const stores = await openStores({ folder, databaseUrl: database.url, beat: SLOW_BEAT });
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
	const stores = await storesOn(folder);
	const close = async (): Promise<void> => {
		await stores.close();
		rmSync(folder, { recursive: true, force: true });
	};
	return { ...stores, close, [Symbol.asyncDispose]: close };
}
