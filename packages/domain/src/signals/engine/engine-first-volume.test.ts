import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeReferenceReport } from '../definition/reference/reference-report.ts';
import { createEngine } from './create-engine.ts';
import { replayDay } from './replay.ts';
import { INDEX_UNTIL_VOLUME } from './shared-columns.ts';
import { buildTestReport, listDifferences } from './testing/compare.ts';
import { listDetailDifferences } from './testing/compare-detail.ts';
import {
	createRandomMarket,
	createReferenceHistory,
	createUniformRandom,
	extractRow,
	type RandomMarket,
	SMALL_WINDOWS,
} from './testing/random-market.ts';
import { runMarket } from './testing/run-market.ts';

const seeds = fc.integer({ min: 0, max: 1e9 });

/** A market in which most rows have prices alone up to a random slot, and an index or two for good. */
function quietMarket(seed: number, rows: number, sessions: number, halts = true): RandomMarket {
	const market = createRandomMarket(seed, rows, sessions, halts);
	const random = createUniformRandom(seed + 1);
	const starts = Array.from({ length: rows }, () => Math.floor(random() * sessions * 20));
	for (const [day, { session, matrix }] of market.days.entries()) {
		for (let row = 0; row < rows; row++) {
			for (let slot = 0; slot < session.slots; slot++) if (day * 26 + slot < starts[row]!) matrix.volume[slot * rows + row] = 0;
			if (matrix.daily && day * 26 + session.slots - 1 < starts[row]!) matrix.daily.volume[row] = 0;
		}
	}
	return { ...market, isIndex: new Uint8Array(rows).fill(INDEX_UNTIL_VOLUME) };
}

/** The same market without anything after a slot, its rows classified by what is left: an index for good where there is no volume. */
function cutAt(market: RandomMarket, day: number, slot: number): RandomMarket {
	const days = structuredClone(market.days.slice(0, day + 1));
	const last = days.at(-1);
	if (!last) throw new RangeError('No days are left.');
	const { matrix, session } = last;
	const from = (slot + 1) * market.rows;
	for (const key of ['open', 'high', 'low', 'close', 'calls', 'puts'] as const) matrix[key].fill(Number.NaN, from);
	matrix.volume.fill(0, from);
	matrix.halted?.fill(0, from);
	if (slot < session.slots - 1) matrix.daily = null;
	return { ...market, days };
}

describe('a row that counts as an index until its first volume', () => {
	it('is in every report as in the definition, which sees the history up to then alone', () => {
		fc.assert(
			fc.property(seeds, fc.boolean(), (seed, prepares) => {
				// Halts keep the cells of the last slot, which has none unless it is prepared.
				const market = quietMarket(seed, 6, 12, prepares);
				const isRound = (slot: number): boolean => slot % 6 === seed % 6 || slot === 0;
				const found: string[] = [];
				runMarket(market, SMALL_WINDOWS, (engine, day, slot) => {
					if (prepares) engine.prepare();
					if (!isRound(slot)) return;
					const table = buildTestReport(engine);
					for (let row = 0; row < market.rows; row++) {
						const history = { ...createReferenceHistory(market, row), isIndex: 'until_volume' as const };
						const at = { session: day, slot };
						const expected = computeReferenceReport(history, at, SMALL_WINDOWS);
						const i = table.tickerId.indexOf(100 + row);
						if ((expected === null) !== i < 0) found.push(`day ${day} slot ${slot} row ${row}: has traded ${i >= 0}`);
						if (expected === null || i < 0) continue;
						const all = [
							...listDifferences(table, i, expected, SMALL_WINDOWS),
							...listDetailDifferences(engine.detail(row), expected, history, at, SMALL_WINDOWS),
						];
						found.push(...all.map((text) => `day ${day} slot ${slot} row ${row}: ${text}`));
					}
				});
				expect(found.slice(0, 5)).toEqual([]);
			}),
			{ numRuns: 8 },
		);
	});

	it('has the same row in a market cut at the report as in the whole one', () => {
		fc.assert(
			fc.property(seeds, fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 13 }), (seed, day, slot) => {
				const market = quietMarket(seed, 12, 10);
				const cut = cutAt(market, day, slot);
				const silent = Uint8Array.from({ length: 12 }, (_, row) =>
					cut.days.some(({ matrix, session }) => {
						const { volume, daily } = extractRow(matrix, row);
						return [...volume.subarray(0, session.slots), daily?.volume[0] ?? 0].some((each) => each > 0 && Number.isFinite(each));
					})
						? INDEX_UNTIL_VOLUME
						: 1,
				);
				const at = (m: RandomMarket) => {
					const engine = createEngine({ parameters: SMALL_WINDOWS, rows: 12, isIndex: m.isIndex });
					engine.announceSplits(m.days.slice(0, day + 1).flatMap(({ adjustments }) => adjustments.splits));
					for (const [d, { session, adjustments, matrix }] of m.days.slice(0, day + 1).entries())
						replayDay(engine, { session, adjustments, ...(d === day ? { lastSlot: slot } : {}) }, matrix);
					return buildTestReport(engine);
				};
				expect(at({ ...cut, isIndex: silent })).toEqual(at(market));
			}),
			{ numRuns: 25 },
		);
	});

	it('is from its first volume on what a ticker with volume is whose earlier rows are empty', () => {
		const market = quietMarket(11, 8, 12, false);
		const plain = { ...market, isIndex: new Uint8Array(8) };
		const rowsOf = (m: RandomMarket) => {
			const table = buildTestReport(runMarket(m, SMALL_WINDOWS));
			return Array.from(table.tickerId, (id, i) => [id, table.price[i], ...table.words.map((words) => words[i])]);
		};
		const traded = rowsOf(plain);
		expect(traded.length).toBeGreaterThan(3);
		expect(rowsOf(market)).toEqual(expect.arrayContaining(traded));
	});

	it('counts so from the engine’s first session on alone', () => {
		const market = quietMarket(4, 3, 2);
		const engine = runMarket(market, SMALL_WINDOWS);
		expect(() => engine.countAsIndex(Uint8Array.of(1, 0, 0))).toThrow('A session has started.');
	});
});
