import { sql } from '@sw/store/postgres/orm/drizzle';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Health } from '../areas/operations/handlers.ts';
import type { Product } from './product.ts';
import { type TestProcesses, testProcesses } from './testing/processes.ts';

let processes: TestProcesses;
beforeAll(async () => {
	processes = await testProcesses();
});
afterAll(() => processes?.close());

async function leadOf({ app }: Product) {
	return (await app.inject('/api/health')).json<Health>().degraded.find(({ reason }) => reason === 'lead');
}

it('a process that follows says in its health that no process leads the market, since when and what to do, until one does', async () => {
	const leader = await processes.start('market,jobs');
	const reader = await processes.start('api');
	const { db } = reader.stores.records;
	await processes.advanceUntil(async () => !(await leadOf(leader)) && !(await leadOf(reader)));

	await leader.close();
	// Longer ago, by the database's clock, than this test would wait.
	await db.execute(sql`update leads set renewed_at = '2026-01-05T15:00:07Z'`);
	await processes.advanceUntil(() => leadOf(reader));
	expect(await leadOf(reader)).toEqual({
		reason: 'lead',
		since: '2026-01-05T15:00:07Z',
		detail: expect.stringMatching(/^No process has led the market since 2026-01-05T15:00:07Z: .* Start a process with the role market/),
	});
	expect((await reader.app.inject('/api/health?strict=true')).statusCode).toBe(503);

	const next = await processes.start('market');
	await processes.advanceUntil(async () => !(await leadOf(next)) && !(await leadOf(reader)));
});
