import { createHash } from 'node:crypto';
import { POST, PRE } from '@sw/domain/prices/blocks';
import { nextSession, nyse, type Session, sessionOn, sessionsBetween } from '@sw/domain/time/calendar';
import { DAY, exchangeDate, HOUR, utcMs } from '@sw/domain/time/units';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SessionData } from '../provider.ts';
import { createSimulatedProvider, HISTORY_END, type SimulatedProvider } from './simulated-provider.ts';

function on(date: string): Session {
	return sessionOn(exchangeDate(date)) as Session;
}

function finite(values: Float32Array): number {
	return values.reduce((n, v) => n + (Number.isNaN(v) ? 0 : 1), 0);
}

/** A market that begins a month before the day that is looked at. */
function short(seed: number): SimulatedProvider {
	return createSimulatedProvider({ calendar: nyse, seed, dailyFrom: exchangeDate('2026-05-29') });
}

function printOf({ close, high, volume, calls }: SessionData['matrix']): string {
	const print = createHash('sha256');
	for (const part of [close, high, volume, calls]) print.update(part);
	return print.digest('hex');
}

describe('simulated market', () => {
	let market: SimulatedProvider;
	let data: SessionData;
	beforeAll(async () => {
		market = createSimulatedProvider({ calendar: nyse });
		data = await market.history.session(on('2026-06-29'));
	});

	it('spans two years of days and 250 sessions of slots before its end', () => {
		expect(market.history.dailyFrom <= '2024-06-28').toBe(true);
		expect(sessionsBetween(market.history.slotsFrom, exchangeDate('2026-06-29')).length).toBeGreaterThanOrEqual(250);
	});

	it('is the same market in any order of asking and on every machine', async () => {
		const [one, two] = [short(1), short(1)];
		await two.history.session(on('2026-07-31'));
		const first = await one.history.session(on('2026-06-29'));
		const repeated = await two.history.session(on('2026-06-29'));
		expect(repeated.matrix).toEqual(first.matrix);
		expect(repeated.extended).toEqual(first.extended);
		expect(printOf(data.matrix)).toBe('0381333f99626cf37cfb4b0616c46d197ed05afdab6dc5e49b941917b68c6018');
	});

	it('of the first model remains what folders of that model were filled with', async () => {
		const { matrix } = await createSimulatedProvider({ calendar: nyse, version: 1 }).history.session(on('2026-06-29'));
		expect(printOf(matrix)).toBe('43f972e5e4830a11d3420845beba105ab8f22e8072a18e65f8edd98edc14b121');
	});

	it('gives its first tickers alone the numbers that they have among all', async () => {
		const tickers = 300;
		const few = createSimulatedProvider({ calendar: nyse, tickers });
		const part = await few.history.session(on('2026-06-29'));
		for (const column of ['open', 'high', 'low', 'close', 'volume', 'calls', 'puts'] as const)
			for (const slot of [0, 11, 25])
				expect(part.matrix[column].slice(slot * tickers, (slot + 1) * tickers), column).toEqual(
					data.matrix[column].slice(slot * data.matrix.rows, slot * data.matrix.rows + tickers),
				);
		expect((await few.slot(on('2026-06-29'), 11)).halted).toEqual((await market.slot(on('2026-06-29'), 11)).halted?.slice(0, tickers));
		/** The columns of a block at these tickers. */
		const rowsOf = (block: { count: number; tickerId: Uint32Array }): number[][] =>
			Array.from({ length: block.count }, (_, i) => i)
				.filter((i) => block.tickerId[i]! <= tickers)
				.map(
					(i) =>
						Object.values<unknown>({ ...block }).flatMap((column) =>
							ArrayBuffer.isView(column) ? (column as Uint32Array)[i] : [],
						) as number[],
				);
		const day = [utcMs(on('2026-06-29').open), utcMs(on('2026-06-29').close)] as const;
		expect(rowsOf(part.extended)).toEqual(rowsOf(data.extended));
		expect(rowsOf(await few.history.daily(on('2025-03-03')))).toEqual(rowsOf(await market.history.daily(on('2025-03-03'))));
		expect(rowsOf(await few.mentions(...day))).toEqual(rowsOf(await market.mentions(...day)));
		const past = [market.history.dailyFrom, exchangeDate('2026-06-29')] as const;
		const ofFew = <E extends { tickerId: number }>(events: readonly E[]): E[] => events.filter((event) => event.tickerId <= tickers);
		const [splits, changes] = [ofFew(await market.splits(...past)), ofFew(await market.listingChanges(...past))];
		expect(await few.splits(...past)).toEqual(splits);
		expect(await few.listingChanges(...past)).toEqual(changes);
		expect(Math.min(splits.length, changes.length)).toBeGreaterThan(1);
		expect(await few.universe(HISTORY_END)).toEqual((await market.universe(HISTORY_END)).slice(0, tickers));
	});

	it('differs with another seed', async () => {
		const other = await short(2).history.session(on('2026-06-29'));
		expect(other.matrix.close).not.toEqual((await short(1).history.session(on('2026-06-29'))).matrix.close);
	});

	it('gives live slots equal to history', async () => {
		const slot = await market.slot(on('2026-06-29'), 11);
		const { rows } = slot;
		expect(slot.close).toEqual(data.matrix.close.slice(11 * rows, 12 * rows));
		expect(slot.calls).toEqual(data.matrix.calls.slice(11 * rows, 12 * rows));
	});

	it('keeps high and low around open and close, at ticks, above zero', () => {
		const { open, high, low, close, volume } = data.matrix;
		let bars = 0;
		for (let i = 0; i < close.length; i++) {
			if (Number.isNaN(close[i])) {
				expect(volume[i]).toBe(0);
				continue;
			}
			bars++;
			const [o, h, l, c] = [open[i], high[i], low[i], close[i]] as [number, number, number, number];
			if (!(h >= o && h >= c && l <= o && l <= c && l > 0 && volume[i]! >= 1)) expect.fail(`cell ${i}: ${o} ${h} ${l} ${c}`);
		}
		expect(bars).toBeGreaterThan(27_000);
		expect(bars).toBeLessThan(26 * 1200);
	});

	it('cuts early closes and joins daily bars to slots', async () => {
		const early = on('2025-11-28');
		const session = await market.history.session(early);
		expect(session.matrix.slots).toBe(14);
		const daily = await market.history.daily(early);
		for (let i = 0; i < daily.count; i++) {
			const row = daily.tickerId[i]! - 1;
			const cell = 13 * 1200 + row;
			const close = session.matrix.close[cell]!;
			if (!Number.isNaN(close)) expect(daily.close[i]).toBe(close);
			expect(daily.high[i]).toBeGreaterThanOrEqual(daily.low[i]!);
		}
	});

	it('lists, delists and splits inside the span; a split moves the price by its ratio', async () => {
		const changes = (await market.listingChanges?.(market.history.slotsFrom, exchangeDate('2026-06-29'))) ?? [];
		const listed = changes.find((c) => c.change === 'listed');
		const delisted = changes.find((c) => c.change === 'delisted');
		if (!listed || !delisted) return expect.fail('no listing or no delisting');
		const closesOn = async (session: Session, id: number): Promise<number> => {
			const { matrix } = await market.history.session(session);
			return Array.from({ length: matrix.slots }, (_, s) => matrix.close[s * matrix.rows + id - 1]!).filter((c) => !Number.isNaN(c)).length;
		};
		const before = sessionsBetween(exchangeDate('2025-01-01'), listed.date).at(-2) as Session;
		expect(await closesOn(before, listed.tickerId)).toBe(0);
		expect(await closesOn(on(listed.date), listed.tickerId)).toBeGreaterThan(0);
		expect(await closesOn(nextSession(delisted.date) as Session, delisted.tickerId)).toBe(0);

		const splits = await market.splits(market.history.slotsFrom, exchangeDate('2026-06-29'));
		expect(splits.length).toBeGreaterThan(5);
		for (const split of splits.slice(0, 5)) {
			const dailyOf = async (session: Session): Promise<[number, number]> => {
				const block = await market.history.daily(session);
				const i = block.tickerId.indexOf(split.tickerId);
				return [block.open[i]!, block.close[i]!];
			};
			const [, last] = await dailyOf(sessionsBetween(exchangeDate('2025-01-01'), split.date).at(-2) as Session);
			const [open] = await dailyOf(on(split.date));
			expect(Math.abs(Math.log((open * split.ratio) / last))).toBeLessThan(0.3);
		}
	});

	it('does not reveal the future: later delistings are blank, shares are those of the day', async () => {
		const [now, then] = [await market.universe(HISTORY_END), await market.universe(utcMs(HISTORY_END - 500 * DAY))];
		expect(now.map((t) => t.id)).toEqual(Array.from({ length: 1200 }, (_, i) => i + 1));
		expect(now.filter((t) => t.delisted).length).toBeGreaterThan(then.filter((t) => t.delisted).length);
		expect(now.every((t) => t.delisted === null || t.delisted < '2026-06-30')).toBe(true);
		expect(now.some((t, i) => t.shares !== then[i]?.shares)).toBe(true);
	});

	it('halts a few, leaves thin names with holes, trades options in some', async () => {
		let halted = 0;
		for (const date of ['2026-06-22', '2026-06-23', '2026-06-24', '2026-06-25', '2026-06-26']) {
			halted += (await market.history.session(on(date))).halted?.reduce((a, b) => a + b, 0) ?? 0;
		}
		expect(halted).toBeGreaterThan(4);
		expect(finite(data.matrix.calls)).toBeGreaterThan(10_000);
		expect(finite(data.matrix.calls)).toBeLessThan(25_000);
	});

	it('trades sparsely before the open and after the close', () => {
		const { extended } = data;
		const { open, close } = on('2026-06-29');
		expect(extended.count).toBeGreaterThan(1000);
		for (let i = 0; i < extended.count; i++) {
			const ms = extended.time[i]! * 1000;
			const inPre = extended.session[i] === PRE && ms >= open - 5.5 * HOUR && ms < open;
			const inPost = extended.session[i] === POST && ms >= close && ms < close + 4 * HOUR;
			expect(inPre || inPost).toBe(true);
		}
	});

	it('counts mentions by hour, the same whether asked by day or by hour', async () => {
		const from = utcMs(Date.UTC(2026, 5, 29, 0));
		const day = await market.mentions(from, utcMs(from + DAY));
		let rows = 0;
		for (let h = 0; h < 24; h++) rows += (await market.mentions(utcMs(from + h * HOUR), utcMs(from + (h + 1) * HOUR))).count;
		expect(day.count).toBe(rows);
		expect(new Set(day.source.subarray(0, day.count)).size).toBe(2);
		expect(day.retweets.subarray(0, day.count).some((r) => r > 0)).toBe(true);
	});
});
