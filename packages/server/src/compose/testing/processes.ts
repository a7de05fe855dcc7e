import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exchangeDate } from '@sw/domain/time/units';
import { type ClickHouseFront, startClickHouseFront } from '@sw/store/testing/clickhouse-front';
import { createTestDatabase } from '@sw/store/testing/databases';
import { LONG_LEASE_MS, SLOW_CHECK_TIMING } from '@sw/store/testing/slow-machine-limits';
import { inject } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createFakeWallClock, type FakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { compose } from '../compose.ts';
import type { Product } from '../product.ts';

export interface TestProcesses {
	/** The wall clock of all processes. */
	readonly wall: FakeWallClock;
	/** Composes and starts another product with these roles. Resolves when it can be read. */
	start(roles?: string): Promise<Product>;
	/** Advances time until `condition` returns a true value. */
	advanceUntil(condition: () => unknown): Promise<void>;
	close(): Promise<void>;
}

/** Several products as separate processes: one database, one series store over HTTP, a folder for each. */
export async function testProcesses(): Promise<TestProcesses> {
	await using opening = new AsyncDisposableStack();
	const database = await createTestDatabase(inject('databaseUrl'));
	opening.defer(() => database.drop());
	const front: ClickHouseFront = opening.adopt(await startClickHouseFront(), (opened) => opened.close());
	const wall = createFakeWallClock();
	const resources = opening.move();
	const advanceUntil = async (condition: () => unknown): Promise<void> => {
		for (;;) {
			if (await condition()) return;
			await wall.advance(250);
			// Real input and output takes real time.
			await new Promise((done) => setTimeout(done, 2));
		}
	};
	return {
		wall,
		start: async (roles = 'market,api,jobs') => {
			const folder = mkdtempSync(join(tmpdir(), 'signalwheel-process-'));
			resources.defer(() => rmSync(folder, { recursive: true, force: true }));
			const config = readConfig(
				{
					// A realistic URL, because the test database's own URL contains a socket path.
					DATABASE_URL: 'postgres://localhost/signalwheel',
					CLICKHOUSE_URL: front.url,
					SIGNALWHEEL_ROLES: roles,
					SIGNALWHEEL_DATA: folder,
					SIGNALWHEEL_SPEED: '60',
					SIGNALWHEEL_LOG: 'warn',
				},
				folder,
			);
			const product = await compose(
				{ ...config, databaseUrl: database.url },
				{
					wall,
					checkTiming: SLOW_CHECK_TIMING,
					leaseMs: LONG_LEASE_MS,
					provider: async () => createSmallMarket(12, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') }),
					reportSessions: 2,
					web: false,
				},
			);
			resources.defer(() => product.close());
			let isReady = false;
			const running = product.run().then(() => {
				isReady = true;
			});
			running.catch(() => {
				isReady = true;
			});
			await advanceUntil(() => isReady);
			await running;
			return product;
		},
		advanceUntil,
		close: () => resources.disposeAsync(),
	};
}
