import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { median } from '../statistics/median.ts';
import { nyse, type Session } from '../time/calendar.ts';
import { SLOT_MS } from '../time/slots.ts';
import { exchangeDate } from '../time/units.ts';
import { barSessionAt, postClose, preOpen } from './bar-session.ts';
import { type BarBlock, createBarBlock, POST, PRE, REGULAR } from './blocks.ts';
import {
	computeUsualVolumes,
	type ExtendedPart,
	type ExtendedVolumes,
	PART_SLOTS,
	selectPreviousSessions,
	sumExtendedVolumes,
} from './extended-volumes.ts';

/** With the early close of 2024-07-03 and the clock change in March. */
const SESSIONS = nyse.sessionsBetween(exchangeDate('2024-02-20'), exchangeDate('2024-07-10'));
const EARLY = nyse.sessionOn(exchangeDate('2024-07-03')) as Session;
const ROWS = { rows: 2, rowOf: (id: number) => [10, 20].indexOf(id) };
const NEVER = [null, null];

type Bar = readonly [id: number, start: number, volume: number];

/** Bars with the part of the day that contains their time. */
function block(session: Session, bars: readonly Bar[]): BarBlock {
	const made = createBarBlock(bars.length);
	made.count = bars.length;
	bars.forEach(([id, start, volume], i) => {
		made.tickerId[i] = id;
		made.time[i] = start / 1000;
		made.session[i] = barSessionAt(session, start) ?? REGULAR;
		made.volume[i] = volume;
	});
	return made;
}

function volumes(session: Session, part: ExtendedPart, bars: readonly Bar[]) {
	return sumExtendedVolumes(session, part, block(session, bars), ROWS);
}

function at(found: ExtendedVolumes | undefined, slot: number): number[] {
	return [...(found?.shares.subarray(slot * 2, slot * 2 + 2) ?? [])];
}

/** A part of a session in which the first ticker traded the shares in one slot, and the second one share in the first slot. */
function one(session: Session, slot: number, shares: number): ExtendedVolumes {
	return volumes(session, PRE, [
		[10, preOpen(session) + slot * SLOT_MS, shares],
		[20, preOpen(session), 1],
	]) as ExtendedVolumes;
}

describe('volumes outside regular hours', () => {
	it('have as many quarter-hours as the part lasts, after an early close too', () => {
		for (const session of [...SESSIONS, EARLY]) {
			expect((session.open - preOpen(session)) / SLOT_MS).toBe(PART_SLOTS[PRE]);
			expect((postClose(session) - session.close) / SLOT_MS).toBe(PART_SLOTS[POST]);
		}
	});

	it('are added up from the beginning of the part, of this session and these tickers alone', () => {
		const session = SESSIONS[0] as Session;
		const next = SESSIONS[1] as Session;
		const bars: Bar[] = [
			[10, preOpen(session), 5],
			[10, preOpen(session) + 2 * SLOT_MS, 7],
			[20, session.open - SLOT_MS, 11],
			[99, preOpen(session), 1000],
			[10, session.open, 1000],
			[10, session.close, 3],
			[20, postClose(session) - SLOT_MS, 4],
			[10, preOpen(next), 1000],
		];
		const [pre, post] = [volumes(session, PRE, bars), volumes(session, POST, bars)];
		expect([0, 1, 2, 20, 21].map((slot) => at(pre, slot))).toEqual([
			[5, 0],
			[5, 0],
			[12, 0],
			[12, 0],
			[12, 11],
		]);
		expect([at(post, 0), at(post, 15)]).toEqual([
			[3, 0],
			[3, 4],
		]);
	});

	it('take a bar that starts within a quarter-hour as one of it', () => {
		const session = SESSIONS[0] as Session;
		const found = volumes(session, PRE, [[10, preOpen(session) + 2 * SLOT_MS - 60_000, 5]]);
		expect([0, 1, 2].map((slot) => at(found, slot)[0])).toEqual([0, 5, 5]);
	});

	it('take nothing from rows of a block that are not in use, nor from a bar beside its part whatever it says of itself', () => {
		const session = SESSIONS[0] as Session;
		const bars = block(session, [
			[10, preOpen(session), 5],
			[20, preOpen(session), 9],
		]);
		bars.count = 1;
		expect(at(sumExtendedVolumes(session, PRE, bars, ROWS), 21)).toEqual([5, 0]);
		const beside = block(session, [
			[10, preOpen(session) - SLOT_MS, 5],
			[10, session.open, 7],
			[20, session.open - SLOT_MS, 1],
		]);
		beside.session.fill(PRE);
		expect(at(sumExtendedVolumes(session, PRE, beside, ROWS), 21)).toEqual([0, 1]);
		beside.count = 2;
		expect(sumExtendedVolumes(session, PRE, beside, ROWS)).toBeUndefined();
	});

	it('are no volumes where no ticker has a bar of the part', () => {
		const session = SESSIONS[0] as Session;
		expect(volumes(session, POST, [[10, preOpen(session), 5]])).toBeUndefined();
		expect(volumes(session, PRE, [[99, preOpen(session), 5]])).toBeUndefined();
	});
});

describe('the usual volume outside regular hours', () => {
	it('counts the twenty sessions before, of the same part', () => {
		const all = SESSIONS.slice(0, 30).map((session) => one(session, 0, 1));
		const evening = volumes(SESSIONS[28] as Session, POST, [[10, (SESSIONS[28] as Session).close, 5]]) as ExtendedVolumes;
		const found = selectPreviousSessions([...all, evening], PRE, SESSIONS[29] as Session);
		expect(found.map(({ session }) => session)).toEqual(SESSIONS.slice(9, 29));
		expect(selectPreviousSessions([...all, evening], POST, SESSIONS[29] as Session)).toEqual([evening]);
		expect(selectPreviousSessions(all, PRE, SESSIONS[0] as Session)).toEqual([]);
	});

	it('is known from ten sessions on, and never 0 for want of them', () => {
		const usualOf = (count: number) => [
			...computeUsualVolumes(
				SESSIONS.slice(0, count).map((session) => one(session, 0, 40)),
				1,
				NEVER,
			),
		];
		expect(usualOf(0)).toEqual([Number.NaN, Number.NaN]);
		expect(usualOf(9)).toEqual([Number.NaN, Number.NaN]);
		expect(usualOf(10)).toEqual([40, 1]);
	});

	it('takes a session without a trade of the ticker as none traded, and none from before its first day', () => {
		const sessions = SESSIONS.slice(0, 20).map((session, i) => one(session, 3, i < 10 ? 0 : 60));
		expect([...computeUsualVolumes(sessions, 4, NEVER)]).toEqual([30, 1]);
		const from = (index: number) => computeUsualVolumes(sessions, 4, [(SESSIONS[index] as Session).date, null])[0];
		expect([from(0), from(5), from(10), from(11)]).toEqual([30, 60, 60, Number.NaN]);
	});

	it('puts earlier sessions on the newest share basis', () => {
		const sessions = SESSIONS.slice(0, 10).map((session, i) => ({
			...one(session, 0, 100),
			ratios: i < 5 ? Float64Array.of(4, 1) : undefined,
		}));
		expect([...computeUsualVolumes(sessions, 22, NEVER)]).toEqual([250, 1]);
	});

	it('is the median of the shares in the same minutes, whatever was traded after them', () => {
		const traded = fc.array(fc.record({ slot: fc.nat(PART_SLOTS[PRE] - 1), shares: fc.nat(10_000) }), { maxLength: 8 });
		fc.assert(
			fc.property(fc.array(traded, { minLength: 10, maxLength: 20 }), fc.integer({ min: 1, max: PART_SLOTS[PRE] }), (days, slots) => {
				const sessions = days.map((trades, i) => {
					const session = SESSIONS[i] as Session;
					const bars = trades.map(({ slot, shares }): Bar => [10, preOpen(session) + slot * SLOT_MS, shares]);
					return volumes(session, PRE, [...bars, [20, preOpen(session), 1]]) as ExtendedVolumes;
				});
				const sums = days.map((trades) => trades.filter(({ slot }) => slot < slots).reduce((sum, { shares }) => sum + shares, 0));
				expect(computeUsualVolumes(sessions, slots, NEVER)[0]).toBe(median(sums));
			}),
		);
	});
});
