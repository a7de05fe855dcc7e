import { describe, expect, it } from 'vitest';
import type { SessionMatrix } from '../../prices/session-matrix.ts';
import { nyse } from '../../time/calendar.ts';
import { exchangeDate } from '../../time/units.ts';
import { PRICE_NULL } from '../packed.ts';
import { Z_PER_ROW } from '../report-table.ts';
import { createEngine } from './create-engine.ts';
import { replayDay } from './replay.ts';
import { buildTestReport } from './testing/compare.ts';
import { createRandomMarket, createUniformRandom, SMALL_WINDOWS } from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';

describe('the engine at every bar', () => {
	it('that went on slot by slot says what one says that has just read the whole history, at every slot of thirty sessions', () => {
		const market = createRandomMarket(29, 12, 30, false);
		const splits = market.days.map(({ adjustments }) => adjustments.splits);
		let compared = 0;
		runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
			const incremental = buildTestReport(engine);
			engine.prepare();
			const cold = createEngine({ parameters: SMALL_WINDOWS, rows: market.rows, isIndex: market.isIndex });
			cold.announceSplits(splits.slice(0, day + 1).flat());
			for (const [d, { session, adjustments, matrix }] of market.days.slice(0, day + 1).entries())
				replayDay(cold, { session, adjustments, ...(d === day ? { lastSlot: slot } : {}) }, matrix);
			expect(buildTestReport(cold)).toEqual(incremental);
			compared++;
		});
		expect(compared).toBe(market.days.reduce((sum, { session }) => sum + session.slots, 0));
	});
});

/** Values that a broken feed may put into a cell. */
const ODD = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0, -0, -1, -1e9, 1e9, 1e-9, 3.4e38, 100, 100.01];
/** One row each: constant, NaN, infinite, negative, without volume, alternating by one tick, jumps of 1e9, and a random mix. */
const KINDS = ['constant', 'nan', 'infinite', 'negative', 'no volume', 'one tick', 'jumps', 'anything', 'anything'] as const;

function hostileDay(slots: number, random: () => number): SessionMatrix {
	const rows = KINDS.length;
	const floats = (): Float32Array => new Float32Array(slots * rows);
	const matrix: SessionMatrix = {
		slots,
		rows,
		open: floats(),
		high: floats(),
		low: floats(),
		close: floats(),
		volume: new Float64Array(slots * rows),
		calls: floats(),
		puts: floats(),
		halted: null,
		daily: null,
	};
	const odd = (): number => ODD[Math.floor(random() * ODD.length)]!;
	for (let cell = 0; cell < slots * rows; cell++) {
		const kind = KINDS[cell % rows] as (typeof KINDS)[number];
		const price = {
			constant: 50,
			nan: Number.NaN,
			infinite: Number.POSITIVE_INFINITY,
			negative: -3,
			'no volume': 20 + random(),
			'one tick': 10 + (random() < 0.5 ? 0.01 : 0),
			jumps: random() < 0.5 ? 1e-3 : 1e6,
			anything: 0,
		}[kind];
		for (const column of ['open', 'high', 'low', 'close'] as const) matrix[column][cell] = kind === 'anything' ? odd() : price;
		matrix.volume[cell] = kind === 'no volume' ? 0 : kind === 'anything' ? odd() : 1_000;
		matrix.calls[cell] = kind === 'anything' ? odd() : 30;
		matrix.puts[cell] = kind === 'anything' ? odd() : 20;
	}
	return matrix;
}

describe('the engine on a broken feed', () => {
	it('gives numbers or null, never NaN with a depth and never an infinity, whatever a cell holds', () => {
		const random = createUniformRandom(8);
		const sessions = nyse.sessionsBetween(exchangeDate('2024-11-18'), exchangeDate('2025-01-31')).slice(0, 25);
		const engine = createEngine({ parameters: SMALL_WINDOWS, rows: KINDS.length });
		for (const [day, session] of sessions.entries()) {
			engine.startSession(
				session,
				{
					splits: day === 5 ? [{ row: 8, ratio: 2 }] : [],
					dividends: [{ row: 7, amount: ODD[day % ODD.length]! || 1 }],
					dismissed: [...KINDS.keys()],
				},
				() => [],
			);
			const matrix = hostileDay(session.slots, random);
			for (let slot = 0; slot < session.slots; slot++) {
				engine.applySlot(matrix, slot);
				engine.prepare();
				const { z, words, price, count } = buildTestReport(engine);
				for (let cell = 0; cell < Z_PER_ROW * count; cell++) expect(Math.abs(z[cell]!)).not.toBe(Number.POSITIVE_INFINITY);
				for (const column of words)
					for (const word of column) for (let nibble = 0; nibble < 7; nibble++) expect((word >>> (4 * nibble)) & 7).toBeLessThanOrEqual(5);
				for (const printed of price) expect(printed >= 0 && Number.isFinite(printed)).toBe(true);
				words.forEach((column, t) => {
					column.forEach((word, i) => {
						expect(Number.isNaN(z[t * 5 * count + i])).toBe((word & PRICE_NULL) !== 0);
					});
				});
			}
		}
		// Rows without any valid price have never traded: they are in no report.
		expect([...buildTestReport(engine).tickerId].map((id) => KINDS[id - 100])).not.toEqual(expect.arrayContaining(['nan']));
		expect([...buildTestReport(engine).tickerId].map((id) => KINDS[id - 100])).toContain('constant');
	});
});
