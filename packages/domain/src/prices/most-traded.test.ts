import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exchangeDate } from '../time/units.ts';
import { addDays } from '../time/zone.ts';
import { createMostTraded, dollarVolumeOf, RANKING_SESSIONS } from './most-traded.ts';

const FIRST = exchangeDate('2025-01-01');
const NAMES = ['AA', 'AAA', 'B', 'C', 'D'];

/** The rule as it is written: sums over the last twenty days, from scratch. */
function plainTop(days: readonly ReadonlyMap<string, number>[], limit: number): string[] {
	const last = days.slice(-20);
	return NAMES.filter((name) => last.some((day) => day.has(name)))
		.map((name) => ({ name, dollars: last.reduce((sum, day) => sum + (day.get(name) ?? 0), 0) }))
		.sort((a, b) => b.dollars - a.dollars || (a.name < b.name ? -1 : 1))
		.slice(0, limit)
		.map(({ name }) => name);
}

describe('the most traded tickers', () => {
	it('are those of the sums over the twenty sessions before, for any days', () => {
		const day = fc.dictionary(fc.constantFrom(...NAMES), fc.integer({ min: 0, max: 3 }));
		fc.assert(
			fc.property(fc.array(day, { minLength: 1, maxLength: 50 }), fc.integer({ min: 1, max: 5 }), (list, limit) => {
				const days = list.map((each) => new Map(Object.entries(each)));
				const ranking = createMostTraded();
				for (const [at, dollars] of days.entries()) {
					ranking.add(addDays(FIRST, at), dollars);
					expect(ranking.top(limit)).toEqual(plainTop(days.slice(0, at + 1), limit));
				}
			}),
			{ numRuns: 200 },
		);
	});

	it('need a bar within the twenty sessions: one of nothing is enough, one of a day more is not', () => {
		const ranking = createMostTraded();
		ranking.add(FIRST, new Map([['AA', 0]]));
		for (let at = 1; at < RANKING_SESSIONS; at++) ranking.add(addDays(FIRST, at), new Map([['B', 1]]));
		expect(ranking.top(5)).toEqual(['B', 'AA']);
		ranking.add(addDays(FIRST, RANKING_SESSIONS), new Map());
		expect(ranking.top(5)).toEqual(['B']);
	});

	it('may leave out what was traded before a date, which is not taken away twice', () => {
		const ranking = createMostTraded();
		ranking.add(FIRST, new Map([['AA', 100], ['B', 8]])); // biome-ignore format: one day
		ranking.add(addDays(FIRST, 1), new Map([['AA', 7]]));
		ranking.forget('AA', addDays(FIRST, 1));
		expect(ranking.top(5)).toEqual(['B', 'AA']);
		for (let at = 2; at <= RANKING_SESSIONS; at++) ranking.add(addDays(FIRST, at), new Map());
		expect(ranking.top(5)).toEqual(['AA']);
		ranking.forget('AA', addDays(FIRST, 9));
		ranking.forget('unknown', addDays(FIRST, 9));
		expect(ranking.top(5)).toEqual([]);
	});

	it('are counted in whole dollars, of close and shares', () => {
		expect(dollarVolumeOf({ close: 10.25, volume: 3 })).toBe(31);
	});
});
