import { ALL_TICKERS, createMentionBlock, MENTION_COUNTERS, type MentionBlock } from '@sw/domain/prices/blocks';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { DAY, exchangeDate, HOUR, MINUTE, SECOND, type UtcMs, utcMs } from '@sw/domain/time/units';
import { queryBars } from '@sw/store/clickhouse/bars';
import type { Stores } from '@sw/store/open';
import { sql } from '@sw/store/postgres/orm/drizzle';
import { reportsBetween } from '@sw/store/postgres/records/reports/reports';
import { saveSetting } from '@sw/store/postgres/records/settings';
import { visibleBatches } from '@sw/store/postgres/records/tickers/batches';
import { splitLedger } from '@sw/store/postgres/records/tickers/corporate-actions';
import { tickersOf } from '@sw/store/postgres/records/tickers/tickers';
import { testStores } from '@sw/store/testing/test-stores';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../config/config.ts';
import { createFakeAlpaca } from '../../intake/testing/fake-alpaca.ts';
import { createFakeMarket, type FakeMarket } from '../../intake/testing/fake-market.ts';
import {
	createErrorResponse,
	createHtmlResponse,
	createRateLimitResponse,
	type FakeVendor,
	startFakeVendor,
} from '../../intake/testing/fake-vendor.ts';
import { createRequestTimeouts } from '../../intake/testing/request-timeouts.ts';
import { readStoredUntil } from '../../market/stored/stored-until.ts';
import { createFakeWallClock } from '../../platform/clocks/testing/fake-wall-clock.ts';
import type { ReportedMarket } from '../core/market.ts';
import { testMarket } from '../testing/test-market.ts';
import { openVendor } from './provider.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ'];
const day = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
const DELAY = 16 * MINUTE;
/** Of a request: the network is really there, and may take its time. */
const TIMEOUT = 20_000;

let stores: Stores;
let vendor: FakeVendor;
let truth: FakeMarket;
let market: ReportedMarket;
let leaving = new AbortController();
const warnings: string[] = [];
const errors: string[] = [];
const fake = createFakeWallClock(day.open + 2 * SLOT_MS + DELAY + 5_000);
const timeouts = createRequestTimeouts();
const wall = {
	...fake,
	after: (ms: number, callback: () => void) => {
		if (ms !== TIMEOUT) return fake.after(ms, callback);
		return timeouts.wait(callback);
	},
};

async function start(): Promise<void> {
	const { vendors } = readConfig(
		{ SIGNALWHEEL_PROVIDER: 'alpaca', SIGNALWHEEL_ALPACA_KEY: 'PKtest', SIGNALWHEEL_ALPACA_SECRET: 's', SIGNALWHEEL_CHAINS: '1' },
		'/',
	);
	leaving = new AbortController();
	const provider = await openVendor(stores, 'alpaca', {
		config: { ...vendors, requestsPerMinute: 6_000 },
		wall,
		calendar: nyse,
		random: () => 0.5,
		warn: (message) => warnings.push(message),
		addresses: { alpaca: vendor.url },
		signal: leaving.signal,
	});
	market = await during(
		testMarket({
			stores,
			provider: { ...provider, mentionsReach: DAY, mentions: async (from, to) => countAll(from, to) },
			wall,
			reportSessions: 1,
			onError: (message, error) => errors.push(`${message}: ${error instanceof Error ? error.message : String(error)}`),
		}),
	);
	await during(market.run().then(() => market.settled));
}

/** A second source reports a day of mentions and found none. */
function countAll(from: UtcMs, to: UtcMs): MentionBlock {
	const block = createMentionBlock(0);
	block.spans = [{ tickerId: ALL_TICKERS, source: 1, from: from / SECOND, to: to / SECOND, counter: MENTION_COUNTERS.indexOf('reddit') }];
	return block;
}

function stop(): Promise<void> {
	leaving.abort(new Error('stopping'));
	return during(market.stop());
}

async function restart(): Promise<void> {
	await stop();
	await start();
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

let isDown = false;

/** Lets time pass, with room for the network and the stores. */
async function pass(until: () => boolean | Promise<boolean>): Promise<void> {
	for (let steps = 0; steps < 100_000; steps++) {
		if (await until()) return;
		await new Promise((resolve) => setTimeout(resolve, 4));
		// The market clock is stopped while the network takes its time.
		if (timeouts.requestCount() <= 0) await fake.advance(owes() ? 500 : 3_000);
	}
	throw new Error(`It did not come. ${errors.slice(-3).join(' ')}`);
}

/** A slot that the vendor gives has no report yet: the market is at work, and takes as long as the machine needs. */
function owes(): boolean {
	const newest = market.reports.newest()?.time ?? 0;
	return !isDown && Array.from({ length: day.slots }, (_, slot) => atSlot(slot)).some((at) => at > newest && at <= market.now());
}

function atSlot(slot: number): UtcMs {
	return utcMs(day.open + (slot + 1) * SLOT_MS);
}

function newestIs(time: number) {
	return () => market.reports.newest()?.time === time;
}

function reports() {
	return reportsBetween(stores.records.db, day.open, utcMs(day.close), 'reverse');
}

async function stored() {
	const ids = (await tickersOf(stores.records.db, 'alpaca')).map(({ id }) => id);
	return queryBars(stores.series, ids, day.open / SECOND, day.close / SECOND, await visibleBatches(stores.records.db));
}

beforeAll(async () => {
	stores = await testStores();
	truth = createFakeMarket([...SYMBOLS], wall.now);
	vendor = await startFakeVendor(createFakeAlpaca(truth));
	await saveSetting(stores.records.db, 'history_from:alpaca', '2025-01-03');
	await start();
});
afterAll(async () => {
	if (market) await stop();
	await vendor?.close();
	await stores?.close();
});

describe('a real market', () => {
	it('is filled at first start and waits at the newest slot that the vendor gives', () => {
		expect(new Date(market.now()).toISOString().slice(0, 16)).toBe('2025-01-08T15:00');
		expect(market.reports.newest()?.time).toBe(atSlot(1));
		expect(new Set(market.directory.tickers.map(({ exchange }) => exchange))).toEqual(new Set(['NASDAQ']));
	});

	it('publishes the next slot once it can be had, through every fault', async () => {
		vendor.faults.push(
			createHtmlResponse(),
			createRateLimitResponse(5),
			createErrorResponse(502),
			{ cut: '{"bars":{"AAA"' },
			createErrorResponse(),
		);
		await pass(newestIs(atSlot(2)));
		expect(errors.join()).toMatch(/failed to fetch slot 2.*\(body\)/);
		// Within its own quarter-hour: time is the test's, the network and the stores take theirs on a busy machine.
		expect(market.now() - atSlot(2)).toBeLessThan(15 * MINUTE);
	});

	it('keeps the last good report through a long outage and makes up for it without a hand', async () => {
		isDown = true;
		// At first no vendor responds.
		vendor.faults.push({ silent: true, onReceived: timeouts.leaveUnanswered });
		const answer = truth.isHidden;
		truth.isHidden = () => isDown;
		await pass(() => market.now() > atSlot(4) + 2 * MINUTE);
		expect(market.reports.newest()?.time).toBe(atSlot(2));
		isDown = false;
		truth.isHidden = answer;
		await pass(newestIs(atSlot(4)));
		expect((await reports()).map(({ time }) => time)).toEqual([0, 1, 2, 3, 4].map(atSlot));
	});

	it('goes without one ticker, in words, and goes on where it was after a restart', async () => {
		truth.isHidden = (symbol, ms) => symbol === 'CCC' && ms === atSlot(4);
		await pass(newestIs(atSlot(5)));
		expect(warnings.join()).toMatch(/9 of 10 expected bars/);
		truth.isHidden = () => false;
		// Until the close it is believed.
		truth.splits.push({ symbol: 'DDD', date: day.date, ratio: 4 });
		await restart();
		await pass(newestIs(atSlot(6)));
		const times = (await reports()).map(({ time }) => time);
		expect(new Set(times).size).toBe(times.length);
		expect(times).toEqual([0, 1, 2, 3, 4, 5, 6].map(atSlot));
	});

	it('looks once more after the close: what came late makes new versions, and nothing is lost or doubled', async () => {
		await pass(newestIs(day.close));
		await pass(async () => (await reports()).some(({ version }) => version > 1));
		// What is read from memory uses them too, without a restart of the product.
		const late = (): number =>
			market.prices.sessions.find(({ session }) => session.date === day.date)?.matrix?.close[4 * SYMBOLS.length + 2] ?? Number.NaN;
		await pass(() => !Number.isNaN(late()));
		// Reports before the late bar say what they said, and keep their version.
		expect((await reports()).slice(0, 4).map(({ version }) => version)).toEqual([1, 1, 1, 1]);
		const bars = await stored();
		expect(bars.count).toBe(SYMBOLS.length * day.slots);
		for (let i = 0; i < bars.count; i++) {
			const ms = bars.time[i]! * SECOND;
			const [bar] = truth.bars(SYMBOLS[bars.tickerId[i]! - 1]!, ms, ms + 1);
			expect([bars.close[i], bars.volume[i]]).toEqual([Math.fround(bar?.close ?? 0), bar?.volume]);
		}
		const times = new Set((await reports()).map(({ time }) => time));
		expect(times.size).toBe(day.slots);
	});

	it('disables an announced split that the prices of the day do not show, whatever the vendor repeats', async () => {
		const wrong = async () =>
			(await splitLedger(stores.records.db, 'alpaca')).map(({ tickerId, date, ratio, source, revokedAt }) => [tickerId, date, ratio, source, revokedAt !== null]); // biome-ignore format: one list
		expect(await wrong()).toEqual([[4, day.date, 4, 'prices', true]]);
		await restart();
		expect(await wrong()).toEqual([[4, day.date, 4, 'prices', true]]);
	});

	it('counts what is said while it is closed, a holiday long', async () => {
		for (const due of [20, 40].map((hours) => day.close + hours * HOUR)) {
			fake.leap(due - market.now());
			await pass(async () => (await readStoredUntil(stores.records.db, 'alpaca', 'mentions')) === due);
		}
		const hours = Array.from({ length: 40 }, (_, hour) => market.attention.hour(1, day.close + hour * HOUR)?.counted);
		expect(new Set(hours)).toEqual(new Set(['all']));
	});

	it('says in its ledger where the numbers came from', async () => {
		const { rows } = await stores.records.db.execute<{ note: string }>(
			sql`select note from batches where provider = 'alpaca' and kind = 'bars' order by id`,
		);
		const notes = rows.map(({ note }) => note).join('\n');
		expect(notes).toMatch(/history from alpaca at 2025-01-08T/);
		expect(notes).toMatch(/slot 2 from alpaca at 2025-01-08T15:31/);
		expect(notes).toMatch(/slot 5 from alpaca at .*, without CCC/);
		expect(notes).toMatch(/1 bars added late, 0 corrected by alpaca/);
	});
});
