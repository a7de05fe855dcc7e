import { describe, expect, it } from 'vitest';
import { createMentionBlock } from '../prices/blocks.ts';
import { hitStats, minDeff } from '../statistics/hit-stats.ts';
import { createRandom } from '../testing/random.ts';
import { HOUR } from '../time/units.ts';
import { computeOutcomes, computeSpikeOutcomes, createHourlySeries, findSpikes, mergeSpikes, SPIKE_HORIZONS } from './spikes.ts';

/** 720 hours with 720 to 1 mentions, then the given ones. */
function after(...more: number[]): number[] {
	return [...Array.from({ length: 720 }, (_, i) => 720 - i), ...more];
}

describe('spikes of a past', () => {
	it('are hours above all but three of the 720 before them', () => {
		expect(findSpikes(after(717))).toEqual([]);
		expect(findSpikes(after(718))).toEqual([{ at: 720, count: 718, threshold: 717 }]);
		// The hour that just spiked is in the past of the next one, and the oldest no longer is: the fourth of 719, 718, 718, 717.
		expect(findSpikes(after(718, 718, 719))).toEqual([
			{ at: 720, count: 718, threshold: 717 },
			{ at: 721, count: 718, threshold: 717 },
			{ at: 722, count: 719, threshold: 717 },
		]);
	});

	it('need 480 counted hours before them', () => {
		const quiet = (hours: number): number[] => [...new Array<number>(hours).fill(1), 9];
		expect(findSpikes(quiet(479))).toEqual([]);
		expect(findSpikes(quiet(480))).toEqual([{ at: 480, count: 9, threshold: 1 }]);
		const half = Array.from({ length: 720 }, (_, i) => (i % 2 === 0 ? 1 : Number.NaN));
		expect(findSpikes([...half, 9])).toEqual([]);
		expect(findSpikes([...quiet(480), Number.NaN, 9]).map(({ at }) => at)).toEqual([480, 482]);
	});

	it('are each hour beyond the 99.5th percentile of the counted ones among the 720 before it', () => {
		const random = createRandom(3);
		const counts = Array.from({ length: 1_200 }, () =>
			random.nextBoolean(0.15) ? Number.NaN : random.nextInteger(random.nextBoolean(0.02) ? 60 : 9),
		);
		const expected = counts.flatMap((count, at) => {
			const past = counts.slice(Math.max(0, at - 720), at).filter((each) => !Number.isNaN(each));
			const threshold = past.toSorted((a, b) => b - a)[Math.floor(past.length * 0.005)]!;
			return past.length >= 480 && count > threshold ? [{ at, count, threshold }] : [];
		});
		expect(findSpikes(counts)).toEqual(expected);
		expect(expected.length).toBeGreaterThan(3);
		expect(SPIKE_HORIZONS).toEqual([1, 5]);
	});

	it('are the same whatever comes after', () => {
		const past = after(800, 3, 5, 900);
		expect(findSpikes(past)).toHaveLength(2);
		expect(findSpikes([...past, 4000, 5000]).slice(0, 2)).toEqual(findSpikes(past));
	});

	it('open an episode at the first close after their hour, and those that follow soon belong to it', () => {
		const spikes = [5, 6, 30, 60, 200].map((at) => ({ at, count: 9, threshold: 1 }));
		// A session closes every 24 hours; the last spike has no close after it.
		const entryOf = (at: number): number | undefined => (at < 100 ? Math.ceil((at + 1) / 24) : undefined);
		expect(mergeSpikes(spikes, entryOf, 1).map(({ entry }) => entry)).toEqual([1, 2, 3]);
		expect(mergeSpikes(spikes, entryOf, 2).map(({ entry }) => entry)).toEqual([1, 3]);
	});

	it('belong to the episode before them, not to the first one', () => {
		const spikes = [1, 5, 6, 8, 9].map((at) => ({ at, count: 9, threshold: 1 }));
		expect(mergeSpikes(spikes, (at) => at, 4).map(({ entry }) => entry)).toEqual([1, 5, 9]);
	});

	it('of one market count less than as many of several', () => {
		const moves = [0.03, 0.02, -0.04, 0.01, -0.02, 0.05];
		const blocks = [0, 0, 1, 0, 1, 0];
		const found = computeOutcomes({ moves, blocks, all: moves }, 5, 0.015);
		const stats = (hits: readonly [number, number]) =>
			hitStats(
				[
					[4, hits[0]],
					[2, hits[1]],
				],
				minDeff(2),
			);
		expect([found.rose, found.fell]).toEqual([stats([3, 0]), stats([0, 2])]);
		expect(found).toMatchObject({ horizon: 5, n: 6, base: { n: 6, rose: 0.5, fell: 2 / 6 } });
		expect(found.median).toBeCloseTo(0.015, 12);
	});

	it('of which nothing is known have followed by nothing', () => {
		const found = computeSpikeOutcomes([], 5, { from: 2, to: 2, excessOf: () => 0.5, cost: 0 });
		expect(found.base).toEqual({ n: 0, rose: null, fell: null });
		expect([found.mean, found.median, found.size.after, found.size.base]).toEqual([null, null, null, null]);
		expect(computeSpikeOutcomes([], 1, { from: 2, to: 4, excessOf: (session) => session, cost: 2.5 }).base).toEqual({
			n: 2,
			rose: 0.5,
			fell: 0,
		});
	});

	it('are reported with the returns that followed, compared with all other sessions and after costs', () => {
		const moves = [0.02, -0.01, 0.0004, 0.03, Number.NaN];
		const found = computeSpikeOutcomes([0, 2, 4], 1, { from: 0, to: 5, excessOf: (session) => moves[session]!, cost: 0.0005 });
		// One of three episodes is not complete: one rose more than the cost, one did not.
		expect(found).toMatchObject({
			horizon: 1,
			n: 2,
			rose: { hits: 1, p: 0.5 },
			fell: { hits: 0, p: 0 },
			base: { n: 4, rose: 0.5, fell: 0.25 },
		});
		expect(found.mean).toBeCloseTo(0.0102, 12);
		expect(found.median).toBeCloseTo(0.0102, 12);
		expect(found.size.after).toBeCloseTo(0.0102, 12);
		expect(found.size.base).toBeCloseTo((0.02 + 0.01 + 0.0004 + 0.03) / 4, 12);
		expect(computeSpikeOutcomes([], 5, { from: 0, to: 0, excessOf: () => 0, cost: 0 })).toMatchObject({
			n: 0,
			rose: { p: null, wilson95: [0, 1] },
			mean: null,
		});
	});

	it('neither rose nor fell by what a round trip costs', () => {
		const found = computeOutcomes({ moves: [0.01, -0.01], blocks: [0, 1], all: [0.01, -0.01] }, 1, 0.01);
		expect(found).toMatchObject({ rose: { hits: 0 }, fell: { hits: 0 }, base: { rose: 0, fell: 0 } });
	});
});

describe('a ticker by the hour', () => {
	const span = (source: number, from: number, to: number, tickerId = 0) => ({
		tickerId,
		source,
		from: from * 3600,
		to: to * 3600,
		counter: 1,
	});
	const block = (() => {
		// The block has old values after the three counted ones.
		const made = createMentionBlock(4);
		made.count = 3;
		made.tickerId.fill(7);
		made.time.set([0, 3600, 3600, 3600]);
		made.source.set([0, 0, 1, 0]);
		made.mentions.set([4, 5, 6, 90]);
		made.retweets.set([1, 2, 0, 90]);
		return made;
	})();
	const hours = { tickerId: 7, from: 0, to: 4 * HOUR };

	it('is of the sources that are counted by now, and unknown where one of them was not', () => {
		const both = createHourlySeries(block, [span(0, 0, 4), span(1, 1, 4, 7)], hours, { source: undefined, withRetweets: false });
		expect([...both.counts]).toEqual([Number.NaN, 11, 0, 0]);
		expect(both.sources).toEqual([0, 1]);
		// Another ticker's span is ignored.
		const one = createHourlySeries(block, [span(0, 0, 4), span(1, 1, 4, 8)], hours, { source: undefined, withRetweets: true });
		expect([[...one.counts], one.sources]).toEqual([[5, 7, 0, 0], [0]]);
		expect(createHourlySeries(block, [], hours, { source: 1, withRetweets: false }).counts.every(Number.isNaN)).toBe(true);
		const first = createHourlySeries(block, [span(0, 0, 1)], hours, { source: undefined, withRetweets: false });
		expect([[...first.counts], first.sources]).toEqual([[4, Number.NaN, Number.NaN, Number.NaN], [0]]);
	});

	it('holds of each hour what was written in it, of the sources that the last counted hour has', () => {
		const [from, count, written] = [480_000 * 3600, 30, 80];
		for (let seed = 1; seed <= 80; seed++) {
			const random = createRandom(seed);
			const made = createMentionBlock(written);
			made.count = written - 5;
			for (let i = 0; i < written; i++) {
				made.tickerId[i] = 7 + random.nextInteger(2);
				made.time[i] = from + 3600 * (random.nextInteger(count + 6) - 3);
				made.source[i] = random.nextInteger(2);
				made.mentions[i] = random.nextInteger(9);
				made.retweets[i] = random.nextInteger(9);
			}
			const spans = Array.from({ length: 1 + random.nextInteger(5) }, () => {
				const begin = random.nextInteger(count + 6) - 3;
				return {
					tickerId: [0, 7, 8][random.nextInteger(3)]!,
					source: random.nextInteger(2),
					from: from + 3600 * begin,
					to: from + 3600 * (begin + random.nextInteger(25)),
					counter: 1,
				};
			});
			const source = [undefined, 0, 1][random.nextInteger(3)];
			const withRetweets = random.nextBoolean(0.5);
			const found = createHourlySeries(
				made,
				spans,
				{ tickerId: 7, from: from * 1000, to: (from + 3600 * count) * 1000 },
				{ source, withRetweets },
			);
			const sources = source === undefined ? [0, 1] : [source];
			const times = Array.from({ length: count }, (_, hour) => from + 3600 * hour);
			const isCounted = (source: number, time: number): boolean =>
				spans.some((each) => each.source === source && each.tickerId !== 8 && each.from <= time && time < each.to);
			const last = times.findLast((time) => sources.some((source) => isCounted(source, time)));
			const used = sources.filter((source) => last !== undefined && isCounted(source, last));
			const expected = times.map((time) => {
				if (used.length === 0 || used.some((source) => !isCounted(source, time))) return Number.NaN;
				return Array.from({ length: made.count }, (_, i) => i)
					.filter((i) => made.tickerId[i] === 7 && made.time[i] === time && used.includes(made.source[i]!))
					.reduce((sum, i) => sum + made.mentions[i]! + (withRetweets ? made.retweets[i]! : 0), 0);
			});
			expect([[...found.counts], found.sources]).toEqual([expected, used]);
		}
		expect(
			createHourlySeries(block, [], { tickerId: 7, from: HOUR, to: 0 }, { source: undefined, withRetweets: false }).counts.length,
		).toBe(0);
	});
});
