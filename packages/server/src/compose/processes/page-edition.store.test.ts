import { openRecords, type Records } from '@sw/store/postgres/records';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import type {} from '@sw/store/testing/global-setup';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { openPageEdition } from './page-edition.ts';

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records.close();
	await database.drop();
});

async function open() {
	const wall = createFakeWallClock();
	const edition = await openPageEdition(records, wall, (message, cause) => {
		throw new Error(message, { cause });
	});
	let emptied = 0;
	edition.onChange(() => void emptied++);
	return { ...edition, wall, emptied: () => emptied };
}

it('has pages and answers forgotten in every process, here at once and elsewhere within five seconds', async () => {
	const [one, other] = [await open(), await open()];
	expect([one.current(), other.current()]).toEqual([0, 0]);
	await one.clearAll();
	expect([one.current(), other.current(), one.emptied(), other.emptied()]).toEqual([1, 0, 1, 0]);
	await other.wall.advance(5_000);
	await expect.poll(other.current).toBe(1);
	await other.clearAll();
	await expect.poll(other.wall.countPending).toBe(1);
	await one.wall.advance(5_000);
	await expect.poll(one.current).toBe(2);
	expect([one.emptied(), other.emptied()]).toEqual([2, 2]);
	const late = await open();
	expect(late.current()).toBe(2);
	late.close();
	expect(late.wall.countPending()).toBe(0);
});
