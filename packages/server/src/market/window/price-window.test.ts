import { barBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { rankTops } from '@sw/domain/prices/tops';
import { nyse } from '@sw/domain/time/calendar';
import { slotEnd, slotStart } from '@sw/domain/time/slots';
import { HOUR, MINUTE } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createDirectory } from './directory.ts';
import { changeAt, hourlyBars, recentCloses } from './price-series.ts';
import { createPriceWindow, SLOT_SESSIONS } from './price-window.ts';
import { lastSession, matrixOf, NOW, priceAt, SLOT, sessions, smallWorld, tickers } from './testing/fixture.ts';
import { createTopSource } from './top-source.ts';

const LAST = sessions.length - 1;

describe('the price window', () => {
	const { prices, tops } = smallWorld();

	it('keeps slots of the newest sessions and days of the others', () => {
		expect(prices.sessions.length).toBe(sessions.length);
		expect(prices.sessions.filter((s) => s.matrix).length).toBe(SLOT_SESSIONS);
		expect(prices.sessions.filter((s) => s.day).length).toBe(sessions.length - 1);
		expect(prices.until()).toBe(NOW);
		expect(() => prices.open(lastSession, matrixOf(0, 26, 0), [], 0)).toThrow(RangeError);
	});

	it('builds hourly bars up to an instant, the last one growing', () => {
		const bars = hourlyBars(prices, 0, NOW);
		expect(bars.time.length).toBeGreaterThanOrEqual(60);
		expect(bars.time.at(-1)).toBe(slotStart(lastSession, 8));
		expect([bars.open.at(-1), bars.close.at(-1), bars.volume.at(-1)]).toEqual([priceAt(0, LAST, 8), priceAt(0, LAST, 8), 1000]);
		expect(bars.sessions.at(-1)?.date).toBe('2024-05-01');
		const earlier = hourlyBars(prices, 0, slotEnd(lastSession, 4) + MINUTE);
		expect([earlier.time.at(-1), earlier.volume.at(-1), earlier.volume.at(-2)]).toEqual([slotStart(lastSession, 4), 1000, 4000]);
	});

	it('names hours in which nothing traded as gaps', () => {
		const bars = hourlyBars(prices, 5, NOW);
		expect(bars.gaps).toEqual([0, 4, 8].map((slot) => slotStart(lastSession, slot)));
	});

	it('gives the last closes over sessions, and the change of the day', () => {
		expect(recentCloses(prices, 0, NOW, 3)).toEqual([6, 7, 8].map((slot) => Number(priceAt(0, LAST, slot).toFixed(4))));
		expect(recentCloses(prices, 0, NOW, 30).length).toBe(30);
		expect(changeAt(prices, 0, NOW, priceAt(0, LAST, SLOT))).toBeCloseTo(priceAt(0, LAST, SLOT) / priceAt(0, LAST - 1, 25) - 1, 6);
		expect(changeAt(prices, 0, sessions[0]?.open as number, 100)).toBeNull();
	});

	it('puts earlier prices on the newest share basis', () => {
		const window = createPriceWindow(tickers.length);
		window.open(sessions[0] as never, matrixOf(0, 26, 26), [], 26);
		window.open(sessions[1] as never, matrixOf(1, 26, 1), [{ row: 0, ratio: 2 }], 1);
		expect(window.ratios(0)?.[0]).toBe(2);
		expect(window.ratios(1)).toBeUndefined();
		const bars = hourlyBars(window, 0, slotEnd(sessions[1] as never, 0));
		expect([bars.open[0], bars.volume[0], bars.open.at(-1)]).toEqual([priceAt(0, 0, 0) / 2, 8000, Number(priceAt(0, 1, 0).toFixed(4))]);
	});

	it('feeds the top tables of every regular interval', () => {
		const day = tops.at('day', NOW);
		expect(day?.columns.base[0]).toBeCloseTo(priceAt(0, LAST - 1, 25), 4);
		expect(day?.columns.volume[0]).toBe(9000);
		expect(day?.columns.usual[0]).toBeCloseTo(9000, 6);
		expect([...(day ? rankTops(day.columns, 'gainers', 'day', 10).rows : [])][0]).toBe(0);
		const week = tops.at('week', NOW);
		expect(week?.columns.volume[0]).toBe((4 * 26 + 9) * 1000);
		expect(week?.columns.base[0]).toBeCloseTo(priceAt(0, LAST - 5, 25), 4);
		expect(week?.columns.usual[0]).toBeCloseTo((4 * 26 + 9) * 1000, 3);
		expect(tops.at('hour', NOW)?.columns.volume[1]).toBe(8000);
		expect(tops.at('day', NOW)).toBe(day);
	});

	it('builds every interval ahead of its readers, and anew when a bar came', async () => {
		const { prices: window, tops: source } = smallWorld();
		await source.warm(NOW);
		const day = source.at('day', NOW);
		expect(source.at('day', NOW)).toBe(day);
		window.advance(SLOT + 1);
		expect(source.at('day', NOW)).not.toBe(day);
	});

	it('reads pre-market and after-hours bars', () => {
		const { prices: window, directory } = smallWorld();
		const source = createTopSource(window, directory, nyse);
		const block = barBlock(2);
		const before = sessions[LAST - 1] as (typeof sessions)[number];
		[
			{ start: lastSession.open - HOUR, session: PRE, close: 130 },
			{ start: before.close + HOUR, session: POST, close: 140 },
		].forEach(({ start, session, close }, i) => {
			block.tickerId[i] = 10;
			block.time[i] = start / 1000;
			block.session[i] = session;
			for (const field of ['open', 'high', 'low', 'close'] as const) block[field][i] = close;
			block.volume[i] = 50;
		});
		block.count = 2;
		window.addExtended(block);
		const pre = source.at('premarket', NOW)?.columns;
		expect([pre?.last[0], pre?.volume[0], pre?.base[0]]).toEqual([130, 50, window.sessions[LAST - 1]?.day?.close[0]]);
		expect(source.at('after_hours', NOW)?.columns.last[0]).toBe(140);
	});

	it('has nothing before its first session', () => {
		const window = createPriceWindow(1);
		expect(window.until()).toBeNull();
		const source = createTopSource(window, createDirectory(tickers.slice(0, 1)), nyse);
		expect(source.at('day', NOW)?.columns.time[0]).toBe(0);
	});
});

describe('the directory', () => {
	it('finds by id and symbol, and refuses ids out of order', () => {
		const directory = createDirectory(tickers);
		expect([directory.rowOf(20), directory.rowOf(21), directory.byId(30)?.symbol, directory.bySymbol('ccc')?.id]).toEqual([
			1,
			-1,
			'CCC',
			30,
		]);
		expect(() => createDirectory([...tickers].reverse())).toThrow(RangeError);
	});
});
