import { preOpen } from '@sw/domain/prices/bar-session';
import { createBarBlock, POST, PRE } from '@sw/domain/prices/blocks';
import { rankTops, type TopColumns } from '@sw/domain/prices/tops';
import { expectedShare } from '@sw/domain/signals/engine/clock';
import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { nyse, type Session } from '@sw/domain/time/calendar';
import { SLOT_MS, slotEnd, slotStart } from '@sw/domain/time/slots';
import { exchangeDate, HOUR, MINUTE, type ReportTime } from '@sw/domain/time/units';
import { describe, expect, it } from 'vitest';
import { createDirectory, createTableSymbols } from './directory.ts';
import { openMarketRows } from './market-rows.ts';
import { computeChangeAt, findRecentCloses, readHourlyBars } from './price-series.ts';
import { createPriceWindow, SLOT_SESSIONS, VOLUME_SESSIONS } from './price-window.ts';
import {
	addExtendedTrades,
	createMatrix,
	createReport,
	lastSession,
	NOW,
	priceAt,
	SLOT,
	sessions,
	smallWorld,
	tickers,
} from './testing/fixture.ts';
import { createTopSource } from './top-source.ts';

const LAST = sessions.length - 1;

/** Share of a day's volume that the wheel expects in its first slots. */
function shareOf(slots: number): number {
	return expectedShare(PARAMETERS_V1.volumeShare, 0, slots, 26);
}

describe('the price window', () => {
	const { prices, tops } = smallWorld();

	it('keeps slots of the newest sessions and days of the others', () => {
		expect(prices.sessions.length).toBe(sessions.length);
		expect(prices.sessions.filter((s) => s.matrix).length).toBe(SLOT_SESSIONS);
		expect(prices.sessions.filter((s) => s.day).length).toBe(sessions.length - 1);
		expect(prices.dataEnd()).toBe(NOW);
		expect(() => prices.open(lastSession, createMatrix(0, 26, 0), [], 0)).toThrow(RangeError);
	});

	it('builds hourly bars up to an instant, the last one growing', () => {
		const bars = readHourlyBars(prices, 0, NOW);
		expect(bars.time.length).toBeGreaterThanOrEqual(60);
		expect(bars.time.at(-1)).toBe(slotStart(lastSession, 8));
		expect([bars.open.at(-1), bars.close.at(-1), bars.volume.at(-1)]).toEqual([priceAt(0, LAST, 8), priceAt(0, LAST, 8), 1000]);
		expect(bars.sessions.at(-1)?.date).toBe('2024-05-01');
		const earlier = readHourlyBars(prices, 0, slotEnd(lastSession, 4) + MINUTE);
		expect([earlier.time.at(-1), earlier.volume.at(-1), earlier.volume.at(-2)]).toEqual([slotStart(lastSession, 4), 1000, 4000]);
	});

	it('names hours in which nothing traded as gaps', () => {
		const bars = readHourlyBars(prices, 5, NOW);
		expect(bars.gaps).toEqual([0, 4, 8].map((slot) => slotStart(lastSession, slot)));
	});

	it('gives the last closes over sessions, and the change of the day', () => {
		expect(findRecentCloses(prices, 0, NOW, 3)).toEqual([6, 7, 8].map((slot) => Number(priceAt(0, LAST, slot).toFixed(4))));
		expect(findRecentCloses(prices, 0, NOW, 30).length).toBe(30);
		expect(computeChangeAt(prices, 0, NOW, priceAt(0, LAST, SLOT))).toBeCloseTo(priceAt(0, LAST, SLOT) / priceAt(0, LAST - 1, 25) - 1, 6);
		expect(computeChangeAt(prices, 0, sessions[0]?.open as number, 100)).toBeNull();
	});

	it('puts earlier prices on the newest share basis', () => {
		const window = createPriceWindow(tickers.length);
		window.open(sessions[0] as never, createMatrix(0, 26, 26), [], 26);
		window.open(sessions[1] as never, createMatrix(1, 26, 1), [{ row: 0, ratio: 2 }], 1);
		expect(window.splitRatios(0)?.[0]).toBe(2);
		expect(window.splitRatios(1)).toBeUndefined();
		expect([window.splitRatioOf(0, 0), window.splitRatioOf(0, 1), window.splitRatioOf(1, 0)]).toEqual([2, 1, 1]);
		const bars = readHourlyBars(window, 0, slotEnd(sessions[1] as never, 0));
		expect([bars.open[0], bars.volume[0], bars.open.at(-1)]).toEqual([priceAt(0, 0, 0) / 2, 8000, Number(priceAt(0, 1, 0).toFixed(4))]);
	});

	it.each([7, 0.1])('keeps prices up to an instant on the share basis of then, before a split of %d:1', (ratio) => {
		const window = createPriceWindow(tickers.length);
		const [before, after] = [sessions[0] as Session, sessions[1] as Session];
		window.open(before, createMatrix(0, 26, 26), [], 26);
		const plain = { bars: readHourlyBars(window, 0, before.close), closes: findRecentCloses(window, 0, before.close, 5) };
		window.open(after, createMatrix(1, 26, 4), [{ row: 0, ratio }], 4);
		expect(readHourlyBars(window, 0, before.close)).toEqual({ ...plain.bars, laterSplits: ratio });
		expect(findRecentCloses(window, 0, before.close, 5)).toEqual(plain.closes);
		expect(plain.closes.at(-1)).toBe(Number(priceAt(0, 0, 25).toFixed(4)));
		const [bars, closes] = [readHourlyBars(window, 0, slotEnd(after, 3)), findRecentCloses(window, 0, slotEnd(after, 3), 6)];
		expect(bars.close.at(-2)).toBe(Number((priceAt(0, 0, 25) / ratio).toFixed(4)));
		expect([bars.close.at(-1), closes.at(-1)]).toEqual([Number(priceAt(0, 1, 3).toFixed(4)), Number(priceAt(0, 1, 3).toFixed(4))]);
		expect(closes[0]).toBe(Number((priceAt(0, 0, 24) / ratio).toFixed(4)));
	});

	it('feeds the top tables of every regular interval', () => {
		const day = tops.stateAt('day', NOW);
		expect(day?.columns.base[0]).toBeCloseTo(priceAt(0, LAST - 1, 25), 4);
		expect(day?.columns.volume[0]).toBe(9000);
		expect(day?.columns.usualVolume[0]).toBeCloseTo(26_000 * shareOf(9), 6);
		expect([...(day ? rankTops(day.columns, 'gainers', 'day', 10).rows : [])][0]).toBe(0);
		const week = tops.stateAt('week', NOW);
		expect(week?.columns.volume[0]).toBe((4 * 26 + 9) * 1000);
		expect(week?.columns.base[0]).toBeCloseTo(priceAt(0, LAST - 5, 25), 4);
		// Fewer than ten sessions lie before the week.
		expect(week?.columns.usualVolume[0]).toBeNaN();
		expect(tops.stateAt('hour', NOW)?.columns.volume[1]).toBe(8000);
		expect(tops.stateAt('day', NOW)).toBe(day);
	});

	it.each([1, 9, 25])('reads a tenfold day as ten times the usual volume when slot %i has ended, and the same later', (slot) => {
		const year = nyse.sessionsBetween(exchangeDate('2024-03-01'), exchangeDate('2024-05-01'));
		const tenfold = year.length - 9;
		const windowOf = (count: number, lastSlot: number) => {
			const window = createPriceWindow(tickers.length);
			year.slice(0, count).forEach((session, at) => {
				const filled = at === count - 1 ? lastSlot + 1 : session.slots;
				const matrix = createMatrix(0, session.slots, filled);
				if (at === tenfold) matrix.volume.set(matrix.volume.map((shares) => shares * 10));
				if (at > tenfold) matrix.volume.fill(77, 0, filled * tickers.length);
				window.open(session, matrix, [], filled);
			});
			return createTopSource(window, createDirectory(tickers), nyse);
		};
		const at = slotEnd(year[tenfold] as (typeof year)[number], slot);
		const [cut, whole] = [windowOf(tenfold + 1, slot), windowOf(year.length, 25)];
		for (const interval of ['day', 'hour', '4h', 'week', 'month'] as const) {
			const [then, later] = [cut.stateAt(interval, at), whole.stateAt(interval, at)];
			expect(later).toEqual(then);
			if (interval !== 'day') continue;
			expect(then?.usualSessions).toBe(20);
			// As the wheel expects it: ten times a usual day, spread over the day as volume usually is.
			expect((then?.columns.volume[0] ?? 0) / (then?.columns.usualVolume[0] ?? 0)).toBeCloseTo(
				(10 * (slot + 1)) / 26 / shareOf(slot + 1),
				6,
			);
		}
	});

	it('builds every interval ahead of its readers, and rebuilds it for a new bar', async () => {
		const { prices: window, tops: source } = smallWorld();
		await source.warm(NOW);
		const day = source.stateAt('day', NOW);
		expect(source.stateAt('day', NOW)).toBe(day);
		window.advance(SLOT + 1);
		expect(source.stateAt('day', NOW)).not.toBe(day);
	});

	it('reads pre-market and after-hours bars', () => {
		const { prices: window, directory } = smallWorld();
		const source = createTopSource(window, directory, nyse);
		const block = createBarBlock(2);
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
		const pre = source.stateAt('premarket', NOW)?.columns;
		expect([pre?.last[0], pre?.volume[0], pre?.base[0]]).toEqual([130, 50, window.sessions[LAST - 1]?.day?.close[0]]);
		expect(source.stateAt('after_hours', NOW)?.columns.last[0]).toBe(140);
	});

	it('compares volumes outside regular hours with the same minutes of the sessions before', () => {
		const { prices: window, directory } = smallWorld();
		const source = createTopSource(window, directory, nyse);
		const before = sessions.slice(0, -1);
		for (const session of before.slice(-9)) addExtendedTrades(window, session, [[0, PRE, 2, 100]]);
		addExtendedTrades(window, lastSession, [
			[0, PRE, 1, 150],
			[1, PRE, 21, 70],
		]);
		const few = source.stateAt('premarket', NOW);
		expect([few?.usualSessions, few?.columns.usualVolume[0], few?.columns.volume[0]]).toEqual([9, Number.NaN, 150]);
		expect(rankTops(few?.columns as TopColumns, 'unusual_volume', 'premarket', 10).total).toBe(0);

		for (const session of before.slice(-12, -9)) addExtendedTrades(window, session, [[2, PRE, 0, 8]]);
		const enough = source.stateAt('premarket', NOW);
		expect([enough?.usualSessions, enough?.columns.usualVolume[0], enough?.columns.usualVolume[1]]).toEqual([12, 100, 0]);
		expect([...rankTops(enough?.columns as TopColumns, 'unusual_volume', 'premarket', 10).values]).toEqual([1.5]);
		// Until 04:30 none of what is traded in the third quarter-hour is usual.
		expect(source.stateAt('premarket', preOpen(lastSession) + 2 * SLOT_MS)?.columns.usualVolume[0]).toBe(0);
		expect(source.stateAt('after_hours', NOW)?.usualSessions).toBe(0);
	});

	it('compares the evening, on one share basis', () => {
		const window = createPriceWindow(tickers.length);
		sessions.forEach((session, at) => {
			const filled = session === lastSession ? SLOT + 1 : session.slots;
			window.open(session, createMatrix(at, session.slots, filled), session === lastSession ? [{ row: 0, ratio: 4 }] : [], filled);
			if (session !== lastSession) addExtendedTrades(window, session, [[0, POST, 3, at === LAST - 1 ? 60 : 20]]);
		});
		const evening = createTopSource(window, createDirectory(tickers), nyse).stateAt('after_hours', NOW);
		expect([evening?.usualSessions, evening?.columns.usualVolume[0], evening?.columns.volume[0]]).toEqual([11, 80, 240]);
		expect([evening?.columns.last[0], evening?.columns.base[0]]).toEqual([25, (window.sessions[LAST - 1]?.day?.close[0] ?? 0) / 4]);
	});

	it('keeps the volumes of the newest sessions, each part of one once', () => {
		const window = createPriceWindow(tickers.length);
		const year = nyse.sessionsBetween(exchangeDate('2024-01-02'), exchangeDate('2024-05-01'));
		for (const session of year) addExtendedTrades(window, session, [[0, PRE, 0, 1]]);
		addExtendedTrades(window, lastSession, [[0, PRE, 0, 3]]);
		expect(window.volumes.map(({ session }) => session.date)).toEqual(year.slice(-VOLUME_SESSIONS).map(({ date }) => date));
		expect(window.volumes.at(-1)?.shares[0]).toBe(3);
	});

	it('has nothing before its first session', () => {
		const window = createPriceWindow(1);
		expect(window.dataEnd()).toBeNull();
		const source = createTopSource(window, createDirectory(tickers.slice(0, 1)), nyse);
		expect(source.stateAt('day', NOW)?.columns.time[0]).toBe(0);
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

describe('symbols of a report', () => {
	it('are ordered by the names of now after a rename', () => {
		const rows = openMarketRows(tickers);
		rows.show();
		const { symbolOf, ranksOf } = createTableSymbols(rows.directory);
		const table = createReport(slotEnd(lastSession, 5) as ReportTime);
		expect([...ranksOf(table)]).toEqual([0, 1, 2, 3, 4, 5]);
		rows.reset(tickers.map((ticker, row) => (row === 0 ? { ...ticker, symbol: 'ZZZ' } : ticker)));
		rows.show();
		expect(symbolOf(table, 0)).toBe('ZZZ');
		expect([...ranksOf(table)]).toEqual([5, 0, 1, 2, 3, 4]);
	});
});
