import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS } from '@sw/domain/time/slots';
import { exchangeDate, utcMs } from '@sw/domain/time/units';
import { afterEach, describe, expect, it } from 'vitest';
import { createOutbound } from '../outbound/outbound.ts';
import { createFakeAlpaca } from '../testing/fake-alpaca.ts';
import { createFakeMarket } from '../testing/fake-market.ts';
import { createFakeMassive } from '../testing/fake-massive.ts';
import { type FakeVendor, startFakeVendor } from '../testing/fake-vendor.ts';
import { createImmediateClock } from '../testing/immediate-clock.ts';
import { createMemoryDirectory, findVendorKind } from '../testing/vendor-kinds.ts';
import { estimateAlpacaLoad } from './alpaca/alpaca-adapter.ts';
import { describeLoad, fitLoad } from './load.ts';
import { estimateMassiveLoad } from './massive/massive-adapter.ts';
import { createVendorProvider } from './vendor-provider.ts';
import { estimateYahooLoad } from './yahoo/yahoo-adapter.ts';

let vendor: FakeVendor | undefined;
afterEach(() => vendor?.close());

describe('what a rate limit serves', () => {
	it.each([
		['yahoo', estimateYahooLoad, 120, { symbols: 150, chains: 50 }],
		['alpaca', estimateAlpacaLoad, 180, { symbols: 2_000, chains: 50 }],
		['massive', estimateMassiveLoad(false, true), 600, { symbols: 1_000, chains: 50 }],
		['massive with files', estimateMassiveLoad(true, true), 600, { symbols: 1_000, chains: 50 }],
	])('is what %s follows by itself', (_name, load, perMinute, wanted) => {
		const fitting = fitLoad(load, perMinute, wanted);
		expect([fitting.symbols, fitting.chains]).toEqual([wanted.symbols, wanted.chains]);
	});

	it('is never exceeded: chains go first, then symbols', () => {
		expect(fitLoad(estimateYahooLoad, 60, { symbols: 150, chains: 300 })).toMatchObject({ symbols: 150, chains: 150 });
		expect(fitLoad(estimateYahooLoad, 33, { symbols: 150, chains: 150 })).toMatchObject({ symbols: 99, chains: 99 });
		const { symbols, chains, load } = fitLoad(estimateMassiveLoad(false, true), 5, { symbols: 1_000, chains: 50 });
		expect([symbols, chains]).toEqual([15, 5]);
		expect(load.slot + load.options).toBeLessThanOrEqual(5 * 12);
		expect(fitLoad(estimateYahooLoad, 1, { symbols: 0, chains: 0 }).symbols).toBe(1);
	});

	it.each([
		['yahoo', estimateYahooLoad],
		['alpaca', estimateAlpacaLoad],
		['massive', estimateMassiveLoad(false, true)],
	] as const)('is what a first start and a slot of %s really ask for, or less', async (name, load) => {
		const symbols = ['AAA', 'BBB', 'CCC', 'DDD'];
		const session = nyse.sessionOn(exchangeDate('2025-01-08')) as Session;
		const wall = createImmediateClock(session.open + SLOT_MS + 5_000, { timeoutFrom: 19_000 });
		const truth = createFakeMarket(symbols, wall.now);
		const kind = findVendorKind(name);
		vendor = await startFakeVendor(
			name === 'alpaca'
				? createFakeAlpaca(truth, { perPage: 10_000 })
				: name === 'massive'
					? createFakeMassive(truth, { perPage: 50_000 })
					: kind.script(truth, 0),
		);
		const outbound = createOutbound({ vendor: name, wall, random: () => 0, perMinute: 600_000, burst: 1_000 });
		const adapter = kind.createAdapter(vendor.url, wall, () => {}, outbound, { chains: 0 });
		const { slots, daily } = adapter.historyFrom(utcMs(wall.now()));
		const provider = createVendorProvider({
			adapter,
			directory: createMemoryDirectory(),
			calendar: nyse,
			wall,
			slotsFrom: slots,
			dailyFrom: daily,
			warn: () => {},
		});
		await provider.universe(utcMs(wall.now()));
		await provider.splits?.(daily, session.date);
		await provider.dividends?.(daily, session.date);
		for (const day of nyse.sessionsBetween(daily, session.date)) {
			if (day.date >= slots) await provider.history?.session(day);
			else await provider.history?.daily?.(day);
		}
		const started = vendor.requests.length;
		expect(started).toBeLessThanOrEqual(load(symbols.length, 0).start);
		await provider.slot?.(session, 0);
		expect(vendor.requests.length - started).toBeLessThanOrEqual(load(symbols.length, 0).slot);
	});

	it('includes the ranking of past sessions, unless the symbols are given', () => {
		expect([estimateMassiveLoad(false, true)(1_000, 0).start, estimateMassiveLoad(true, true)(1_000, 0).start]).toEqual([12_345, 4_107]);
		expect([estimateMassiveLoad(false, false)(1_000, 0).start, estimateMassiveLoad(true, false)(1_000, 0).start]).toEqual([8_016, 3_278]);
	});

	it('is given as arithmetic', () => {
		expect(describeLoad(fitLoad(estimateYahooLoad, 120, { symbols: 150, chains: 50 }), 120)).toBe(
			'150 symbols at 120 requests a minute: first start 308 requests, 3 min; a slot 150, 2 min, and 150 for 50 option chains.',
		);
	});
});
