import { describe, expect, it } from 'vitest';
import { createSessionMatrix } from '../../prices/session-matrix.ts';
import { SHORT_WINDOWS } from '../../testing/histories.ts';
import { nyse } from '../../time/calendar.ts';
import { exchangeDate, utcMs } from '../../time/units.ts';
import { FLAG_ELIGIBLE, UNKNOWN_CHANGE } from '../report-table.ts';
import { createEngine } from './create-engine.ts';
import type { Engine, ReportFacts } from './types.ts';

const [first, second] = nyse.sessionsBetween(exchangeDate('2025-01-13'), exchangeDate('2025-01-14'));

/** One session in which each row closes at its price, slot by slot; NaN does not trade. */
function matrixOf(prices: readonly number[]) {
	const matrix = createSessionMatrix(26, prices.length);
	for (let cell = 0; cell < 26 * prices.length; cell++) {
		const price = prices[cell % prices.length]!;
		for (const column of [matrix.open, matrix.high, matrix.low, matrix.close]) column[cell] = price;
		matrix.volume[cell] = Number.isNaN(price) ? 0 : 10_000;
	}
	return matrix;
}

function engineOf(prices: readonly number[]): Engine {
	const engine = createEngine({ parameters: SHORT_WINDOWS, rows: prices.length });
	if (!first) throw new Error('a session');
	engine.startSession(first);
	for (let slot = 0; slot < 26; slot++) engine.applySlot(matrixOf(prices), slot);
	return engine;
}

const facts: ReportFacts = {
	tickerIds: Uint32Array.of(11, 22, 33, 44),
	shares: Float64Array.of(1_000, 2_000, 3_000, Number.NaN),
	mentions: Int32Array.of(7, -1, 0, 9),
};

describe('a report', () => {
	it('lists who has traded, by price as printed, capitalisation, mentions', () => {
		const { time, algo, count, tickerId, price, cap, mentions } = engineOf([0.29, Number.NaN, 57.31, 4]).report(utcMs(5), facts);
		expect([time, algo, count]).toEqual([5, 'reverse', 3]);
		expect([...tickerId]).toEqual([11, 33, 44]);
		expect([...price]).toEqual([2_900, 573_100, 40_000]);
		expect([...mentions]).toEqual([7, 0, 9]);
		expect(cap[0]).toBeCloseTo(290, 4);
		expect(cap[1]).toBeCloseTo(171_930, 1);
		expect(cap[2]).toBeNaN();
	});

	it('leaves out who is not listed', () => {
		const engine = engineOf([5, 6, 7, 8]);
		expect([...engine.report(utcMs(0), { ...facts, listed: Uint8Array.of(1, 0, 0, 1) }).tickerId]).toEqual([11, 44]);
		expect(engine.report(utcMs(0), { ...facts, listed: new Uint8Array(4) }).count).toBe(0);
	});

	it('has the change since the close of the session before, and the dollars of the session so far, where both are known', () => {
		const engine = engineOf([80, Number.NaN, 10, 4]);
		if (!second) throw new Error('a session');
		const yesterday = engine.report(utcMs(0), facts);
		expect([...yesterday.change]).toEqual([UNKNOWN_CHANGE, UNKNOWN_CHANGE, UNKNOWN_CHANGE]);
		expect([...yesterday.dollarVolume]).toEqual([80, 10, 4].map((price) => 26 * 10_000 * price));
		// Four new shares for one old before the open; a first trade; no trade; a fall.
		engine.startSession(second, { splits: [{ row: 0, ratio: 4 }] }, (row) => [
			{ date: first?.date ?? second.date, matrix: matrixOf([row === 0 ? 80 : Number.NaN]) },
		]);
		engine.applySlot(matrixOf([22, 5, Number.NaN, 3.9]), 0);
		engine.applySlot(matrixOf([21, 5, Number.NaN, 3.9]), 1);
		const { tickerId, change, dollarVolume } = engine.report(utcMs(0), facts);
		expect([...tickerId]).toEqual([11, 22, 33, 44]);
		expect([...change]).toEqual([50_000, UNKNOWN_CHANGE, 0, -25_000]);
		expect([...dollarVolume]).toEqual([420_000, 100_000, 0, 78_000]);
	});

	it('has a price as printed beside a capitalisation on the share basis to come, once a split is announced', () => {
		const engine = createEngine({ parameters: SHORT_WINDOWS, rows: 1 });
		engine.announceSplits([{ row: 0, ratio: 4 }]);
		if (!first || !second) throw new Error('two sessions');
		engine.startSession(first);
		engine.applySlot(matrixOf([80]), 0);
		const { price, cap } = engine.report(utcMs(0), facts);
		expect([price[0], cap[0], engine.lastClose[0]]).toEqual([800_000, 20_000, 20]);
	});

	it('has no eligible tickers before the first day is over, then those with enough volume on it', () => {
		const engine = engineOf([1, 0.5]);
		const flags = () => [...engine.report(utcMs(0), facts).flags];
		expect(flags()).toEqual([0, 0]);
		if (!second) throw new Error('a session');
		engine.startSession(second);
		engine.applySlot(matrixOf([1, 0.5]), 0);
		expect(flags()).toEqual([FLAG_ELIGIBLE, 0]);
	});
});
