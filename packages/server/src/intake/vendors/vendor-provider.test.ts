import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { exchangeDate, MINUTE, utcMs } from '@sw/domain/time/units';
import { dayNumber } from '@sw/domain/time/zone';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import type { Provider } from '../provider.ts';
import { createFakeAlpaca } from '../testing/fake-alpaca.ts';
import { createFakeMarket, type FakeMarket } from '../testing/fake-market.ts';
import {
	createErrorResponse,
	createHtmlResponse,
	createRateLimitResponse,
	type FakeVendor,
	startFakeVendor,
} from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createMemoryDirectory, findVendorKind, VENDOR_KINDS, type VendorKind } from '../testing/vendor-kinds.ts';
import { createAlpacaAdapter } from './alpaca/alpaca-adapter.ts';
import { createAlpacaClient } from './alpaca/client.ts';
import { createVendorProvider } from './vendor-provider.ts';

const SYMBOLS = ['AAA', 'BBB', 'CCC', 'DDD', 'EEE', 'FFF', 'GGG', 'HHH', 'III', 'JJJ'];
const session = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
const before = nyse.sessionOn(exchangeDate('2025-01-07')) as Session;

let vendor: FakeVendor;
afterEach(() => vendor?.close());

/** A provider at `slot` slots into the session, whose history of the day before is read. */
async function open(kind: VendorKind, { slots = 1, skew = 0 } = {}) {
	const wall = createImmediateClock(session.open + slots * SLOT_MS + 5_000, { timeoutFrom: 19_000 });
	const market = createFakeMarket([...SYMBOLS], wall.now);
	vendor = await startFakeVendor(kind.script(market, skew));
	const warnings: string[] = [];
	const outbound = createOutbound({ vendor: kind.name, wall, random: () => 0.5, perMinute: 60_000, burst: 1_000 });
	const provider: Provider = createVendorProvider({
		adapter: kind.createAdapter(vendor.url, wall, (message) => warnings.push(message), outbound),
		directory: createMemoryDirectory(),
		calendar: nyse,
		wall,
		slotsFrom: before.date,
		warn: (message) => warnings.push(message),
	});
	await provider.history?.session(before);
	return { wall, market, warnings, provider };
}

function closesOf(market: FakeMarket, slot: number): number[] {
	return SYMBOLS.map((symbol) =>
		Math.fround(market.bars(symbol, session.open + slot * SLOT_MS, session.open + (slot + 1) * SLOT_MS)[0]?.close ?? Number.NaN),
	);
}

function slotOf(provider: Provider, slot: number) {
	return (provider.slot as NonNullable<Provider['slot']>)(session, slot);
}

describe.each(VENDOR_KINDS)('$name', (kind) => {
	it('gives sessions as the vendor has them, over all pages, with pre-market bars', async () => {
		const { provider, market } = await open(kind, { slots: 3 });
		const [past, today] = [await provider.history?.session(before), await provider.history?.session(session)];
		expect((await provider.universe(session.open)).map(({ symbol }) => symbol)).toEqual(SYMBOLS);
		for (const [row, symbol] of SYMBOLS.entries()) {
			const bars = market.bars(symbol, before.open, before.close);
			expect(bars.map((_, slot) => past?.matrix.volume[slot * SYMBOLS.length + row])).toEqual(bars.map(({ volume }) => volume));
		}
		expect(Array.from({ length: 4 }, (_, slot) => today?.matrix.close[slot * SYMBOLS.length])).toEqual(
			[0, 1, 2, 3].map((slot) => closesOf(market, slot)[0]),
		);
		const extended = await provider.extended?.(before.close, session.open);
		expect([extended?.count, extended?.session[0], (extended?.time[0] ?? 0) * 1000]).toEqual([SYMBOLS.length, 0, session.open - SLOT_MS]);
	});

	it('gets a slot in spite of a full hand of faults', async () => {
		const { provider, market } = await open(kind);
		vendor.faults.push(createRateLimitResponse(3), createErrorResponse(503), { cut: '{"bars":' });
		const slot = await slotOf(provider, 0);
		expect([...slot.close]).toEqual(closesOf(market, 0));
		expect(slot.note).toMatch(new RegExp(`^slot 0 from ${kind.name} at 2025-01-08T`));
		// Contracts since the open are the first slot's.
		expect(slot.calls.findIndex((calls) => calls > 0)).toBe(0);
		expect([...slot.puts.subarray(2)].every(Number.isNaN)).toBe(true);
	});

	it('does not wait for ever for one that is slow, and asks again', async () => {
		const { provider, market, wall } = await open(kind);
		const started = wall.now();
		vendor.faults.push({ silent: true, onReceived: wall.leaveUnanswered });
		expect([...(await slotOf(provider, 0)).close]).toEqual(closesOf(market, 0));
		expect(wall.now() - started).toBeGreaterThanOrEqual(20_000);
	});

	it('reports a page of HTML by vendor, call and field, and goes on afterwards', async () => {
		const { provider, market } = await open(kind);
		vendor.faults.push(createHtmlResponse());
		await expect(slotOf(provider, 0)).rejects.toMatchObject({ vendor: kind.name, fault: 'shape', field: '(body)' });
		expect([...(await slotOf(provider, 0)).close]).toEqual(closesOf(market, 0));
	});

	it('waits for what is missing, then goes without it in words, and has it once the session is asked for again', async () => {
		const { provider, market, warnings, wall } = await open(kind);
		market.isHidden = (symbol) => symbol === 'CCC';
		const started = wall.now();
		const slot = await slotOf(provider, 0);
		expect(wall.now() - started).toBeGreaterThanOrEqual(4 * MINUTE - 5_000);
		expect([slot.close[2], Number.isNaN(slot.close[3])]).toEqual([Number.NaN, false]);
		expect(slot.note).toMatch(/without CCC$/);
		expect(warnings.join()).toMatch(/9 of 10 expected bars/);
		market.isHidden = () => false;
		const repeated = await provider.refetch?.(session);
		const at = repeated?.tickerId.indexOf(3) ?? -1;
		expect([repeated?.count, (repeated?.time[at] ?? 0) * 1000, repeated?.close[at]]).toEqual([
			SYMBOLS.length,
			session.open,
			closesOf(market, 0)[2],
		]);
	});

	it('takes half a market for an outage', async () => {
		const { provider, market } = await open(kind);
		market.isHidden = (symbol) => symbol > 'C';
		await expect(slotOf(provider, 0)).rejects.toMatchObject({
			vendor: kind.name,
			fault: 'outage',
			message: expect.stringMatching(/2 of 10/),
		});
		market.isHidden = () => false;
		expect([...(await slotOf(provider, 0)).close]).toEqual(closesOf(market, 0));
	});

	it('takes no bar of a vendor whose clock is ahead into the slot', async () => {
		const { provider } = await open(kind, { skew: SLOT_MS });
		await expect(slotOf(provider, 0)).rejects.toMatchObject({ fault: 'outage' });
	});

	it('passes splits on, in rows', async () => {
		const { provider, market } = await open(kind);
		market.splits.push({ symbol: 'BBB', date: '2025-01-08', ratio: 4 }, { symbol: 'ZZZ', date: '2025-01-08', ratio: 2 });
		expect(await provider.splits?.(session.date, session.date)).toEqual([{ tickerId: 2, date: '2025-01-08', ratio: 4 }]);
	});

	it('starts from the list that is stored when the vendor cannot be reached', async () => {
		const directory = createMemoryDirectory();
		const { wall, market } = await open(kind);
		const outbound = createOutbound({ vendor: kind.name, wall, random: () => 0, perMinute: 60_000, burst: 100, tries: 1 });
		const warnings: string[] = [];
		const make = () =>
			createVendorProvider({
				adapter: kind.createAdapter(vendor.url, wall, () => {}, outbound),
				directory,
				calendar: nyse,
				wall,
				slotsFrom: before.date,
				warn: (message) => warnings.push(message),
			});
		expect((await make().universe(utcMs(wall.now()))).length).toBe(market.symbols.length);
		vendor.faults.push(...Array.from({ length: 20 }, () => createErrorResponse()));
		expect((await make().universe(utcMs(wall.now()))).length).toBe(market.symbols.length);
		expect(warnings.join()).toMatch(/stored list of tickers is kept/);
	});
});

describe('Yahoo', () => {
	it('gives daily bars of the time before its quarter-hours, all days of a symbol in one request', async () => {
		const { provider, market } = await open(findVendorKind('yahoo'));
		const daily = provider.history?.daily as NonNullable<NonNullable<Provider['history']>['daily']>;
		const requestsBefore = vendor.requests.length;
		const days = [await daily(nyse.sessionOn(exchangeDate('2024-07-03')) as Session), await daily(before)];
		expect(vendor.requests.length - requestsBefore).toBe(SYMBOLS.length);
		const [bar] = market.days('CCC', before.open, before.close);
		expect(days.map(({ count, day }) => [count, day[0]])).toEqual([
			[SYMBOLS.length, dayNumber(exchangeDate('2024-07-03'))],
			[SYMBOLS.length, dayNumber(before.date)],
		]);
		expect([days[1]?.tickerId[2], days[1]?.close[2], days[1]?.volume[2]]).toEqual([3, Math.fround(bar?.close ?? 0), bar?.volume]);
	});
});

describe('Alpaca with its stream', () => {
	it('takes a slot from the stream when it has seen all of it, and asks otherwise', async () => {
		const seen: number[] = [];
		const bar = { ms: session.open, open: 1, high: 1, low: 1, close: 1, volume: 1 };
		const followed: string[][] = [];
		const stream = {
			isSubscribed: () => true,
			subscribe: (symbols: readonly string[]) => void followed.push([...symbols]),
			slot: (start: number) => {
				seen.push(start);
				return start === session.open ? new Map([['AAA', bar]]) : undefined;
			},
			close: () => {},
		};
		const wall = createImmediateClock(session.open + 2 * SLOT_MS + 5_000, { timeoutFrom: 19_000 });
		vendor = await startFakeVendor(createFakeAlpaca(createFakeMarket(['AAA', 'BBB'], wall.now)));
		const outbound = createOutbound({ vendor: 'alpaca', wall, random: () => 0, perMinute: 60_000, burst: 100 });
		const client = createAlpacaClient(outbound, { key: 'PKtest', secret: 's' }, { data: vendor.url, trading: vendor.url });
		const adapter = createAlpacaAdapter({
			wall,
			warn: () => {},
			calendar: nyse,
			delay: 0,
			optionsDelay: 0,
			symbols: [],
			symbolLimit: 50,
			chains: 2,
			client,
			stream,
		});
		await adapter.tickers();
		expect(followed).toEqual([['AAA', 'BBB']]);
		const first = utcMs(session.open);
		expect([...(await adapter.bars(['AAA', 'BBB'], first, utcMs(first + SLOT_MS)))]).toEqual([['AAA', [bar]]]);
		expect((await adapter.bars(['AAA', 'BBB'], utcMs(first + SLOT_MS), utcMs(first + 2 * SLOT_MS))).size).toBe(2);
		// More than a slot is history.
		await adapter.bars(['AAA'], first, utcMs(first + 2 * SLOT_MS));
		expect(seen).toEqual([first, first + SLOT_MS]);
	});
});
