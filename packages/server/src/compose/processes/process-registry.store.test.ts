import type { AddressInfo } from 'node:net';
import type { UtcMs } from '@sw/domain/time/units';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { announcePresence, type Presence } from '@sw/store/postgres/presence';
import { openRecords, type Records } from '@sw/store/postgres/records';
import { createTestDatabase, type TestDatabase } from '@sw/store/testing/databases';
import type {} from '@sw/store/testing/global-setup';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { openProcessRegistry, type ProcessRegistry, urlOf } from './process-registry.ts';

const LISTENS: AddressInfo = { address: '127.0.0.1', family: 'IPv4', port: 8080 };
const NEWEST = Date.UTC(2026, 0, 5, 15) as UtcMs;

interface Opened {
	records: Records;
	presence: Presence;
	processRegistry: ProcessRegistry;
	wall: FakeWallClock;
	/** As a process ends that is killed. */
	kill(): Promise<void>;
}

let database: TestDatabase;
const opened: Opened[] = [];
beforeEach(async () => {
	database = await createTestDatabase(inject('databaseUrl'));
});
afterEach(async () => {
	for (const { kill } of opened.splice(0)) await kill();
	await database.drop();
});

async function start({ internalAddress = null as string | null, shows = () => null as UtcMs | null } = {}): Promise<Opened> {
	const records = openRecords(database.url);
	const presence = await announcePresence(database.url);
	const wall = createFakeWallClock();
	const processRegistry = await openProcessRegistry({
		records,
		config: { internalAddress },
		number: presence.number,
		roles: ['api'],
		wall,
		newestReport: shows,
		onError: (message, error) => {
			throw new Error(message, { cause: error });
		},
	});
	const kill = async (): Promise<void> => {
		await presence.close();
		await records.close();
	};
	opened.push({ records, presence, processRegistry, wall, kill });
	return opened.at(-1) as Opened;
}

describe('the register of processes', () => {
	it('says where each is reached, once it listens', async () => {
		const one = await start();
		const other = await start({ internalAddress: 'http://10.0.0.5:8080' });
		expect(await one.processRegistry.peers.baseUrlOf(other.presence.number, true)).toBeUndefined();
		await one.processRegistry.announceAddress(LISTENS);
		await other.processRegistry.announceAddress(LISTENS);
		expect(await other.processRegistry.peers.baseUrlOf(one.presence.number, true)).toBe('http://127.0.0.1:8080');
		expect(await one.processRegistry.peers.baseUrlOf(other.presence.number, true)).toBe('http://10.0.0.5:8080');
	});

	it('gives all of them one secret', async () => {
		const [one, other] = [await start(), await start()];
		expect(one.processRegistry.peers.secret).toEqual(other.processRegistry.peers.secret);
		expect(one.processRegistry.peers.secret).toHaveLength(32);
	});

	it('shows a process as gone at once on request, and by itself within half a minute', async () => {
		const [one, other] = [await start(), await start()];
		await other.processRegistry.announceAddress(LISTENS);
		const { number } = other.presence;
		const { baseUrlOf } = one.processRegistry.peers;
		expect(await baseUrlOf(number)).toBe('http://127.0.0.1:8080');
		await other.presence.close();
		expect(await baseUrlOf(number)).toBe('http://127.0.0.1:8080');
		one.wall.leap(30_000);
		// The lock ends with its connection, which the database sees a moment later.
		await expect.poll(() => baseUrlOf(number, true)).toBeUndefined();
	});

	it('goes on by what it knew while the database is away', async () => {
		const [one, other] = [await start(), await start()];
		await other.processRegistry.announceAddress(LISTENS);
		const { baseUrlOf } = one.processRegistry.peers;
		expect(await baseUrlOf(other.presence.number)).toBe('http://127.0.0.1:8080');
		one.records.suspend('away');
		one.wall.leap(30_000);
		expect(await baseUrlOf(other.presence.number)).toBe('http://127.0.0.1:8080');
		await expect(baseUrlOf(1)).rejects.toThrow();
		one.records.resume();
	});

	it('lists them: who lives, for how long it has been silent, and what it shows', async () => {
		let shown: UtcMs | null = null;
		const one = await start({ shows: () => shown });
		const other = await start();
		expect(await one.processRegistry.list()).toMatchObject([
			{ number: other.presence.number, lives: true, shows: null, roles: ['api'], leadsSince: null },
			{ number: one.presence.number, lives: true, shows: null },
		]);
		shown = NEWEST;
		await one.records.db.execute(sql`update processes set seen_at = now() - interval '1 minute'`);
		await one.wall.advance(5_000);
		await expect.poll(async () => (await other.processRegistry.list())[1]?.shows).toBe(NEWEST);
		const [silent, reported] = await other.processRegistry.list();
		expect(silent?.silent).toBeGreaterThanOrEqual(60_000);
		expect(reported?.silent).toBeLessThan(60_000);
		await other.presence.close();
		await expect.poll(async () => (await one.processRegistry.list())[0]?.lives).toBe(false);
		await one.processRegistry.close();
		expect((await other.processRegistry.list()).map(({ number }) => number)).toEqual([other.presence.number]);
	});

	it('names the one that leads', async () => {
		const one = await start();
		await one.records.db.execute(
			sql`insert into leads (epoch, name, process, pid, address) values (1, 'a', ${one.records.process}, 1, '')`,
		);
		expect((await one.processRegistry.list())[0]?.leadsSince).toBeGreaterThan(NEWEST);
		// It hangs, and no other process has taken over.
		await one.records.db.execute(sql`update leads set renewed_at = now() - interval '6 s'`);
		expect((await one.processRegistry.list())[0]?.leadsSince).toBeNull();
		await one.records.db.execute(sql`update leads set renewed_at = now(), ended_at = now()`);
		expect((await one.processRegistry.list())[0]?.leadsSince).toBeNull();
	});

	it('forgets who has been gone for a day', async () => {
		const gone = await start();
		await gone.presence.close();
		await gone.records.db.execute(sql`update processes set seen_at = now() - interval '25 hours'`);
		await expect.poll(async () => (await gone.processRegistry.list())[0]?.lives).toBe(false);
		const next = await start();
		expect((await next.processRegistry.list()).map(({ number }) => number)).toEqual([next.presence.number]);
	});

	it('writes addresses as URLs', () => {
		expect(urlOf({ address: '::1', family: 'IPv6', port: 80 })).toBe('http://[::1]:80');
	});
});
