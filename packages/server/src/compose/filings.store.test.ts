import { nyse } from '@sw/domain/time/calendar';
import { DAY, type TickerId, tickerId, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStoredFilings } from '../market/filings/stored-filings.ts';
import { createFakeWallClock } from '../platform/clocks/testing/fake-wall-clock.ts';
import { createShownFilings } from './filings.ts';
import { openPeers } from './processes/peers.ts';

const NOW = utcMs(Date.UTC(2026, 10, 24, 17));
const [COVERED, UNCOVERED] = [tickerId(1), tickerId(2)];

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

it('a ticker that is shown without all its filings is wanted once, in the process that follows the source too', async () => {
	const since = utcMs(NOW - 30 * DAY);
	const filings = openStoredFilings(stores, () => null, NOW);
	await filings.save({ issuers: [{ tickerId: COVERED, since, cik: 7 }], spans: [{ cik: 0, fromAt: since, toAt: NOW }] });
	const errors: unknown[] = [];
	const open = () => openPeers(stores.records, createFakeWallClock(NOW), (_, error) => errors.push(error));
	const [leader, other] = await Promise.all([open(), open()]);
	const wanted: TickerId[][] = [[], []];
	const [, shown] = [leader, other].map((peers, i) =>
		createShownFilings({ filings, calendar: nyse, source: { prioritize: (ticker) => void wanted[i]?.push(ticker) }, peers }),
	);
	for (const ticker of [COVERED, UNCOVERED, UNCOVERED]) expect(shown?.(ticker, { asOf: NOW, reconstructed: false })).toEqual([]);
	await expect.poll(() => wanted[0]).toEqual([UNCOVERED]);
	expect(wanted[1]?.slice(0, 2)).toEqual([UNCOVERED, UNCOVERED]);
	await Promise.all([leader.close(), other.close()]);
	expect(errors).toEqual([]);
});
