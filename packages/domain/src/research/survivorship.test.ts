import { describe, expect, it } from 'vitest';
import { winsorise } from '../statistics/moments.ts';
import { createRandom } from '../statistics/random.ts';
import { computeSurvivorship, type EndedOccurrence, type RecordTotals } from './survivorship.ts';

const DAY = 86_400_000;

/** One occurrence a day for each row, open for five days. */
function occurrences(rows: readonly { tickerId: number; hit: boolean; excess: number }[]): EndedOccurrence[] {
	return rows.map((row, i) => ({ ...row, entry: i * DAY, exit: (i + 5) * DAY }));
}

function totalsOf(all: readonly EndedOccurrence[]): RecordTotals {
	return {
		tickers: new Set(all.map(({ tickerId }) => tickerId)).size,
		n: all.length,
		hits: all.filter(({ hit }) => hit).length,
		sum: all.reduce((sum, { excess }) => sum + winsorise(excess), 0),
	};
}

describe('what a record owes to ended tickers', () => {
	it('equals a sum by hand', () => {
		const all = occurrences([
			{ tickerId: 1, hit: true, excess: 0.1 },
			{ tickerId: 2, hit: true, excess: 0.4 },
			{ tickerId: 2, hit: false, excess: -0.1 },
		]);
		// Ticker 2 ends on day 4: both of its occurrences are open. log(.7) = -.3567.
		const ofEnded = all.filter(({ tickerId }) => tickerId === 2);
		const lastDay = () => 4 * DAY;
		const long = computeSurvivorship(totalsOf(all), ofEnded, { gain: 1, lastDay });
		expect([long.tickers, long.ended, long.open]).toEqual([2, 1, 2]);
		expect(long.cases.map(({ hitRate }) => hitRate)).toEqual([2 / 3, 2 / 3, 1 / 3]);
		expect(long.cases.map(({ mean }) => mean)).toEqual(
			[(0.1 + 0.3 - 0.1) / 3, (0.1 + 0.4 - 0.356675 - 0.3) / 3, (0.1 - 0.3 - 0.3) / 3].map((value) => expect.closeTo(value, 5)),
		);
		const short = computeSurvivorship(totalsOf(all), ofEnded, { gain: -1, lastDay });
		expect(short.cases.map(({ hitRate }) => hitRate)).toEqual([2 / 3, 1, 1]);
		expect(computeSurvivorship(totalsOf(all), ofEnded, { gain: 0, lastDay }).cases.map(({ hitRate }) => hitRate)).toEqual([2 / 3, 1, 1]);
	});

	it('is nothing where none ended while an occurrence was open', () => {
		const random = createRandom(3);
		const all = occurrences(
			Array.from({ length: 200 }, () => ({
				tickerId: random.nextInteger(30),
				hit: random.nextBoolean(0.5),
				excess: 0.02 * random.nextNormal(),
			})),
		);
		for (const [ofEnded, lastDay] of [
			[[], 0],
			[all, 900 * DAY],
			[all, -DAY],
		] as const) {
			const { cases, open } = computeSurvivorship(totalsOf(all), ofEnded, { gain: 1, lastDay: () => lastDay });
			expect(open).toBe(0);
			expect(cases[1]).toEqual({ ...cases[0], loss: 0.3 });
			expect(cases[2]).toEqual({ ...cases[0], loss: 1 });
		}
	});

	it('takes every hit of candidates to rise where all tickers ended worthless', () => {
		const all = occurrences(Array.from({ length: 5 }, (_, i) => ({ tickerId: i, hit: true, excess: 0.05 })));
		const { cases } = computeSurvivorship(totalsOf(all), all, { gain: 1, lastDay: () => 4.5 * DAY });
		expect(cases.map(({ hitRate }) => hitRate)).toEqual([1, 0, 0]);
	});

	it('is nothing without any occurrence', () => {
		const { cases, ...counts } = computeSurvivorship({ tickers: 0, n: 0, hits: 0, sum: 0 }, [], { gain: 1, lastDay: () => 0 });
		expect(counts).toEqual({ tickers: 0, ended: 0, open: 0 });
		expect(cases).toEqual([0, 0.3, 1].map((loss) => ({ loss, hitRate: 0, mean: 0 })));
	});
});
