import { FULLY_COVERED } from '@sw/domain/filings/filing-book';
import { DAY, exchangeDate, HOUR, MINUTE, tickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Stores } from '@sw/store/open';
import { FILING_CHANGES } from '@sw/store/postgres/records/filings';
import { setting } from '@sw/store/postgres/records/settings';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testMarket } from '../../compose/testing/test-market.ts';
import { createSmallMarket } from '../../intake/testing/small-market.ts';
import { createSteadyPace } from '../../platform/clocks/pace.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { openStoredFilings, readFilingsUntil } from './stored-filings.ts';

let stores: Stores;
beforeAll(async () => {
	stores = await testStores();
});
afterAll(() => stores?.close());

const provider = createSmallMarket(40, 40, { seed: 3, dailyFrom: exchangeDate('2025-12-01') });
const tickers = Array.from({ length: 40 }, (_, i) => tickerId(i + 1));

function open() {
	return openStoredFilings(stores, () => null, utcMs(Date.UTC(2026, 5, 30, 15, 45)));
}

it('a market with filings of its own knows them live while it runs, after a restart, and in a following process', async () => {
	const wall = createFakeWallClock();
	const market = await testMarket({ stores, provider, wall, pace: createSteadyPace(60), reportSessions: 2 });
	await market.run();
	await market.settled;
	const started = market.now();
	const { book } = market.filings;
	const known = (ms: UtcMs, knowledge: 'live' | 'reconstructed') =>
		book.informationColumns(tickers, { from: utcMs(ms - 5 * DAY), at: ms }, knowledge);
	// What lies before the first start was read then: it counts as known from then on.
	const before = utcMs(started - HOUR);
	expect(known(before, 'live').form.every((form) => form === 0)).toBe(true);
	expect(known(before, 'reconstructed').form.some((form) => form > 0)).toBe(true);
	const newest = async (): Promise<number> => {
		await wall.advance(1_000);
		return market.reports.newest()?.time ?? 0;
	};
	await expect.poll(newest, { interval: 5 }).toBeGreaterThan(started + 30 * MINUTE);
	const time = market.reports.newest()?.time as UtcMs;
	await market.stop();
	const live = known(time, 'live');
	const covered = tickers.filter((_, i) => live.coverage[i] === FULLY_COVERED);
	// The fund among them has no issuer.
	expect(covered).toHaveLength(38);
	expect(live.form.some((form) => form > 0)).toBe(true);

	const reopened = open();
	await reopened.refresh();
	expect(reopened.book.informationColumns(tickers, { from: utcMs(time - 5 * DAY), at: time }, 'live')).toEqual(live);
	expect(reopened.dataEnd()).toBe(market.filings.dataEnd());
	const follower = open();
	await follower.refreshTo(Number(await setting(stores.records.db, FILING_CHANGES)));
	expect(follower.book.count()).toBe(reopened.book.count());

	await readFilingsUntil({ provider, filings: reopened }, utcMs(time + 3 * DAY));
	expect(follower.book.count()).toBeLessThan(reopened.book.count());
	await follower.refreshTo(Number(await setting(stores.records.db, FILING_CHANGES)));
	expect(follower.book.count()).toBe(reopened.book.count());
	expect(follower.followedFrom()).toBe(started);
});

it('a filing is stored once from each source, and rows that are changed are read again', async () => {
	await stores.records.pool.query('truncate filings, filing_spans, issuers');
	const [filings, follower] = [open(), open()];
	const acceptedAt = utcMs(Date.UTC(2026, 5, 29, 20));
	const filing = {
		accession: '0000000001-26-000001',
		cik: 7,
		form: '8-K',
		items: '8.01',
		acceptedAt,
		earliestAt: acceptedAt,
		seenAt: acceptedAt,
	};
	const rows = { filings: [{ ...filing, source: 'feed' as const }], spans: [{ cik: 0, fromAt: acceptedAt, toAt: acceptedAt }] };
	await filings.save(rows);
	await follower.refresh();
	await filings.save({ ...rows, spans: [{ cik: 0, fromAt: acceptedAt, toAt: utcMs(acceptedAt + HOUR) }] });
	await filings.save({ issuers: [{ tickerId: tickerId(5), since: acceptedAt, cik: 7 }] });
	await filings.save({
		issuers: [{ tickerId: tickerId(5), since: acceptedAt, cik: 7, exchange: 'NYSE', sic: 3711, industry: 'Motor Vehicles' }],
	});
	await follower.refresh();
	for (const each of [filings, follower, open()]) {
		await each.refresh();
		expect([each.book.count(), each.dataEnd()]).toEqual([1, acceptedAt + HOUR]);
		expect(each.book.issuerOf(tickerId(5), utcMs(acceptedAt + 1))).toEqual({
			cik: 7,
			exchange: 'NYSE',
			sic: 3711,
			industry: 'Motor Vehicles',
		});
		expect(each.book.issuerOf(tickerId(5), utcMs(acceptedAt - 1))).toBeUndefined();
	}
});
