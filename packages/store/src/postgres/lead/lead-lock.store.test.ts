import { LEASE_DURATION } from '@sw/domain/lead/rules';
import { utcMs } from '@sw/domain/time/units';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { isOutage } from '../../faults/outage.ts';
import { createTestDatabase, type TestDatabase } from '../../testing/databases.ts';
import { sql } from '../orm/drizzle.ts';
import { readMarketClock, saveMarketClock } from '../records/market-clock.ts';
import { abortBatch, commitBatch, openBatch } from '../records/tickers/batches.ts';
import { openRecords, type Records } from '../records.ts';
import { createFence, type Fence } from './fence.ts';
import { type LeadLock, openLeadLock } from './lead-lock.ts';

interface Process {
	records: Records;
	seat: LeadLock;
}

let database: TestDatabase;
let opened: Process[];
beforeEach(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
	opened = [];
});
afterEach(async () => {
	for (const { records, seat } of opened) {
		seat.destroyConnection();
		await records.close().catch(() => {});
	}
	await database.drop();
});

async function process(name: string): Promise<Process> {
	const records = openRecords(database.url);
	const made = { records, seat: await openLeadLock({ records, name, address: '', connectTimeoutMs: 60_000 }) };
	opened.push(made);
	return made;
}

/** Of a process that goes on to take itself for the leader. */
function believing(epoch: number | undefined): Fence {
	return createFence(() => epoch);
}

const BATCH = { kind: 'reports', provider: 'test' } as const;
const LOST = { code: 'lead_lost' };

/** As if the lease had been renewed for the last time so many milliseconds ago, by the database's clock. */
function age({ records }: Process, ms: number) {
	return records.db.execute(
		sql`update leads set renewed_at = clock_timestamp() - ${`${ms} milliseconds`}::interval where ended_at is null`,
	);
}

async function stateOf({ records }: Process, id: number) {
	return (await records.db.execute<{ state: string; epoch: number }>(sql`select state, epoch from batches where id = ${id}`)).rows[0];
}

describe('the place of the leader', () => {
	it('is had by one, and by the next with the next epoch when it is given back', async () => {
		const [one, other] = [await process('one'), await process('other')];
		expect(await one.seat.tryToLead()).toBe(1);
		expect(await other.seat.tryToLead()).toBeUndefined();
		expect(await one.seat.renew(1)).toBe(true);
		await one.seat.close();
		expect(await other.seat.tryToLead()).toBe(2);
		const { rows } = await other.records.db.execute(sql`select epoch, name, ended_at is null as leads from leads order by epoch`);
		expect(rows).toEqual([
			{ epoch: 1, name: 'one', leads: false },
			{ epoch: 2, name: 'other', leads: true },
		]);
	});

	it('is taken from a leader who sleeps when the lease is old, not before, by the clock of the database', async () => {
		const [asleep, other] = [await process('asleep'), await process('other')];
		expect(await asleep.seat.tryToLead()).toBe(1);
		await age(other, -900);
		expect(await other.seat.tryToLead()).toBeUndefined();
		await age(other, LEASE_DURATION);
		expect(await other.seat.tryToLead()).toBe(2);
		await asleep.seat.ended;
		await expect(asleep.seat.renew(1)).rejects.toThrow();
	});

	it('is taken from a lease of the future: the clock of the database was set back', async () => {
		const [one, other] = [await process('one'), await process('other')];
		await one.seat.tryToLead();
		await age(other, -3_600_000);
		expect(await other.seat.tryToLead()).toBe(2);
	});

	it('goes on when the connection of its leader is killed, and the one who was cut off comes back as a standby', async () => {
		const [cut, other] = [await process('cut'), await process('other')];
		await cut.seat.tryToLead();
		await other.records.db.execute(sql`select pg_terminate_backend(pid) from leads where ended_at is null`);
		await cut.seat.ended;
		expect(await other.seat.tryToLead()).toBe(2);
		const back = await process('cut');
		expect(await back.seat.tryToLead()).toBeUndefined();
	});

	it('is not held by one who went to sleep between the lock and the lease', async () => {
		const [asleep, other] = [await process('asleep'), await process('other')];
		const { rows } = await asleep.records.db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid, pg_try_advisory_lock(7309)`);
		expect(await other.seat.tryToLead()).toBeUndefined();
		// The clock of a connection cannot be moved: "3 s ago" is simulated by a lease that names it.
		await other.records.db.execute(
			sql`insert into leads (epoch, name, process, pid, address, renewed_at) values (1, 'asleep', ${asleep.records.process}, ${rows[0]?.pid}, '', clock_timestamp() - interval '3 s')`,
		);
		expect(await other.seat.tryToLead()).toBe(2);
	});

	it('is one however many seek it at once', async () => {
		const many = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(process));
		const found = await Promise.all(many.map(({ seat }) => seat.tryToLead()));
		expect(found.filter((epoch) => epoch !== undefined)).toEqual([1]);
	});
});

describe('a leader who was asleep while another took over', () => {
	it('commits nothing that he began, and begins nothing', async () => {
		const [asleep, other] = [await process('asleep'), await process('other')];
		const fence = believing(await asleep.seat.tryToLead());
		const { db } = asleep.records;
		const begun = await openBatch(db, BATCH, fence);
		const done = await openBatch(db, BATCH, fence);
		await db.transaction((tx) => commitBatch(tx, done, 1));
		await saveMarketClock(db, 'test', utcMs(1_000), fence);
		await age(other, LEASE_DURATION);
		const next = believing(await other.seat.tryToLead());
		await expect(db.transaction((tx) => commitBatch(tx, begun, 1))).rejects.toMatchObject(LOST);
		const refused = openBatch(db, BATCH, fence);
		await expect(refused).rejects.toMatchObject(LOST);
		// Waited for, not failed by: the next lead may be this process's again.
		expect(await refused.catch(isOutage)).toBe(true);
		await expect(saveMarketClock(db, 'test', utcMs(2_000), fence)).rejects.toMatchObject(LOST);
		expect(await readMarketClock(db, 'test')).toBe(1_000);
		expect(await stateOf(other, begun)).toEqual({ state: 'aborted', epoch: 1 });
		expect(await stateOf(other, done)).toEqual({ state: 'committed', epoch: 1 });
		const after = await openBatch(other.records.db, BATCH, next);
		expect(await stateOf(other, after)).toEqual({ state: 'open', epoch: 2 });
	});

	it('is waited for in the middle of a commit, which then counts before the takeover', async () => {
		const [one, other] = [await process('one'), await process('other')];
		const { db } = one.records;
		const batch = await openBatch(db, BATCH, believing(await one.seat.tryToLead()));
		const passed = Promise.withResolvers<void>();
		const goOn = Promise.withResolvers<void>();
		const committing = db.transaction(async (tx) => {
			await commitBatch(tx, batch, 1);
			passed.resolve();
			await goOn.promise;
		});
		await passed.promise;
		await one.seat.close();
		// Its lease is fresh: the takeover gives up and comes again.
		await expect(other.seat.tryToLead()).rejects.toMatchObject({ code: '55P03' });
		goOn.resolve();
		await committing;
		const returned = await process('other');
		other.seat.destroyConnection();
		await other.seat.ended;
		await expect.poll(() => returned.seat.tryToLead()).toBe(2);
		expect(await stateOf(returned, batch)).toEqual({ state: 'committed', epoch: 1 });
	});

	it('and sleeps in the middle of a commit blocks no other process', async () => {
		const [asleep, other] = [await process('asleep'), await process('other')];
		const { db } = asleep.records;
		const batch = await openBatch(db, BATCH, believing(await asleep.seat.tryToLead()));
		const passed = Promise.withResolvers<void>();
		const goOn = Promise.withResolvers<void>();
		const committing = db.transaction(async (tx) => {
			await commitBatch(tx, batch, 1);
			passed.resolve();
			await goOn.promise;
		});
		committing.catch(() => {});
		await passed.promise;
		await age(other, LEASE_DURATION);
		expect(await other.seat.tryToLead()).toBe(2);
		goOn.resolve();
		await expect(committing).rejects.toThrow();
		expect(await stateOf(other, batch)).toEqual({ state: 'aborted', epoch: 1 });
	});

	it('lets a renewal pass beside a commit that is under way', async () => {
		const one = await process('one');
		const { db } = one.records;
		const fence = believing(await one.seat.tryToLead());
		await db.transaction(async (tx) => {
			await fence.holdLead(tx);
			expect(await one.seat.renew(1)).toBe(true);
		});
		const aborted = await openBatch(db, BATCH, fence);
		await abortBatch(db, aborted);
		await expect(db.transaction((tx) => commitBatch(tx, aborted, 1))).rejects.toThrow(/not open/);
	});
});
