/** A first start at a vendor that chooses the tickers: past sessions are stored with the tickers of then, and records say so. */
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, exchangeDate, MINUTE, SECOND } from '@sw/domain/time/units';
import { queryBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { saveSetting } from '@sw/store/postgres/records/settings';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { memberDates } from '@sw/store/postgres/records/tickers/session-members';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import type { Provider } from '../../intake/provider.ts';
import { createFakeMarket, type FakeMarket } from '../../intake/testing/fake-market.ts';
import { createFakeMassive } from '../../intake/testing/fake-massive.ts';
import { type FakeVendor, startFakeVendor } from '../../intake/testing/fake-vendor.ts';
import { createRequestTimeouts } from '../../intake/testing/request-timeouts.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import { mayLackEndedTickers } from '../../research/search/ended-tickers.ts';
import type { ReportedMarket } from '../core/market.ts';
import { testMarket } from '../testing/test-market.ts';
import { openVendor } from './provider.ts';

const FROM = exchangeDate('2024-12-20');
const LIVE = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
const ENDED = { symbol: 'GONE', until: '2024-12-30' };
/** Of a request: the network is really there, and may take its time. */
const TIMEOUT = 20_000;
/** Further apart than prices are. */
const WEIGHTS: Record<string, number> = { GONE: 1e4, BIG: 1e3, MID: 100, SMALL: 10 };

let stores: Stores;
let vendor: FakeVendor;
let truth: FakeMarket;
let market: ReportedMarket;
let provider: Provider;
let leaving = new AbortController();
const fake = createFakeWallClock(LIVE.open + SLOT_MS + 16 * MINUTE + 5_000);
const timeouts = createRequestTimeouts();
const wall = {
	...fake,
	after: (ms: number, callback: () => void) => (ms === TIMEOUT ? timeouts.wait(callback) : fake.after(ms, callback)),
};

async function start(): Promise<void> {
	const { vendors } = readConfig({ SIGNALWHEEL_PROVIDER: 'massive', SIGNALWHEEL_MASSIVE_KEY: 'test', SIGNALWHEEL_UNIVERSE: '3' }, '/');
	leaving = new AbortController();
	provider = await openVendor(stores, 'massive', {
		config: { ...vendors, chains: 0, requestsPerMinute: 6_000 },
		wall,
		calendar: nyse,
		random: () => 0.5,
		warn: () => {},
		addresses: { massive: vendor.url },
		signal: leaving.signal,
	});
	market = await during(testMarket({ stores, provider, wall, reportSessions: 1 }));
	await during(market.run().then(() => market.settled));
}

function stop(): Promise<void> {
	leaving.abort(new Error('stopping'));
	return during(market.stop());
}

/** Lets little time pass while something goes on. */
async function during<T>(work: Promise<T>): Promise<T> {
	let isDone = false;
	const done = work.finally(() => {
		isDone = true;
	});
	done.catch(() => {});
	while (!isDone) {
		await new Promise((resolve) => setTimeout(resolve, 4));
		await fake.advance(20);
	}
	return done;
}

async function tickers() {
	return (await tickersOf(stores.records.db, 'massive')).map(({ id, symbol, delisted }) => ({ id, symbol, delisted }));
}

/** The symbols with stored bars of a session. */
async function storedOn(date: string): Promise<string[]> {
	const session = nyse.sessionOn(exchangeDate(date)) as Session;
	const bars = await queryBars(
		stores.series,
		undefined,
		session.open / SECOND,
		session.close / SECOND,
		await visibleBatches(stores.records.db),
	);
	const symbols = new Map((await tickers()).map(({ id, symbol }) => [id as number, symbol]));
	return [...new Set([...bars.tickerId.subarray(0, bars.count)].map((id) => symbols.get(id) ?? ''))].sort();
}

function countOfDays(): number {
	return vendor.requests.filter(({ path }) => path.startsWith('/v2/aggs/grouped/')).length;
}

function isHindsight(): Promise<boolean> {
	return mayLackEndedTickers({ provider }, { n: 1, reconstructed: 1 });
}

beforeAll(async () => {
	stores = await testStores();
	truth = createFakeMarket(['BIG', 'MID', 'SMALL', 'HOT'], wall.now);
	truth.endedSymbols.push(ENDED);
	truth.volumeFactor = (symbol, date) => (symbol === 'HOT' ? (date < '2025-01-03' ? 1 : 1e5) : (WEIGHTS[symbol] ?? 1));
	vendor = await startFakeVendor(createFakeMassive(truth, { perPage: 5_000 }));
	await saveSetting(stores.records.db, 'history_from:massive', FROM);
	await start();
});
afterAll(async () => {
	if (market) await stop();
	await vendor?.close();
	await stores?.close();
});

describe('a first start at a vendor with whole days', () => {
	it('stores each past session with the most traded tickers of then', async () => {
		expect(await storedOn('2024-12-20')).toEqual(['BIG', 'GONE', 'MID']);
		expect(await storedOn('2024-12-30')).toEqual(['BIG', 'GONE', 'MID']);
		expect(await storedOn('2025-01-03')).toEqual(['BIG', 'MID', 'SMALL']);
		expect(await storedOn('2025-01-06')).toEqual(['BIG', 'HOT', 'MID']);
		expect(await storedOn('2025-01-08')).toEqual(['BIG', 'HOT', 'MID']);
		expect((await tickers()).find(({ symbol }) => symbol === 'GONE')?.delisted).toBe(ENDED.until);
		expect(await isHindsight()).toBe(false);
	});

	it('asks for those days once: a restart has the same rows, and later ones only after them', async () => {
		const before = await tickers();
		const asked = countOfDays();
		await stop();
		truth.symbols.push('FRESH');
		truth.volumeFactor = (symbol) => (symbol === 'FRESH' ? 1e6 : (WEIGHTS[symbol] ?? 1));
		await start();
		// The day of today's choice.
		expect(countOfDays()).toBe(asked + 1);
		expect((await tickers()).slice(0, before.length)).toEqual(before);
		expect(await storedOn('2024-12-20')).toEqual(['BIG', 'GONE', 'MID']);
		expect(await isHindsight()).toBe(false);
	});

	it('finds the members of sessions that it missed', async () => {
		await stop();
		fake.leap(6 * DAY);
		await start();
		const missed = nyse.sessionsBetween(LIVE.date, exchangeDate('2025-01-13')).map(({ date }) => date);
		expect(await memberDates(stores.records.db, 'massive')).toEqual(expect.arrayContaining(missed));
		expect(await storedOn('2025-01-13')).toHaveLength(3);
		expect(await isHindsight()).toBe(false);
	});

	it('is marked in data filled by an earlier version, and stays so', async () => {
		await stop();
		await stores.records.db.execute(sql`delete from session_members`);
		const asked = countOfDays();
		await start();
		expect(await isHindsight()).toBe(true);
		expect([countOfDays() - asked, (await memberDates(stores.records.db, 'massive')).length]).toEqual([1, 0]);
	});
});
