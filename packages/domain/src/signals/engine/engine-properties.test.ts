import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OPTIONS_NULL, PRICE_NULL, VOLUME_NULL } from '../packed.ts';
import { FLAG_QUARANTINE, type ReportTable } from '../report-table.ts';
import { createEngine } from './create-engine.ts';
import { replay } from './replay.ts';
import { buildTestReport } from './testing/compare.ts';
import { createRandomMarket, createRowSessions, type MarketDay, type RandomMarket, SMALL_WINDOWS } from './testing/random-market.ts';
import { permuteRows, runMarket } from './testing/run-market.ts';
import type { Engine } from './types.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

function rowsIn(table: ReportTable): Map<number, number[]> {
	return new Map(Array.from(table.tickerId, (id, i) => [id - 100, rowIn(table, i)]));
}

/** One row of a report, bit by bit. */
function rowIn(table: ReportTable, i: number): number[] {
	return [
		...table.words.map((words) => words[i]!),
		...Array.from({ length: 25 }, (_, cell) => table.z[cell * table.count + i]!),
		table.price[i]!,
		table.change[i]!,
		table.dollarVolume[i]!,
		table.flags[i]!,
	];
}

function until(market: RandomMarket, day: number): RandomMarket {
	return { ...market, days: market.days.slice(0, day + 1) };
}

describe('the engine', () => {
	it('is the same cold and incremental, at the end of any slot', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, fc.integer({ min: 0, max: 13 }), fc.integer({ min: 0, max: 13 }), async (seed, day, slot) => {
				const market = createRandomMarket(seed, 12, 14, false);
				let expected: ReportTable | undefined;
				runMarket(until(market, day), SMALL_WINDOWS, (engine, d, s) => {
					if (d === day && s === slot) expected = buildTestReport(engine);
					engine.prepare();
				});
				const cold = createEngine({ parameters: SMALL_WINDOWS, rows: market.rows, isIndex: market.isIndex });
				const days = market.days.slice(0, day + 1);
				await replay(
					cold,
					days.map(({ session, adjustments }, d) => ({ session, adjustments, ...(d === day ? { lastSlot: slot } : {}) })),
					(_, d) => (days[d] as MarketDay).matrix,
				);
				expect(buildTestReport(cold)).toEqual(expected);
			}),
			{ numRuns: 25 },
		);
	});

	it('does not look ahead: what comes later changes nothing', () => {
		fc.assert(
			fc.property(seeds, fc.integer({ min: 0, max: 13 }), (seed, slot) => {
				const market = until(createRandomMarket(seed, 12, 8), 7);
				const last = market.days[7] as MarketDay;
				const other = structuredClone(last.matrix);
				const from = (slot + 1) * market.rows;
				for (const column of [other.open, other.high, other.low, other.close, other.volume, other.calls, other.puts]) column.fill(77, from);
				other.halted?.fill(1, from);
				const reports = [last.matrix, other].map((matrix) => {
					let table: ReportTable | undefined;
					runMarket(
						market,
						SMALL_WINDOWS,
						(engine, d, s) => {
							const report = buildTestReport(engine);
							if (d === 7 && s === slot) table = report;
						},
						(d) => (d === 7 ? matrix : (market.days[d] as MarketDay).matrix),
					);
					return table;
				});
				expect(reports[1]).toEqual(reports[0]);
			}),
			{ numRuns: 20 },
		);
	});

	it('does not care about the order of the tickers', () => {
		fc.assert(
			fc.property(seeds, fc.shuffledSubarray([...Array(12).keys()], { minLength: 12 }), (seed, order) => {
				const market = createRandomMarket(seed, 12, 9);
				const live = (m: RandomMarket) => rowsIn(buildTestReport(runMarket(m, SMALL_WINDOWS, (engine) => engine.prepare())));
				const plain = live(market);
				const mixed = live(permuteRows(market, order));
				expect(mixed.size).toBe(plain.size);
				for (const [row, cells] of mixed) expect(cells).toEqual(plain.get(order[row]!));
			}),
			{ numRuns: 15 },
		);
	});

	it('says the same however often it is asked, prepared or not, until the next slot', () => {
		const market = createRandomMarket(3, 12, 8);
		runMarket(market, SMALL_WINDOWS, (engine) => {
			const first = buildTestReport(engine);
			engine.prepare();
			expect(buildTestReport(engine)).toEqual(first);
		});
		const reports = (prepare: (engine: Engine) => void): number[][][] => {
			const reported: number[][][] = [];
			runMarket(until(market, 3), SMALL_WINDOWS, (engine) => {
				prepare(engine);
				reported.push([...rowsIn(buildTestReport(engine)).values()]);
			});
			return reported;
		};
		const plain = reports(() => {});
		expect(reports((engine) => engine.prepare())).toEqual(plain);
		expect(reports((engine) => engine.prepareStep(7))).toEqual(plain);
	});

	it('rebuilds a row to the same bits, at any slot', () => {
		fc.assert(
			fc.property(seeds, fc.integer({ min: 0, max: 7 }), fc.integer({ min: 0, max: 13 }), fc.boolean(), (seed, day, slot, prepared) => {
				const market = createRandomMarket(seed, 12, 8, false);
				const rebuilt = runMarket(market, SMALL_WINDOWS, (engine, d, s) => {
					if (prepared) engine.prepare();
					if (d !== day || s !== slot) return;
					const before = prepared ? buildTestReport(engine) : undefined;
					for (let row = 0; row < market.rows; row++) engine.rebuildRow(row, createRowSessions(market, row));
					if (before) expect(buildTestReport(engine)).toEqual(before);
				});
				expect(buildTestReport(rebuilt)).toEqual(buildTestReport(runMarket(market, SMALL_WINDOWS)));
			}),
			{ numRuns: 15 },
		);
	});

	it('is at the next slots what it would have been, after rows were rebuilt while the slot to come was made ready', () => {
		const market = createRandomMarket(4, 13, 7, false);
		// A ticker that moves by less than half a tick: its scale is that of its reference price.
		for (const [day, { matrix, session }] of market.days.entries())
			for (let slot = 0; slot < session.slots; slot++)
				for (const column of [matrix.open, matrix.high, matrix.low, matrix.close]) column[13 * slot] = 1 + 0.001 * ((slot + 7 * day) % 30);
		const after = (rebuilds: boolean): number[][][] => {
			const reports: number[][][] = [];
			runMarket(market, SMALL_WINDOWS, (engine, d, s) => {
				if (d === 0) return;
				reports.push([...rowsIn(buildTestReport(engine)).values()]);
				// A slot with everything prepared, one with some of it, one with nothing.
				if (s % 3 === 0) engine.prepare();
				if (s % 3 === 1) engine.prepareStep();
				if (!rebuilds) return;
				for (let row = s % 2; row < market.rows; row += 2) engine.rebuildRow(row, createRowSessions(market, row));
			});
			return reports;
		};
		expect(after(true)).toEqual(after(false));
	});

	it('goes on from blocks of its rows to the same bits, at any slot', () => {
		fc.assert(
			fc.property(seeds, fc.nat(7), fc.nat(13), fc.integer({ min: 1, max: 11 }), fc.boolean(), (seed, day, slot, cut, prepared) => {
				const market = createRandomMarket(seed, 12, 8);
				let other: Engine | undefined;
				const whole = runMarket(market, SMALL_WINDOWS, (engine, d, s) => {
					if (prepared) engine.prepare();
					if (d !== day || s !== slot) return;
					other = createEngine({ parameters: SMALL_WINDOWS, rows: market.rows });
					other.loadBlocks([engine.extractBlock(0, cut), engine.extractBlock(cut, market.rows)]);
				});
				if (!other) return;
				for (const [d, { session, matrix, adjustments }] of market.days.entries()) {
					if (d < day) continue;
					if (d > day) other.startSession(session, adjustments, (row) => createRowSessions(market, row));
					for (let s = d === day ? slot + 1 : 0; s < session.slots; s++) {
						other.applySlot(matrix, s);
						if (prepared) other.prepare();
					}
				}
				expect(buildTestReport(other)).toEqual(buildTestReport(whole));
			}),
			{ numRuns: 25 },
		);
	});

	it('takes a correction and a dismissal by rebuilding the row', () => {
		const market = createRandomMarket(13, 12, 8, false);
		const flags = buildTestReport(runMarket(market, SMALL_WINDOWS)).flags;
		const jumping = flags.findIndex((flag) => (flag & FLAG_QUARANTINE) !== 0);
		expect(jumping).toBeGreaterThanOrEqual(0);
		const engine = runMarket(market, SMALL_WINDOWS);
		engine.rebuildRow(
			jumping,
			createRowSessions(market, jumping).map((day) => ({ ...day, dismissed: true })),
		);
		expect(engine.detail(jumping).quarantine).toBe(false);

		const corrected = structuredClone(market);
		const wrong = corrected.days[6] as MarketDay;
		for (let slot = 0; slot < wrong.session.slots; slot++) wrong.matrix.volume[slot * market.rows] = 123_456;
		const other = runMarket(market, SMALL_WINDOWS);
		other.rebuildRow(0, createRowSessions(corrected, 0));
		expect(buildTestReport(other)).toEqual(buildTestReport(runMarket(corrected, SMALL_WINDOWS)));
	});

	it('takes new listings as rows behind the others', () => {
		const market = createRandomMarket(21, 12, 8, false);
		const whole = createEngine({ parameters: SMALL_WINDOWS, rows: 12, isIndex: market.isIndex });
		const grown = createEngine({ parameters: SMALL_WINDOWS, rows: 7, isIndex: market.isIndex.subarray(0, 7) });
		market.days.forEach(({ session, matrix, adjustments }, day) => {
			if (day === 3) grown.addRows(5, market.isIndex.subarray(7));
			const hidden = {
				...matrix,
				daily: null,
				close: day < 3 ? matrix.close.map((c, cell) => (cell % 12 < 7 ? c : Number.NaN)) : matrix.close,
			};
			const narrow = firstRows(hidden, day < 3 ? 7 : 12);
			const known = { ...adjustments, splits: [], dividends: adjustments.dividends.filter(({ row }) => row < 7 || day >= 3) };
			whole.startSession(session, known);
			grown.startSession(session, known);
			for (let slot = 0; slot < session.slots; slot++) {
				whole.applySlot(hidden, slot);
				grown.applySlot(narrow, slot);
				if (slot % 5 === 0) grown.prepare();
			}
		});
		expect(buildTestReport(grown)).toEqual(buildTestReport(whole));
	});

	it('has a z exactly where a depth is measurable, and depths of 0 to 5', () => {
		fc.assert(
			fc.property(seeds, (seed) => {
				runMarket(createRandomMarket(seed, 12, 6), SMALL_WINDOWS, (engine, _, slot) => {
					if (slot % 7 !== 0) return;
					const table = buildTestReport(engine);
					table.words.forEach((words, t) => {
						words.forEach((word, i) => {
							const z = (series: number) => table.z[(t * 5 + series) * table.count + i]!;
							expect([z(0), z(1), z(2), z(3)].map(Number.isFinite)).toEqual(
								[PRICE_NULL, VOLUME_NULL, OPTIONS_NULL, OPTIONS_NULL].map((bit) => (word & bit) === 0),
							);
							for (let nibble = 0; nibble < 7; nibble++) expect((word >>> (4 * nibble)) & 7).toBeLessThanOrEqual(5);
						});
					});
				});
			}),
			{ numRuns: 10 },
		);
	});

	it('refuses a split that is not the one announced', () => {
		const { days } = createRandomMarket(1, 12, 1, false);
		const { session, matrix } = days[0] as MarketDay;
		const engine = createEngine({ parameters: SMALL_WINDOWS, rows: 12 });
		engine.announceSplits([
			{ row: 4, ratio: 2 },
			{ row: 4, ratio: 5 },
		]);
		engine.startSession(session, { splits: [{ row: 4, ratio: 3 }] });
		expect(() => engine.applySlot(matrix, 0)).toThrow('Row 4: a split of 3 where 2 was announced.');
	});

	it('refuses calls out of order and data of the wrong size', () => {
		const { days } = createRandomMarket(1, 12, 2, false);
		const [first, second] = days as [MarketDay, MarketDay];
		const engine = createEngine({ parameters: SMALL_WINDOWS, rows: 12 });
		expect(() => buildTestReport(engine)).toThrow(RangeError);
		expect(() => engine.applySlot(first.matrix, 0)).toThrow(RangeError);
		engine.startSession(first.session);
		expect(() => engine.applySlot(first.matrix, 1)).toThrow(RangeError);
		engine.applySlot(first.matrix, 0);
		expect(() => engine.applySlot(first.matrix, 0)).toThrow(RangeError);
		expect(() => engine.startSession(second.session)).toThrow(RangeError);
		for (let slot = 1; slot < first.session.slots; slot++) engine.applySlot(first.matrix, slot);
		expect(() => engine.startSession(first.session)).toThrow(RangeError);
		const atClose = buildTestReport(engine);
		engine.startSession(second.session, { splits: [{ row: 0, ratio: 2 }] });
		expect(buildTestReport(engine)).toEqual(atClose);
		expect(() => engine.applySlot(second.matrix, 0)).toThrow(RangeError);
		expect(() => engine.applySlot(firstRows(second.matrix, 5), 0)).toThrow(RangeError);
		expect(() => engine.announceSplits([{ row: 0, ratio: -1 }])).toThrow(RangeError);
		expect(createEngine({ parameters: SMALL_WINDOWS, rows: 0 }).byteLength()).toBe(0);
		expect(() => engine.detail(12)).toThrow(RangeError);
		expect(() => engine.extractBlock(0, 12)).toThrow(RangeError);
		engine.startSession(second.session);
		engine.applySlot(second.matrix, 0);
		expect(() => engine.extractBlock(3, 13)).toThrow(RangeError);
		expect(() => engine.loadBlocks([engine.extractBlock(0, 5)])).toThrow(RangeError);
		expect(() =>
			engine.loadBlocks([engine.extractBlock(0, 5), createEngine({ parameters: SMALL_WINDOWS, rows: 7 }).extractBlock(0, 7)]),
		).toThrow(RangeError);
		expect(engine.position).toEqual({ session: second.session, slot: 0 });
	});
});

/** The first `rows` rows of a matrix. */
function firstRows(matrix: MarketDay['matrix'], rows: number): MarketDay['matrix'] {
	const pick = <T extends Float32Array | Float64Array>(values: T): T => values.filter((_, cell) => cell % matrix.rows < rows) as T;
	return {
		slots: matrix.slots,
		rows,
		open: pick(matrix.open),
		high: pick(matrix.high),
		low: pick(matrix.low),
		close: pick(matrix.close),
		volume: pick(matrix.volume),
		calls: pick(matrix.calls),
		puts: pick(matrix.puts),
		halted: null,
		daily: null,
	};
}
