import { openRecords, type Records } from '@sw/store/postgres/records';
import { type TestDatabase, testDatabase } from '@sw/store/testing/databases';
import type {} from '@sw/store/testing/global-setup';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { openPageEdition } from './page-edition.ts';

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await testDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records.close();
	await database.drop();
});

const open = () =>
	openPageEdition(records, (what, cause) => {
		throw new Error(what, { cause });
	});

it('has pages forgotten in every process, also in one that could not hear it or begins later', async () => {
	const [one, other] = [await open(), await open()];
	expect([one.now(), other.now()]).toEqual([0, 0]);
	await one.forget();
	expect(one.now()).toBe(1);
	await expect.poll(other.now).toBe(1);
	// Both lose their ears; what is said meanwhile is read when they have them back.
	await records.db.execute(
		sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'listen%'`,
	);
	await one.forget();
	await expect.poll(other.now).toBe(2);
	const late = await open();
	expect(late.now()).toBe(2);
	for (const each of [one, other, late]) await each.close();
});
