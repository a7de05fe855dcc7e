import { describe, expect, it } from 'vitest';
import { median } from '../../../statistics/median.ts';
import { createSession, createSessions, lastPosition, type SessionExtras, SHORT_WINDOWS, variedCell } from '../../../testing/histories.ts';
import { createCalendar } from '../../../time/calendar.ts';
import { clockVariance, findLastElapsed, slotOf } from '../../../time/slots.ts';
import { exchangeDate, MINUTE } from '../../../time/units.ts';
import { newYorkToUtc } from '../../../time/zone.ts';
import { minWindowValues, PARAMETERS_V1, priceFloor } from '../../parameters.ts';
import { priceScore } from '../price.ts';
import { buildGridBars } from './bars.ts';
import { type HistorySession, type ReferenceSession, readSession } from './history.ts';
import { adjustSessions, computeReferenceReport, type Reading, type ReferenceReport } from './reference-report.ts';

function at(sessions: readonly ReferenceSession[], slot?: number): ReferenceReport | null {
	const history = { sessions };
	return computeReferenceReport(history, lastPosition(history, slot), SHORT_WINDOWS);
}

function reading(sessions: readonly ReferenceSession[], timeframe: number, slot?: number): Reading {
	return at(sessions, slot)?.timeframes[timeframe] as Reading;
}

const usual = createSessions(12, variedCell);

function day(extras: SessionExtras = {}, price = 1, volume = 1) {
	return createSession((slot) => ({ ...variedCell(slot), close: variedCell(slot).close * price, volume: 1000 * volume }), extras);
}

function grid(sessions: readonly ReferenceSession[], timeframe: 0 | 1 | 2 | 3 | 4) {
	return buildGridBars(
		sessions.map((session) => readSession(session, session.matrix.slots, false)),
		timeframe,
		PARAMETERS_V1,
	);
}

describe('readings of 1.9: slots and bars', () => {
	const calendar = createCalendar();
	const session = (date: string) => calendar.sessionOn(exchangeDate(date)) as NonNullable<ReturnType<typeof calendar.sessionOn>>;

	it('1.9.1 a row belongs to the slot of its start; one stamped at the close is outside', () => {
		const [full, early] = [session('2025-07-01'), session('2025-11-28')];
		expect(slotOf(full, newYorkToUtc(full.date, 9, 30))).toBe(0);
		expect(slotOf(full, newYorkToUtc(full.date, 15, 59))).toBe(25);
		expect(slotOf(full, newYorkToUtc(full.date, 16, 0))).toBe(-1);
		expect(slotOf(early, newYorkToUtc(early.date, 12, 59))).toBe(13);
		expect(slotOf(early, newYorkToUtc(early.date, 13, 0))).toBe(-1);
	});

	it('1.9.2 a slot without volume is empty, whatever its prices say; an index needs a row alone', () => {
		const nonsense = createSession((slot) => (slot === 25 ? { close: 500, volume: 0, calls: 40, puts: 40 } : variedCell(slot)));
		expect(at([...usual, nonsense])?.price).toBe(variedCell(24).close);
		const index = { sessions: createSessions(12, (slot, s) => ({ ...variedCell(slot, s), volume: 0 })), isIndex: true };
		expect(computeReferenceReport({ sessions: index.sessions }, lastPosition(index), SHORT_WINDOWS)).toBe(null);
		expect(computeReferenceReport(index, lastPosition(index), SHORT_WINDOWS)?.timeframes[0]?.price.status).toBe('ok');
		const half = [createSession(variedCell), createSession((slot) => (slot % 2 === 0 ? variedCell(slot) : null))];
		expect(grid(half, 0).filter(({ trade }) => trade === null)).toHaveLength(13);
		expect(grid(half, 1).filter(({ trade }) => trade === null)).toHaveLength(0);
	});

	it('1.9.3 a series begins with the bar of its first trade; the slots of that bar before it count in Q', () => {
		const listed = createSession((slot) => (slot >= 5 ? variedCell(slot) : null));
		expect(at([listed], 4)).toBe(null);
		expect(at([listed], 5)?.price).toBe(variedCell(5).close);
		const [first] = grid([listed], 1);
		expect(first).toMatchObject({ from: 4, to: 6, q: clockVariance(PARAMETERS_V1.clock, 4, 6), trade: { close: variedCell(5).close } });
		expect(grid([listed], 0)).toHaveLength(21);
		// The first bar gives no step: at least 5 steps need the reference bar to be the sixth, the current bar the eleventh.
		expect([14, 15].map((slot) => reading([listed], 0, slot).price.status)).toEqual(['warming', 'ok']);
	});

	it('1.9.4 the current bar has an elapsed slot; between slots, at night and on closed days the report stays', () => {
		const developing = (slot: number, slots: 26 | 14 = 26) => at([...usual, day({ slots })], slot)?.timeframes.map((tf) => tf.developing);
		expect(developing(0)).toEqual([false, true, true, true, true]);
		expect(developing(3)).toEqual([false, false, false, true, true]);
		expect(developing(15)).toEqual([false, false, false, false, true]);
		expect(developing(25)).toEqual([false, false, false, false, false]);
		expect(developing(13, 14)).toEqual([false, false, false, false, false]);
		const friday = session('2025-07-11');
		const end = findLastElapsed(calendar, friday.close);
		expect(findLastElapsed(calendar, friday.close + 40 * 60 * MINUTE)).toEqual(end);
		expect(findLastElapsed(calendar, friday.open + 44 * MINUTE)).toEqual(findLastElapsed(calendar, friday.open + 30 * MINUTE));
	});

	it('1.9.5 the reference bar counts empty bars, its close is carried; the scale reaches back for its W values', () => {
		const moves = [1, 1, 1, 3, 0, 3, 0, 0, 0, 0, 0];
		const empty = moves.map((_, bar) => bar === 4);
		let x = 0;
		const closes = moves.map((move, bar) => {
			x += (move / 100) * (bar === 5 ? Math.SQRT2 : 1);
			return 100 * Math.exp(x);
		});
		const score = priceScore({ closes, q: moves.map(() => 1), empty }, 4, 5, PARAMETERS_V1);
		expect(score.sigma).toBeCloseTo((1.4826 * (0.01 + 0.03)) / 2, 9);
		const carried = priceScore({ closes, q: moves.map(() => 1), empty: empty.map((_, bar) => bar === 5) }, 4, 5, PARAMETERS_V1);
		expect(carried.z).toBeCloseTo(Math.log(closes.at(-1)! / closes[4]!) / ((carried.sigma as number) * Math.sqrt(5)), 9);
		expect(median([4, 1, 3, 2])).toBe(2.5);
	});
});

describe('readings of 1.9: share basis, quarantine, daily rows', () => {
	it('1.9.6 a report uses the share basis of its own session', () => {
		const split = [...usual, day({ split: 2 }, 0.5, 2)];
		const plain = [...usual, day()];
		expect(computeReferenceReport({ sessions: split }, { session: 11, slot: 25 }, SHORT_WINDOWS)).toEqual(
			computeReferenceReport({ sessions: plain }, { session: 11, slot: 25 }, SHORT_WINDOWS),
		);
		const [reported, same] = [at(split), at(plain)];
		expect(reported?.price).toBe((same?.price as number) / 2);
		reported?.timeframes.forEach(({ price, squeeze }, tf) => {
			expect(price.z).toBeCloseTo(same?.timeframes[tf]?.price.z as number, 6);
			expect(squeeze.q).toBeCloseTo(same?.timeframes[tf]?.squeeze.q as number, 6);
		});
		const volumes = adjustSessions(
			split.map((session) => readSession(session, 26, false)),
			split,
		).map(({ trades }) => trades[0]?.volume);
		expect(volumes).toEqual(new Array(13).fill(2000));
	});

	it('1.9.6 whole-number splits multiply contracts, others make earlier ones incomparable', () => {
		const contracts = (split: number) =>
			adjustSessions(
				[...usual, day()].map((session) => readSession(session, 26, false)),
				[...usual, day({ split })],
			).map((session) => session.contracts[0]);
		expect(contracts(3).slice(-2)).toEqual([
			{ calls: 120, puts: 120 },
			{ calls: 40, puts: 40 },
		]);
		expect(contracts(1.5).slice(-2)).toEqual([null, { calls: 40, puts: 40 }]);
		expect(contracts(0.1).at(-2)).toBe(null);
	});

	it('1.9.7 a jump of 1.8 that no split explains: all cells null until it is explained or dismissed', () => {
		const open = (price: number, extras: SessionExtras = {}) => [
			...createSessions(12, () => ({ close: 100 })),
			day(extras, price / 100),
			day({}, price / 100),
		];
		const jumped = at(open(180.1));
		expect(jumped?.quarantine).toBe(true);
		for (const { depths, price, volume, sum, diff, squeeze } of jumped?.timeframes ?? []) {
			expect(depths).toEqual(new Array(7).fill(null));
			expect([price, volume, sum, diff, squeeze].map(({ status }) => status)).toEqual(new Array(5).fill('quarantine'));
		}
		expect(at(open(179))?.quarantine).toBe(false);
		expect(at(open(55))?.quarantine).toBe(true);
		expect(at(open(65))?.quarantine).toBe(false);
		expect(at(open(50, { split: 2 }))?.quarantine).toBe(false);
		expect(at(open(50, { dismissed: true }))?.quarantine).toBe(false);
		expect(computeReferenceReport({ sessions: open(180.1) }, { session: 11, slot: 25 }, SHORT_WINDOWS)?.quarantine).toBe(false);
	});

	it('1.9.7 the jump is from the last close before, wherever that session began', () => {
		const climbing = createSession((slot) => ({ close: 100 + 4 * slot }));
		expect(at([...createSessions(12, () => ({ close: 100 })), climbing, day({}, 2)])?.quarantine).toBe(false);
		expect(at([...createSessions(12, () => ({ close: 100 })), climbing, day({}, 1)])?.quarantine).toBe(true);
	});

	it('1.9.7 a split explains the jump also when nothing traded on its day, and only its own jump', () => {
		const before = createSessions(12, () => ({ close: 100 }));
		const silent = createSession(() => null, { split: 2 });
		expect(at([...before, silent, day({}, 0.5)])?.quarantine).toBe(false);
		expect(at([...before, silent, day({}, 0.5), day({}, 0.25)])?.quarantine).toBe(true);
	});

	it('1.9.8 a dividend scales earlier prices by 1 - D / last close; volumes stay', () => {
		const sessions = [...createSessions(2, () => ({ close: 100, volume: 1000 })), day({ dividend: 2 })];
		const [before] = adjustSessions(
			sessions.map((session) => readSession(session, 26, false)),
			sessions,
		) as [HistorySession];
		expect(before.trades[0]).toEqual({ open: 98, high: 98, low: 98, close: 98, volume: 1000 });
		const after = [...createSessions(2, () => ({ close: 100 })), createSession(() => ({ close: 49 }), { split: 2, dividend: 1 })];
		const both = adjustSessions(
			after.map((session) => readSession(session, 26, false)),
			after,
		);
		expect(both[1]?.trades[25]?.close).toBeCloseTo(49, 9);
		// The last close may be several days without trades and several splits ago.
		const silent = [createSession(() => null, { split: 2 }), createSession(() => null, { split: 5 }), createSession(() => null)];
		const late = [...createSessions(2, () => ({ close: 100 })), ...silent, createSession(() => ({ close: 9 }), { dividend: 1 })];
		const paid = adjustSessions(
			late.map((session) => readSession(session, 26, false)),
			late,
		);
		expect(paid[1]?.trades[25]?.close).toBeCloseTo(9, 9);
		expect(paid[5]?.trades[25]?.close).toBe(9);
	});

	it('1.9.9 clock and volume profile are those of the parameter version', () => {
		const flatClock = { ...SHORT_WINDOWS, clock: new Array(26).fill(1), volumeShare: new Array(26).fill(1 / 26) };
		const history = { sessions: usual };
		const even = computeReferenceReport(history, lastPosition(history), flatClock)?.timeframes[0];
		const own = reading(usual, 0);
		expect(even?.price.z).not.toBe(own.price.z);
		expect(even?.volume.u).toBeCloseTo(0, 9);
		expect(own.volume.u).not.toBeCloseTo(0, 1);
	});

	it('1.9.10 a daily row stands in for a complete session without slots, and never mixes with them', () => {
		const daily = { open: 100, high: 110, low: 90, close: 104, volume: 26_000 };
		const complete = at([...usual, createSession(() => null, { daily })]);
		expect(complete?.price).toBe(104);
		expect(complete?.timeframes.map(({ price }) => price.status)).toEqual(['daily_only', 'daily_only', 'daily_only', 'daily_only', 'ok']);
		expect(complete?.timeframes[4]?.volume.u).toBeCloseTo(0, 5);
		expect(at([...usual, createSession(() => null, { daily })], 24)?.price).toBe(variedCell(25, 11).close);
		const mixed = createSession((slot) => (slot === 3 ? variedCell(slot) : null), { daily });
		expect(at([...usual, mixed])?.price).toBe(variedCell(3).close);
		// A row without volume is still a row, so the daily one is not used.
		expect(at([...usual, createSession((slot) => (slot === 3 ? { close: 100, volume: 0 } : null), { daily })])?.price).toBe(
			variedCell(25, 11).close,
		);
		const next = reading([...usual, createSession(() => null, { daily }), day()], 4);
		expect(next.price.status).toBe('ok');
	});

	it('1.9.11 statuses in the order warming, illiquid, flat, ok; minima; three in ten; the floor', () => {
		expect(PARAMETERS_V1.windowBars.map((window) => minWindowValues(PARAMETERS_V1, window))).toEqual([65, 39, 35, 44, 33]);
		const score = (closes: number[], empties: number[]) =>
			priceScore({ closes, q: closes.map(() => 1), empty: closes.map((_, bar) => empties.includes(bar)) }, 10, 5, PARAMETERS_V1);
		const swings = Array.from({ length: 21 }, (_, bar) => 100 + (bar % 2));
		const still = swings.map(() => 100);
		// Reference bar 15, window 6..15.
		expect(score(swings, [6, 7, 8]).status).toBe('ok');
		expect(score(swings, [6, 7, 8, 15]).status).toBe('illiquid');
		expect(score(swings, [2, 6, 7, 8, 16, 17]).status).toBe('ok');
		expect(score(still, [6, 7, 8, 9]).status).toBe('illiquid');
		expect(score(still, []).status).toBe('flat');
		expect(score(swings, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]).status).toBe('warming');
		const cheap = Array.from({ length: 21 }, (_, bar) => 0.5 + (bar % 2) * 1e-7);
		expect(score(cheap, []).sigma).toBeCloseTo(priceFloor(0.5, PARAMETERS_V1), 9);
	});
});
