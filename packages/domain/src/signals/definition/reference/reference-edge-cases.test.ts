import { describe, expect, it } from 'vitest';
import {
	alternatingCell,
	type Cell,
	createSession,
	createSessions,
	lastPosition,
	SHORT_WINDOWS,
	variedCell,
} from '../../../testing/histories.ts';
import { clockVariance } from '../../../time/slots.ts';
import { PARAMETERS_V1 } from '../../parameters.ts';
import { isInTab, matchesConditions } from '../in-tab.ts';
import { priceScore } from '../price.ts';
import type { ReferenceSession } from './history.ts';
import { computeReferenceReport, type Reading, type ReferenceReport } from './reference-report.ts';

/** The report at the end of the last session, or of one of its slots. */
function report(sessions: readonly ReferenceSession[], slot?: number): ReferenceReport {
	const history = { sessions };
	return computeReferenceReport(history, lastPosition(history, slot), SHORT_WINDOWS) as ReferenceReport;
}

function reading(sessions: readonly ReferenceSession[], timeframe: number, slot?: number): Reading {
	return report(sessions, slot).timeframes[timeframe] as Reading;
}

/** Twelve usual days, long enough for every window. */
const usual = createSessions(12, variedCell);

/** A day that differs from a usual one in some slots. */
function dayWith(changed: Record<number, Cell | null>, slots: 26 | 14 = 26) {
	return createSession((slot) => (slot in changed ? (changed[slot] as Cell | null) : variedCell(slot)), { slots });
}

describe('edge cases of 1.8', () => {
	it('constant series: flat, depth 0, never matches a filter', () => {
		for (const { price } of report(createSessions(12, () => ({ close: 100 }))).timeframes) {
			expect(price).toEqual({ status: 'flat', sigma: 0, z: 0, short: 0, long: 0 });
			expect(matchesConditions([{ value: 1 }], () => price.short)).toBe(false);
		}
	});

	it('more than half of the traded bars unchanged: flat', () => {
		const steps = createSessions(12, (slot) => ({ close: 100 + Math.floor(slot / 3) }));
		expect(reading(steps, 0).price.status).toBe('flat');
		expect(reading(steps, 1).price.status).toBe('ok');
	});

	it('fewer than max(3, W/2) usable bars: warming, null', () => {
		const listed = createSessions(1, alternatingCell);
		expect(reading(listed, 0, 9).price).toMatchObject({ status: 'warming', z: null, short: null, long: null });
		expect(reading(listed, 0, 10).price.status).toBe('ok');
		expect(reading(listed, 4).depths).toEqual(new Array(7).fill(null));
	});

	it('more than 30% empty bars in the window: illiquid, every sector of that timeframe null, others not', () => {
		const thin = createSessions(12, (slot, day) => ({ ...variedCell(slot, day), volume: slot % 2 === 1 ? 1000 : 0 }));
		const quarter = reading(thin, 0);
		expect([quarter.price, quarter.volume, quarter.sum, quarter.diff, quarter.squeeze].map(({ status }) => status)).toEqual(
			new Array(5).fill('illiquid'),
		);
		expect(quarter.depths).toEqual(new Array(7).fill(null));
		expect([1, 2, 3, 4].map((timeframe) => reading(thin, timeframe).price.status)).toEqual(new Array(4).fill('ok'));
	});

	it('empty developing bar: price carried, volume 0, price z as usual', () => {
		const hour = 2;
		const [empty, carried] = [dayWith({ 4: null }), dayWith({ 4: variedCell(3) })].map((day) => reading([...usual, day], hour, 4));
		expect(empty?.developing).toBe(true);
		expect(empty?.price).toEqual(carried?.price);
		expect(empty?.price.status).toBe('ok');
		const expected = 26_000 * PARAMETERS_V1.volumeShare[4]!;
		expect(empty?.volume).toMatchObject({ status: 'ok', depth: 0 });
		expect(empty?.volume.u).toBeCloseTo(Math.log(100 / (expected + 100)), 9);
	});

	it('zero volume with a baseline: valid, depth 0; without one: null', () => {
		expect(reading([...usual, dayWith({ 25: null })], 0).volume).toMatchObject({ status: 'ok', depth: 0 });
		const forgotten = [...createSessions(1, alternatingCell), ...createSessions(12, () => null), ...createSessions(1, alternatingCell)];
		expect(reading(forgotten, 4).volume).toMatchObject({ status: 'no_baseline', depth: null });
	});

	it('optionable, no option trade in the bar: valid, depth 0', () => {
		const quiet = reading([...usual, dayWith({ 25: { close: 101, calls: 0, puts: 0 } })], 0);
		expect(quiet.sum).toMatchObject({ status: 'ok', depth: 0 });
		expect(quiet.diff).toMatchObject({ status: 'ok', b: 0, short: 0, long: 0 });
	});

	it('option feed gap, or not optionable: null for the three option sectors', () => {
		const gap = reading([...usual, dayWith({ 25: { close: 101 } })], 0);
		expect([gap.sum.status, gap.diff.status]).toEqual(['missing', 'missing']);
		expect([gap.depths[2], gap.depths[4], gap.depths[5]]).toEqual([null, null, null]);
		expect(gap.volume.status).toBe('ok');
		const hours = reading([...usual, dayWith({ 24: { close: 100 } })], 2);
		expect(hours.sum.status).toBe('missing');
		const few = reading(
			createSessions(12, (slot) => ({ ...alternatingCell(slot), calls: 1, puts: slot < 24 ? 1 : 0 })),
			0,
		);
		expect(few.sum.status).toBe('ok');
		const fewer = reading(
			createSessions(12, (slot) => ({ ...alternatingCell(slot), calls: 1, puts: slot < 23 ? 1 : 0 })),
			0,
		);
		expect([fewer.sum.status, fewer.diff.status]).toEqual(['not_optionable', 'not_optionable']);
		expect(fewer.depths[2]).toBe(null);
	});

	it('only end-of-day option data: null on 15m to 4h, 1d takes the session before from its open on', () => {
		const prices = (slot: number): Cell => ({ close: alternatingCell(slot).close });
		const known = (calls: number, puts: number, extras: { slots?: 26 | 14; split?: number } = {}): ReferenceSession => {
			const day = createSession(prices, extras);
			day.matrix.optionDay = { calls: Float32Array.of(calls), puts: Float32Array.of(puts) };
			return day;
		};
		// The first day has no option data of the previous evening.
		const past = [createSession(prices), ...Array.from({ length: 11 }, (_, day) => known(500 + day, 480 - day))];
		const surge = [...past, known(3_000, 400)];
		for (const timeframe of [0, 1, 2, 3]) {
			expect(reading(surge, timeframe).sum.status).toBe('missing');
			expect(reading(surge, timeframe).depths.slice(4, 6)).toEqual([null, null]);
		}
		const [atOpen, atClose] = [reading(surge, 4, 0), reading(surge, 4)];
		// A whole day is compared with a whole day, at the first slot as at the last.
		expect(atOpen.sum).toEqual(atClose.sum);
		expect(atOpen.sum.u).toBeCloseTo(Math.log(3_410 / (980 + 10)), 2);
		expect(atOpen.sum.depth).toBeGreaterThan(0);
		expect(atOpen.diff.short).toBe(5);
		expect(reading(past, 4).sum.depth).toBe(0);
		// Whole-number splits multiply earlier counts; after others nothing is comparable.
		const split = reading([...past, known(500, 480, { split: 2 })], 4);
		expect(split.sum.u).toBeCloseTo(0, 2);
		expect(reading([...past, known(500, 480, { split: 1.5 })], 4).sum.status).toBe('missing');
		// Contracts by slot take precedence.
		const both = dayWith({});
		both.matrix.optionDay = { calls: Float32Array.of(9_000), puts: Float32Array.of(9) };
		expect(reading([...usual, both], 4).sum).toEqual(reading([...usual, dayWith({})], 4).sum);
	});

	it('gap at the open: it lies inside Q, so that a usual gap is no extreme', () => {
		const gapped = reading([...usual, createSession((slot) => ({ ...alternatingCell(slot), close: 108 }))], 0, 0).price;
		const q = clockVariance(PARAMETERS_V1.clock, 22, 26) + clockVariance(PARAMETERS_V1.clock, 0, 1);
		expect(gapped.z).toBeCloseTo(Math.log(108 / variedCell(21, 11).close) / ((gapped.sigma as number) * Math.sqrt(q)), 9);

		const sigma = 0.0148;
		const swings = [0, 1, 0, 1, 0, 1].map((up) => 100 * Math.exp((up * sigma) / PARAMETERS_V1.madConstant));
		const open = swings.at(-1)! * Math.exp(0.087);
		const score = (first: number) =>
			priceScore(
				{ closes: [...swings, open, open, open, open, open], q: [1, 1, 1, 1, 1, 1, first, 1, 1, 1, 1], empty: new Array(11).fill(0) },
				5,
				5,
				PARAMETERS_V1,
			);
		expect(score(5.5).z).toBeCloseTo(1.907, 3);
		expect(score(5.5).short).toBe(1);
		expect(score(1).z).toBeCloseTo(2.629, 3);
	});

	it('halted: depths frozen, stale, in no tab until one full slot after resumption', () => {
		const rising = (slot: number): Cell => ({ ...alternatingCell(slot), close: 100 + slot });
		const stopped = createSession((slot) => (slot === 11 ? null : rising(slot)), { halted: [10, 11, 12] });
		const at = (slot: number) => report([...usual, stopped], slot);
		const before = at(9);
		for (const slot of [10, 11, 12]) {
			const { stale, eligible, timeframes } = at(slot);
			expect(stale).toBe(true);
			expect(timeframes.map(({ depths }) => depths)).toEqual(before.timeframes.map(({ depths }) => depths));
			expect(timeframes.map(({ price }) => price.z)).toEqual(before.timeframes.map(({ price }) => price.z));
			expect(isInTab('free', { price_short: [], price_long: [], squeeze: [] }, eligible && !stale, 2)).toBe(false);
		}
		expect(before.stale).toBe(false);
		expect(at(13).stale).toBe(false);
		expect(at(13).timeframes.map(({ price }) => price.z)).not.toEqual(before.timeframes.map(({ price }) => price.z));
	});

	it('listing, delisting, ticker change: warming from the first trade, carried after the last, one history', () => {
		const listed = [...createSessions(3, () => null), ...createSessions(1, alternatingCell)];
		expect(reading(listed, 3).price.status).toBe('warming');
		const delisted = report([...usual, ...createSessions(20, () => null)]);
		expect(delisted.price).toBe(variedCell(25, 11).close);
		expect(delisted.timeframes.map(({ price }) => price.status)).toEqual(new Array(5).fill('illiquid'));
		expect(delisted.eligible).toBe(false);
	});

	it('price below a dollar, or median dollar volume below 50,000 a day: not eligible for tabs', () => {
		const priced = (close: number, shares: number) =>
			report(createSessions(12, (slot) => (slot === 0 ? { close, volume: shares } : null))).eligible;
		expect(priced(1, 50_000)).toBe(true);
		expect(priced(0.99, 60_000)).toBe(false);
		expect(priced(16, 3125)).toBe(true);
		expect(priced(16, 3124)).toBe(false);
	});
});
