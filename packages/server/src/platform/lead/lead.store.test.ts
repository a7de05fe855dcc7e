import { openRecords, type Records, sql } from '@sw/store/postgres/records';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import { LONG_LEASE_MS } from '@sw/store/testing/slow-machine-limits';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { type Lead, openLead } from './lead.ts';

let database: TestDatabase;
let records: Records[];
let leads: Lead[];
let errors: string[];
beforeEach(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	[records, leads, errors] = [[], [], []];
});
afterEach(async () => {
	for (const lead of leads) await lead.close();
	for (const one of records) await one.close();
	await database.drop();
});

/** A process of its own, and every change of its epoch. */
async function open(steady?: () => number): Promise<{ lead: Lead; db: Records['db']; received: (number | undefined)[] }> {
	const its = openRecords(database.url);
	records.push(its);
	const lead = await openLead({
		records: its,
		name: `process ${records.length}`,
		address: '',
		...(steady ? { monotonicNow: steady } : {}),
		leaseMs: LONG_LEASE_MS,
		onError: (_, error) => errors.push((error as Error).message),
	});
	leads.push(lead);
	const received: (number | undefined)[] = [];
	lead.onChange((epoch) => received.push(epoch));
	return { lead, db: its.db, received };
}

describe('a lead', () => {
	it('is acquired at once without contenders, and goes to the next candidate when it is released', async () => {
		const one = await open();
		expect(one.lead.getEpoch()).toBe(1);
		const other = await open();
		expect(other.lead.getEpoch()).toBeUndefined();
		expect(() => other.lead.fence.epoch()).toThrow(/no longer leads/);
		await one.lead.close();
		await expect.poll(() => other.lead.getEpoch()).toBe(2);
		expect([one.received, other.received]).toEqual([[undefined], [2]]);
		expect(errors).toEqual([]);
	});

	it('is over as soon as its connection is, and the next epoch is another', async () => {
		const { lead, db, received } = await open();
		await db.execute(sql`select pg_terminate_backend(pid) from leads where ended_at is null`);
		await expect.poll(() => received).toEqual([undefined, 2]);
		expect(lead.getEpoch()).toBe(2);
		expect(errors).toEqual([expect.stringMatching(/^Epoch 1 ended: its connection/)]);
	});

	it('is over as soon as it finds that another has taken it', async () => {
		const { lead, db, received } = await open();
		await db.execute(sql`update leads set ended_at = now()`);
		await expect.poll(() => received).toEqual([undefined, 2]);
		expect(lead.fence.epoch()).toBe(2);
		expect(errors).toEqual([expect.stringMatching(/another process took over/)]);
	});

	it('is not sought again before the work of its epoch has ended', async () => {
		const { lead, db } = await open();
		const working = Promise.withResolvers<void>();
		lead.onChange((epoch) => (epoch === undefined ? working.promise : undefined));
		await db.execute(sql`select pg_terminate_backend(pid) from leads where ended_at is null`);
		await expect.poll(() => lead.getEpoch()).toBeUndefined();
		const other = await open();
		expect(other.lead.getEpoch()).toBe(2);
		await other.lead.close();
		const looker = await open();
		await expect.poll(() => looker.lead.getEpoch()).toBe(3);
		await looker.lead.close();
		working.resolve();
		await expect.poll(() => lead.getEpoch()).toBe(4);
	});

	it('is doubted by its own clock before anybody says so, and believed again when the lease was renewed', async () => {
		let now = 0;
		const { lead, received } = await open(() => now);
		now = LONG_LEASE_MS - 1;
		expect(lead.getEpoch()).toBe(1);
		now = LONG_LEASE_MS;
		expect(lead.getEpoch()).toBeUndefined();
		expect(() => lead.fence.epoch()).toThrow(expect.objectContaining({ code: 'lead_lost' }));
		await expect.poll(() => lead.getEpoch()).toBe(1);
		expect(received).toEqual([]);
	});
});
