import { describe, expect, it } from 'vitest';
import { createRandom } from '../statistics/random.ts';
import { measuredEpisodes } from './measured-episodes.ts';
import { survivorship } from './survivorship.ts';

const DAY = 86_400_000;

/** One occurrence a day for each row, open for five days. */
function recordOf(rows: readonly { tickerId: number; hit: boolean; excess: number }[]) {
	const episodes = measuredEpisodes(
		rows.map(({ tickerId, hit, excess }, i) => ({
			tickerId,
			time: i * DAY,
			rate: 1,
			reconstructed: false,
			hits: [hit],
			excess: [excess],
			base: [0.5],
		})),
		1,
	);
	return { episodes, span: { entries: rows.map((_, i) => i * DAY), exits: rows.map((_, i) => (i + 5) * DAY) } };
}

describe('what a record owes to ended tickers', () => {
	it('equals a sum by hand', () => {
		const { episodes, span } = recordOf([
			{ tickerId: 1, hit: true, excess: 0.1 },
			{ tickerId: 2, hit: true, excess: 0.4 },
			{ tickerId: 2, hit: false, excess: -0.1 },
			{ tickerId: 3, hit: false, excess: Number.NaN },
		]);
		// Ticker 2 ends on day 4: both of its occurrences are open. log(.7) = -.3567.
		const lastDay = (id: number) => (id === 2 ? 4 * DAY : undefined);
		const long = survivorship(episodes, span, { horizon: 0, gain: 1, lastDay });
		expect([long.tickers, long.ended, long.open]).toEqual([2, 1, 2]);
		expect(long.cases.map(({ hitRate }) => hitRate)).toEqual([2 / 3, 2 / 3, 1 / 3]);
		expect(long.cases.map(({ mean }) => mean)).toEqual(
			[(0.1 + 0.3 - 0.1) / 3, (0.1 + 0.4 - 0.356675 - 0.3) / 3, (0.1 - 0.3 - 0.3) / 3].map((value) => expect.closeTo(value, 5)),
		);
		const short = survivorship(episodes, span, { horizon: 0, gain: -1, lastDay });
		expect(short.cases.map(({ hitRate }) => hitRate)).toEqual([2 / 3, 1, 1]);
		expect(survivorship(episodes, span, { horizon: 0, gain: 0, lastDay }).cases.map(({ hitRate }) => hitRate)).toEqual([2 / 3, 1, 1]);
	});

	it('is nothing where none ended while an occurrence was open', () => {
		const random = createRandom(3);
		const { episodes, span } = recordOf(
			Array.from({ length: 200 }, () => ({ tickerId: random.below(30), hit: random.happens(0.5), excess: 0.02 * random.normal() })),
		);
		for (const lastDay of [() => undefined, () => 900 * DAY, () => -DAY]) {
			const { cases, open } = survivorship(episodes, span, { horizon: 0, gain: 1, lastDay });
			expect(open).toBe(0);
			expect(cases[1]).toEqual({ ...cases[0], loss: 0.3 });
			expect(cases[2]).toEqual({ ...cases[0], loss: 1 });
		}
	});

	it('takes every hit of candidates to rise where all tickers ended worthless', () => {
		const { episodes, span } = recordOf(Array.from({ length: 5 }, (_, i) => ({ tickerId: i, hit: true, excess: 0.05 })));
		const { cases } = survivorship(episodes, span, { horizon: 0, gain: 1, lastDay: () => 4.5 * DAY });
		expect(cases.map(({ hitRate }) => hitRate)).toEqual([1, 0, 0]);
	});
});
