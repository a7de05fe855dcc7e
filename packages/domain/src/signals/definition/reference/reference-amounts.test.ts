import { describe, expect, it } from 'vitest';
import {
	type Cell,
	createSession,
	createSessions,
	lastPosition,
	type SessionExtras,
	SHORT_WINDOWS,
	variedCell,
} from '../../../testing/histories.ts';
import { createRandomHistory } from '../../../testing/random-history.ts';
import { expectedShare } from '../../engine/clock.ts';
import { packWord, unpackWord } from '../../packed.ts';
import { PARAMETERS_V1 } from '../../parameters.ts';
import { balance } from '../options.ts';
import { baselineStatus, dailyMedian, expectedVolume } from '../volume.ts';
import type { ReferenceSession } from './history.ts';
import { computeReferenceReport, type Reading, type ReferenceReport } from './reference-report.ts';

function at(sessions: readonly ReferenceSession[], slot?: number): ReferenceReport {
	const history = { sessions };
	return computeReferenceReport(history, lastPosition(history, slot), SHORT_WINDOWS) as ReferenceReport;
}

function reading(sessions: readonly ReferenceSession[], timeframe: number, slot?: number): Reading {
	return at(sessions, slot).timeframes[timeframe] as Reading;
}

const usual = createSessions(12, variedCell);

function dayOf(cell: Partial<Cell>, extras: SessionExtras = {}) {
	return createSession((slot) => ({ ...variedCell(slot), ...cell }), extras);
}

const DAY = 4;

describe('readings of 1.9: volume', () => {
	it('1.9.12 the daily median: up to 20 sessions before, 0 for one without trade, fewer than 10 say nothing', () => {
		const medianOf = (days: (number | null)[]) => dailyMedian(days, PARAMETERS_V1);
		expect(PARAMETERS_V1.daily).toEqual({ sessions: 20, least: 10 });
		expect(medianOf(new Array(9).fill(5))).toBe(null);
		expect(medianOf(new Array(10).fill(5))).toBe(5);
		expect(medianOf([...new Array(30).fill(9), ...new Array(20).fill(5)])).toBe(5);
		expect(medianOf([...new Array(11).fill(0), ...new Array(9).fill(5)])).toBe(0);
		expect(medianOf([...new Array(10).fill(null), ...new Array(9).fill(5)])).toBe(null);
	});

	it('1.9.12 the current session is not in its own median, nor are those before the first trade', () => {
		const surge = (sessions: readonly ReferenceSession[]) => reading(sessions, DAY).volume.u as number;
		const [calm, busy] = [surge([...usual, dayOf({})]), surge([...usual, dayOf({ volume: 9000 })])];
		expect(calm).toBeCloseTo(0, 4);
		expect(busy).toBeCloseTo(Math.log((9 * 26_000 + 100) / (26_000 + 100)), 4);
		expect(surge([...createSessions(30, () => null), ...usual, dayOf({})])).toBe(calm);
	});

	it('1.9.12 every past value uses the median of its own session', () => {
		const grown = [...createSessions(12, variedCell), ...createSessions(24, (slot, s) => ({ ...variedCell(slot, s), volume: 8000 }))];
		const { u, s } = reading(grown, DAY).volume;
		expect(u).toBeCloseTo(0, 4);
		expect(s).toBe(PARAMETERS_V1.volume.floor);
		const early = reading(grown.slice(0, 20), DAY).volume;
		expect(early.s).toBeGreaterThan(1);
	});

	it('1.9.12 the current bar is never among the past ones; empty bars are, with volume 0', () => {
		const many = reading([...usual, dayOf({ volume: 90_000 })], DAY).volume;
		expect(many.s).toBe(PARAMETERS_V1.volume.floor);
		const pause = (days: number) => reading([...usual, ...createSessions(days, () => null), dayOf({})], DAY).volume.s;
		expect(pause(2)).toBe(PARAMETERS_V1.volume.floor);
		// Of the six days before, three did not trade: the median of |u| is halfway.
		expect(pause(3)).toBeCloseTo((1.4826 * Math.log(26_100 / 100)) / 2, 4);
	});

	it('1.9.12 in an early-close session the last slot takes the share of the closing auction', () => {
		const g = PARAMETERS_V1.volumeShare;
		expect(expectedShare(g, 13, 14, 14)).toBe(g[25]);
		expect(expectedShare(g, 13, 14, 26)).toBe(g[13]);
		expect(expectedShare(g, 0, 26, 26)).toBeCloseTo(0.999998, 9);
		expect(expectedVolume(1000, g, 25, 26)).toBeCloseTo(125.553, 9);
		expect(expectedVolume(null, g, 0, 26)).toBe(null);
		const early = reading([...usual, dayOf({}, { slots: 14 })], 0).volume;
		expect(early.u).toBeCloseTo(Math.log(1100 / (26_000 * g[25]! + 100)), 4);
	});

	it('1.9.12 order: no median, no baseline, too few past values, illiquid, ok', () => {
		const past = [0, 0, 0];
		const status = (expected: number | null, count: number, illiquid: boolean) =>
			baselineStatus({ expected, past: past.slice(0, count), least: 3, illiquid });
		expect(status(null, 0, true)).toBe('warming');
		expect(status(0, 0, true)).toBe('no_baseline');
		expect(status(1, 2, true)).toBe('warming');
		expect(status(1, 3, true)).toBe('illiquid');
		expect(status(1, 3, false)).toBe('ok');
	});
});

describe('readings of 1.9: squeeze', () => {
	/** Days with these ranges in percent. */
	const ranged = (percents: readonly number[]) =>
		percents.map((percent) =>
			createSession((slot) => (slot === 0 ? { open: 100, close: 100, low: 100, high: 100 * Math.exp(percent / 100) } : { close: 100 })),
		);
	const days = (recent: number, before: number, count = 6) =>
		ranged([before, ...new Array(count).fill(before), ...new Array(10).fill(recent)]);

	it('1.9.13 ten bars against the W before them, disjoint; too few are warming', () => {
		expect(reading(days(2.99, 4), DAY).squeeze).toMatchObject({ status: 'ok', depth: 1 });
		expect(reading(days(3.01, 4), DAY).squeeze).toMatchObject({ status: 'ok', depth: 0 });
		expect(reading(days(3, 4), DAY).squeeze.q).toBeCloseTo(0.75, 5);
		expect(reading(days(1, 4), DAY).squeeze).toMatchObject({ status: 'pinned', zeta: null, depth: 0 });
		expect(reading(days(3, 0), DAY).squeeze).toMatchObject({ status: 'flat', zeta: null, depth: 0 });
		expect(reading(days(3, 4, 3), DAY).squeeze.status).toBe('ok');
		expect(reading(days(3, 4, 2), DAY).squeeze.status).toBe('warming');
	});

	it('1.9.13 a developing bar is out, the bar that closes at the report is in', () => {
		const hour = 2;
		const { sessions } = createRandomHistory(3, { sessions: 13 });
		const squeeze = (slot: number) => reading(sessions, hour, slot).squeeze;
		expect([4, 5, 6].map(squeeze)).toEqual([squeeze(3), squeeze(3), squeeze(3)]);
		expect(squeeze(7)).not.toEqual(squeeze(3));
	});

	it('1.9.13 only traded bars count, on the clock since the last traded one', () => {
		const [plain, paused] = [days(3, 4), [...days(3, 4), createSession(() => null)]].map((sessions) => reading(sessions, DAY).squeeze);
		expect(paused).toEqual(plain);
		const late = [...days(3, 4), createSession(() => null), ...ranged([3 * Math.SQRT2])];
		expect(reading(late, DAY).squeeze.q).toBeCloseTo(0.75, 5);
	});
});

describe('readings of 1.9: halts, options, the word', () => {
	it('1.9.18 only a flag is a halt: empty slots alone are not', () => {
		const silent = createSession((slot) => (slot >= 10 ? null : variedCell(slot)));
		expect(at([...usual, silent], 14).stale).toBe(false);
		const halted = createSession((slot) => (slot >= 10 ? null : variedCell(slot)), { halted: [12, 13, 14] });
		const frozen = at([...usual, halted], 14);
		expect(frozen.stale).toBe(true);
		expect(frozen.timeframes.map(({ price }) => price)).toEqual(at([...usual, halted], 9).timeframes.map(({ price }) => price));
		expect(frozen.timeframes.every(({ word }) => unpackWord(word).stale)).toBe(true);
	});

	it('1.9.18 a slot without volume before the halt is none that traded', () => {
		const priced = createSession((slot) => (slot > 10 ? null : { ...variedCell(slot), volume: slot === 10 ? 0 : 1000 }), {
			halted: [11, 12],
		});
		const cells = (slot: number) => at([...usual, priced], slot).timeframes.map(({ price, volume, depths }) => [price, volume, depths]);
		expect(cells(11)).toEqual(cells(9));
		expect(cells(11)).not.toEqual(cells(10));
	});

	it('1.9.18 a halt over night keeps the readings of the evening before; one from the first slot has none to keep', () => {
		const overnight = [...usual, createSession(() => null, { halted: [0, 1, 2] })];
		expect(at(overnight, 1).timeframes.map(({ depths }) => depths)).toEqual(at(usual).timeframes.map(({ depths }) => depths));
		const first = at([createSession(variedCell, { halted: [0] })], 0);
		expect(first.stale).toBe(true);
		expect(first.timeframes[0]?.price.status).toBe('warming');
	});

	it('1.9.19 the word: null bits, guards that the match ignores, stale, developing', () => {
		const nothing = packWord([null, null, null, null, null, null, null]);
		expect(nothing.toString(16)).toBe('38008000');
		expect(packWord([0, 0, 0, 0, 0, 0, 0], { stale: true, developing: true }).toString(16)).toBe('c0000000');
		expect(at([...usual, dayOf({})], 0).timeframes.map(({ word }) => word >>> 31)).toEqual([0, 1, 1, 1, 1]);
	});

	it('1.9.20 options: own sessions, own medians; a bar without contracts is b = 0 and counts; kappa of its own bar', () => {
		expect(balance(0, 0, 600, PARAMETERS_V1)).toBe(0);
		expect(balance(5, 0, 600, PARAMETERS_V1)).toBeCloseTo(5 / 155, 12);
		expect(balance(5, 0, 10, PARAMETERS_V1)).toBeCloseTo(5 / 25, 12);
		const quietThenCalls = [
			...createSessions(12, (slot, s) => ({ ...variedCell(slot, s), calls: s < 6 ? 90 : 0, puts: s < 6 ? 10 : 0 })),
			dayOf({ calls: 90, puts: 10 }),
		];
		const diff = reading(quietThenCalls, DAY).diff;
		expect(diff.m).toBe(0);
		expect(diff.short).toBeGreaterThan(0);
		const fresh = [...createSessions(12, (slot, s) => ({ close: variedCell(slot, s).close })), ...createSessions(3, variedCell), dayOf({})];
		expect(reading(fresh, DAY).sum.status).toBe('warming');
		expect(reading(fresh, DAY).volume.status).toBe('ok');
	});
});
