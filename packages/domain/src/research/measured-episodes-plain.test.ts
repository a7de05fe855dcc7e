import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spearman } from '../statistics/spearman.ts';
import type { UtcMs } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import {
	computeTickerHits,
	countOutcomes,
	createMeasuredEpisodes,
	type EpisodeRow,
	OCCURRENCE_SORTS,
	OUTCOMES,
	orderOccurrences,
	rankTickers,
	type SessionAndBlock,
	tallyEpisodes,
} from './measured-episodes.ts';
import { addEpisode, addRankCorrelation, createTally, type Tally } from './tally.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2, 15);
const excess = fc.oneof(
	{ weight: 4, arbitrary: fc.integer({ min: -6, max: 6 }).map((eighths) => eighths / 8) },
	{ weight: 1, arbitrary: fc.constant(Number.NaN) },
);
/** Few reports with many episodes, measured at two horizons. */
const rows = fc
	.array(
		fc.record({
			tickerId: fc.integer({ min: 1, max: 9 }),
			time: fc.integer({ min: 0, max: 5 }).map((report) => START + 7 * report * HOUR),
			rate: fc.integer({ min: 0, max: 9 }),
			reconstructed: fc.boolean(),
			hits: fc.tuple(fc.boolean(), fc.boolean()),
			excess: fc.tuple(excess, excess),
			base: fc.tuple(fc.constant(0.25), fc.constantFrom(0.5, 0.75)),
		}),
		{ maxLength: 60 },
	)
	.map((all): EpisodeRow[] => all.sort((a, b) => a.time - b.time));

function placeOf(time: UtcMs): SessionAndBlock {
	return { session: Math.floor((time - START) / (5 * HOUR)) + 6, block: Math.floor((time - START) / (10 * HOUR)) + 3 };
}

function taken(row: EpisodeRow): boolean {
	return row.tickerId !== 4;
}

function isOver(row: EpisodeRow, horizon: number): boolean {
	return !Number.isNaN(row.excess[horizon]);
}

function plainTally(rows: readonly EpisodeRow[], horizon: number): Tally {
	const tally = createTally();
	const over = rows.filter((row) => taken(row) && isOver(row, horizon));
	for (const row of over)
		addEpisode(tally, {
			hit: row.hits[horizon] as boolean,
			excess: row.excess[horizon]!,
			base: row.base[horizon]!,
			...placeOf(row.time as UtcMs),
			reconstructed: row.reconstructed,
		});
	for (const [time, list] of Map.groupBy(over, (row) => row.time)) {
		const correlation = spearman(
			list.map((row) => row.rate),
			list.map((row) => row.excess[horizon]!),
		);
		if (list.length >= 5 && correlation !== null) addRankCorrelation(tally, newYorkDate(time as UtcMs), correlation);
	}
	return tally;
}

describe('measured episodes', () => {
	it.each([0, 1])(
		'come to the tally of each one on its own, and of each report of five or more its rank correlation, at horizon %i',
		(horizon) => {
			fc.assert(
				fc.property(rows, (rows) => {
					const work = tallyEpisodes(createMeasuredEpisodes(rows, 2), horizon, (i) => taken(rows[i] as EpisodeRow), placeOf);
					expect(work.next()).toEqual({ done: true, value: plainTally(rows, horizon) });
				}),
			);
		},
	);

	it('let others have their turn after each ten thousand', () => {
		const one: EpisodeRow = { tickerId: 1, time: START, rate: 1, reconstructed: false, hits: [true], excess: [0.1], base: [0.5] };
		const turns = (count: number): number =>
			[...tallyEpisodes(createMeasuredEpisodes(new Array(count).fill(one), 1), 0, () => true, placeOf)].length;
		expect([9_999, 10_000, 19_999, 20_000].map(turns)).toEqual([0, 1, 1, 2]);
	});
});

describe('occurrences', () => {
	const symbolOf = (id: number): string => 'CABEDFIHG'[id - 1]!;

	it('are chosen and counted by what became of them, of those that are asked for', () => {
		fc.assert(
			fc.property(rows, fc.constantFrom(0, 1), (rows, horizon) => {
				const takes = (i: number): boolean => taken(rows[i] as EpisodeRow);
				const outcomeOf = (row: EpisodeRow): string => (!isOver(row, horizon) ? 'open' : row.hits[horizon] ? 'hits' : 'losers');
				const counts = countOutcomes(createMeasuredEpisodes(rows, 2), horizon, takes);
				for (const outcome of OUTCOMES) {
					const expected = rows.filter((row) => taken(row) && (outcome === 'all' || outcomeOf(row) === outcome));
					expect(counts[outcome]).toBe(expected.length);
					const order = orderOccurrences(
						createMeasuredEpisodes(rows, 2),
						horizon,
						{ outcome, sortBy: 'time', direction: 'asc' },
						symbolOf,
						takes,
					);
					expect(new Set(Array.from(order, (i) => rows[i]))).toEqual(new Set(expected));
				}
			}),
		);
	});

	it('are ordered by their key, then the newer report, then the ticker; those that are not over last', () => {
		fc.assert(
			fc.property(
				rows,
				fc.constantFrom(...OCCURRENCE_SORTS),
				fc.constantFrom('asc' as const, 'desc' as const),
				(rows, sortBy, direction) => {
					const key = (row: EpisodeRow): number => {
						if (sortBy === 'ticker') return symbolOf(row.tickerId).charCodeAt(0);
						if (sortBy === 'excess') return isOver(row, 1) ? row.excess[1]! : 0;
						return row[sortBy];
					};
					const sign = direction === 'asc' ? 1 : -1;
					const expected = rows
						.map((row, i) => ({ i, keys: [Number(!isOver(row, 1)), sign * key(row), -row.time, row.tickerId] }))
						.sort((a, b) => a.keys.map((each, k) => each - b.keys[k]!).find((apart) => apart !== 0) ?? 0);
					const order = orderOccurrences(createMeasuredEpisodes(rows, 2), 1, { outcome: 'all', sortBy, direction }, symbolOf);
					expect([...order]).toEqual(expected.map(({ i }) => i));
				},
			),
		);
	});
});

describe('the record of a ticker', () => {
	it('counts its finished occurrences, their hits and their excess, none of them beyond thirty percent', () => {
		fc.assert(
			fc.property(rows, fc.constantFrom(0, 1), (rows, horizon) => {
				const found = computeTickerHits(createMeasuredEpisodes(rows, 2), horizon);
				const expected = [
					...Map.groupBy(
						rows.filter((row) => isOver(row, horizon)),
						(row) => row.tickerId,
					),
				].map(([tickerId, list]) => ({
					tickerId,
					n: list.length,
					hits: list.filter((row) => row.hits[horizon]).length,
					sum: list.reduce((sum, row) => sum + Math.max(-0.3, Math.min(0.3, row.excess[horizon]!)), 0),
				}));
				expect(found).toEqual(expected);
			}),
		);
	});

	it('of equal claims are ordered by the number of occurrences, then by the ticker', () => {
		const claim = (tickerId: number, n: number, mean: number) => ({ tickerId, n, hits: 0, sum: n * mean });
		// A zero prior, and zero excess.
		const order = rankTickers([claim(5, 2, 0), claim(3, 9, 0), claim(4, 9, 0), claim(1, 1, 0), claim(9, 1, 0.2)], 0);
		expect(order.map(({ tickerId }) => tickerId)).toEqual([9, 3, 4, 5, 1]);
	});
});
