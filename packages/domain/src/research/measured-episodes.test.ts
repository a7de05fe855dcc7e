import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { UtcMs } from '../time/units.ts';
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
	sumOutcomesBySession,
	tallyEpisodes,
} from './measured-episodes.ts';
import { computeStatistics } from './search-statistics.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2026, 2, 2, 15);
const row: fc.Arbitrary<EpisodeRow> = fc
	.record({
		tickerId: fc.integer({ min: 1, max: 6 }),
		report: fc.integer({ min: 0, max: 12 }),
		rate: fc.integer({ min: 0, max: 140 }),
		reconstructed: fc.boolean(),
		hit: fc.boolean(),
		excess: fc.oneof(fc.double({ min: -0.5, max: 0.5, noNaN: true }), fc.constant(Number.NaN)),
		base: fc.double({ min: 0, max: 1, noNaN: true }),
	})
	.map(({ report, hit, excess, base, ...one }) => ({ ...one, time: START + report * HOUR, hits: [hit], excess: [excess], base: [base] }));
const rows = fc.array(row, { maxLength: 60 }).map((all) => all.sort((a, b) => a.time - b.time));

function placeOf(time: UtcMs): SessionAndBlock {
	return { session: Math.floor(time / (3 * HOUR)), block: Math.floor(time / (6 * HOUR)) };
}

function symbolOf(id: number): string {
	return `T${id}`;
}

function piecesOf(...args: Parameters<typeof tallyEpisodes>) {
	const work = tallyEpisodes(...args);
	let pieces = 1;
	for (let piece = work.next(); ; piece = work.next()) {
		if (piece.done) return { pieces, tally: piece.value };
		pieces++;
	}
}

function tallyOf(...args: Parameters<typeof tallyEpisodes>) {
	return piecesOf(...args).tally;
}

describe('a record that is cut in two', () => {
	it('is counted in chunks, so that no caller waits for all of it', () => {
		const one: EpisodeRow = { tickerId: 1, time: START, rate: 1, reconstructed: false, hits: [true], excess: [0.1], base: [0.5] };
		const episodes = createMeasuredEpisodes(new Array(25_000).fill(one), 1);
		const { pieces, tally } = piecesOf(episodes, 0, () => true, placeOf);
		expect([pieces, tally.n]).toEqual([3, 25_000]);
	});

	it('gives every finished occurrence to one part, whatever the cut', () => {
		fc.assert(
			fc.property(rows, fc.integer({ min: -1, max: 13 }), (rows, cut) => {
				const episodes = createMeasuredEpisodes(rows, 1);
				const isLater = (i: number): boolean => episodes.times[i]! > START + cut * HOUR;
				const all = tallyOf(episodes, 0, () => true, placeOf);
				const [before, since] = [tallyOf(episodes, 0, (i) => !isLater(i), placeOf), tallyOf(episodes, 0, isLater, placeOf)];
				for (const count of ['n', 'hits', 'reconstructed'] as const) expect(before[count] + since[count]).toBe(all[count]);
				expect(before.sum + since.sum).toBeCloseTo(all.sum, 9);
				expect(before.base + since.base).toBeCloseTo(all.base, 9);
				expect(before.histogram.map((n, bin) => n + since.histogram[bin]!)).toEqual(all.histogram);
				const { n, hits, interval } = computeStatistics(since, 1);
				expect(n).toBe(rows.filter(({ time, excess }) => time > START + cut * HOUR && !Number.isNaN(excess[0])).length);
				expect(hits).toBeLessThanOrEqual(n);
				expect(interval[0]).toBeLessThanOrEqual(interval[1]);
			}),
		);
	});
});

describe('the order of occurrences', () => {
	it('holds each once, what is over first, and is the same however it is paged', () => {
		fc.assert(
			fc.property(
				rows,
				fc.constantFrom(...OCCURRENCE_SORTS),
				fc.constantFrom('asc' as const, 'desc' as const),
				(rows, sortBy, direction) => {
					const episodes = createMeasuredEpisodes(rows, 1);
					const counts = countOutcomes(episodes, 0);
					expect(counts.hits + counts.losers + counts.open).toBe(counts.all);
					for (const outcome of OUTCOMES) {
						const order = orderOccurrences(episodes, 0, { outcome, sortBy, direction }, symbolOf);
						expect(order).toHaveLength(counts[outcome]);
						expect(new Set(order).size).toBe(order.length);
						const open = Array.from(order, (i) => Number.isNaN(episodes.horizons[0]?.excess[i] as number));
						expect(open).toEqual([...open].sort((a, b) => Number(a) - Number(b)));
						expect(orderOccurrences(episodes, 0, { outcome, sortBy, direction }, symbolOf)).toEqual(order);
					}
					const over = Array.from(orderOccurrences(episodes, 0, { outcome: 'hits', sortBy: 'excess', direction: 'desc' }, symbolOf));
					const values = over.map((i) => episodes.horizons[0]?.excess[i] as number);
					expect(values).toEqual([...values].sort((a, b) => b - a));
				},
			),
		);
	});
});

describe('tickers', () => {
	it('are ordered by the excess that is claimed of them: nine lucky ones weigh less than a hundred good ones', () => {
		const lucky = { tickerId: 1, n: 3, hits: 3, sum: 0.15 };
		const steady = { tickerId: 2, n: 100, hits: 60, sum: 1.2 };
		const poor = { tickerId: 3, n: 40, hits: 10, sum: -0.9 };
		// Plain means would be 5 %, 1.2 % and -2.25 %.
		expect(rankTickers([poor, lucky, steady], 0.001).map(({ tickerId }) => tickerId)).toEqual([2, 1, 3]);
	});

	it('count every finished occurrence once', () => {
		fc.assert(
			fc.property(rows, (rows) => {
				const episodes = createMeasuredEpisodes(rows, 1);
				const { n, hits, sum } = tallyOf(episodes, 0, () => true, placeOf);
				const tickers = computeTickerHits(episodes, 0);
				const total = (key: 'n' | 'hits' | 'sum'): number => tickers.reduce((all, ticker) => all + ticker[key], 0);
				expect([total('n'), total('hits')]).toEqual([n, hits]);
				expect(total('sum')).toBeCloseTo(sum, 9);
			}),
		);
	});
});

describe('outcomes by session', () => {
	it('add up to the record, count sessions without occurrences, and leave out what lies outside or is open', () => {
		const sessionOf = (time: number): number => Math.floor((time - START) / (6 * HOUR));
		fc.assert(
			fc.property(rows, (given) => {
				const episodes = createMeasuredEpisodes(given, 1);
				const sessions = sumOutcomesBySession(episodes, 0, sessionOf, [0, 3]);
				expect(sessions).toHaveLength(4);
				for (const [session, { n, hits, gain }] of sessions.entries()) {
					const own = given.filter(({ time, excess: [excess] }) => sessionOf(time) === session && !Number.isNaN(excess as number));
					expect([n, hits]).toEqual([own.length, own.filter(({ hits: [hit] }) => hit).length]);
					expect(gain).toBeCloseTo(
						own.reduce((sum, { hits: [hit], base: [base] }) => sum + Number(hit) - (base as number), 0),
						4,
					);
				}
				expect(sumOutcomesBySession(episodes, 0, sessionOf, [9, 8])).toEqual([]);
			}),
		);
	});
});
