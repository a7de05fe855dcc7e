import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../testing/databases.ts';
import { listen } from '../../listen.ts';
import { openRecords, type Records } from '../../records.ts';
import { notifySessionChange, SESSION_CHANNEL } from '../notifications.ts';
import { endSession } from './sessions.ts';

let database: TestDatabase;
let records: Records;
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	records = openRecords(database.url);
});
afterAll(async () => {
	await records?.close();
	await database?.drop();
});

it('ends nothing and notifies no one where the user has no such session', async () => {
	const received: string[] = [];
	const { promise, resolve } = Promise.withResolvers<void>();
	const listener = await listen(database.url, {
		channel: SESSION_CHANNEL,
		onMessage: (payload) => {
			received.push(payload);
			resolve();
		},
		onResume: () => {},
	});
	expect(await endSession(records.db, randomUUID(), randomUUID())).toBe(false);
	await notifySessionChange(records.db, 'afterwards');
	await promise;
	expect(received).toEqual(['afterwards']);
	await listener.close();
});
