import { describe, expect, it } from 'vitest';
import { wilson } from '../statistics/hit-stats.ts';
import { bootstrapInterval } from '../statistics/random.ts';
import { createRandom } from '../testing/random.ts';
import { computeStatistics, drawBootstrap } from './search-statistics.ts';
import { addEpisode, createTally, type Tally } from './tally.ts';

const BASE = 0.5;

/** Occurrences of sessions, [number, occurrences, hits], two sessions a block. */
function tallyOf(sessions: readonly (readonly [session: number, n: number, hits: number])[]): Tally {
	const tally = createTally();
	for (const [session, n, hits] of sessions) {
		for (let i = 0; i < n; i++) {
			const hit = i < hits;
			addEpisode(tally, { hit, excess: hit ? 0.01 : -0.01, base: BASE, block: Math.floor(session / 2), session, reconstructed: false });
		}
	}
	return tally;
}

/** A year of sessions with ten occurrences each, whose hit rate drifts around `rate` for days. */
function drifting(seed: number, rate: number): Tally {
	const random = createRandom(seed);
	let drift = 0;
	return tallyOf(
		Array.from({ length: 252 }, (_, session) => {
			drift = 0.8 * drift + 0.08 * random.nextNormal();
			const hits = Array.from({ length: 10 }, () => random.nextBoolean(rate + drift)).filter(Boolean).length;
			return [session, 10, hits] as const;
		}),
	);
}

function width([low, high]: readonly [number, number]): number {
	return high - low;
}

describe('the bootstrap of a tally', () => {
	it('draws the sessions from the first to the last, those without occurrences too', () => {
		const tally = tallyOf([
			[100, 10, 7],
			[101, 10, 2],
			[104, 15, 9],
		]);
		expect(tally.bootstrap).toBeNull();
		drawBootstrap(tally);
		expect(tally.bootstrap).toEqual(
			bootstrapInterval([
				[10, 7],
				[10, 2],
				[0, 0],
				[0, 0],
				[15, 9],
			]),
		);
	});

	it('is none with too few occurrences, and none any more once there are others', () => {
		const tally = tallyOf([[7, 29, 12]]);
		drawBootstrap(tally);
		expect(tally.bootstrap).toBeNull();
		addEpisode(tally, { hit: true, excess: 0.01, base: BASE, block: 4, session: 8, reconstructed: false });
		drawBootstrap(tally);
		expect(tally.bootstrap).not.toBeNull();
		addEpisode(tally, { hit: true, excess: 0.01, base: BASE, block: 4, session: 8, reconstructed: false });
		expect(tally.bootstrap).toBeNull();
	});
});

describe('the interval shown', () => {
	const steady = Array.from({ length: 100 }, (_, session) => [session, 20, session % 2 === 0 ? 12 : 10] as const);

	it('is the wider of the two, and the verdict speaks of it', () => {
		const tally = tallyOf(steady);
		const { hit_rate: rate, n_eff, interval, verdict } = computeStatistics(tally, 1);
		expect(interval).toEqual(wilson(rate as number, n_eff));
		expect([verdict, interval[0] > BASE]).toEqual(['better', true]);

		tally.bootstrap = [0.54, 0.56];
		expect(computeStatistics(tally, 1)).toMatchObject({ interval, verdict: 'better' });

		tally.bootstrap = [0.49, 0.62];
		expect(computeStatistics(tally, 1)).toMatchObject({ interval: [0.49, 0.62], verdict: 'none', n_eff });
	});

	it('is Wilson’s for tallies of earlier versions, which have no sessions', () => {
		const tally = tallyOf(steady);
		const { sessions, bootstrap, ...earlier } = tally;
		expect(computeStatistics(earlier as Tally, 1).interval).toEqual(computeStatistics(tally, 1).interval);
	});

	it('holds the truth more often than Wilson’s where rates drift for days, and still finds what is there', () => {
		let [held, heldByWilson, found] = [0, 0, 0];
		const runs = 100;
		for (let seed = 1; seed <= runs; seed++) {
			const tally = drifting(seed, BASE);
			const { hit_rate: rate, n_eff } = computeStatistics(tally, 1);
			drawBootstrap(tally);
			const { interval } = computeStatistics(tally, 1);
			const bare = wilson(rate as number, n_eff);
			expect(width(interval)).toBeGreaterThanOrEqual(width(bare));
			heldByWilson += Number(bare[0] <= BASE && BASE <= bare[1]);
			held += Number(interval[0] <= BASE && BASE <= interval[1]);
			const planted = drifting(1_000 + seed, BASE + 0.12);
			drawBootstrap(planted);
			found += Number(computeStatistics(planted, 1).interval[0] > BASE);
		}
		expect(held).toBeGreaterThan(heldByWilson);
		expect(held / runs).toBeGreaterThan(0.85);
		expect(found / runs).toBeGreaterThan(0.8);
	});
});
