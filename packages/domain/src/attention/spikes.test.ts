import { describe, expect, it } from 'vitest';
import { mentionBlock } from '../prices/blocks.ts';
import { HOUR } from '../time/units.ts';
import { hourlySeries } from './hourly-series.ts';
import { followedBy, followedMoves, spikeEpisodes, spikesOf } from './spikes.ts';

/** 720 hours of 720 to 1 mentions, then those given. */
const after = (...more: number[]): number[] => [...Array.from({ length: 720 }, (_, i) => 720 - i), ...more];

describe('spikes of a past', () => {
	it('are hours above all but three of the 720 before them', () => {
		expect(spikesOf(after(717))).toEqual([]);
		expect(spikesOf(after(718))).toEqual([{ at: 720, count: 718, threshold: 717 }]);
		// The hour that has just spiked belongs to the past of the next, and the oldest one no longer does: of 719, 718, 718, 717 the fourth.
		expect(spikesOf(after(718, 718, 719))).toEqual([
			{ at: 720, count: 718, threshold: 717 },
			{ at: 721, count: 718, threshold: 717 },
			{ at: 722, count: 719, threshold: 717 },
		]);
	});

	it('need 480 counted hours before them', () => {
		const quiet = (hours: number): number[] => [...new Array<number>(hours).fill(1), 9];
		expect(spikesOf(quiet(479))).toEqual([]);
		expect(spikesOf(quiet(480))).toEqual([{ at: 480, count: 9, threshold: 1 }]);
		const half = Array.from({ length: 720 }, (_, i) => (i % 2 === 0 ? 1 : Number.NaN));
		expect(spikesOf([...half, 9])).toEqual([]);
		expect(spikesOf([...quiet(480), Number.NaN, 9]).map(({ at }) => at)).toEqual([480, 482]);
	});

	it('are the same whatever comes after', () => {
		const past = after(800, 3, 5, 900);
		expect(spikesOf(past)).toHaveLength(2);
		expect(spikesOf([...past, 4000, 5000]).slice(0, 2)).toEqual(spikesOf(past));
	});

	it('open an episode at the first close after their hour, and those that follow soon belong to it', () => {
		const spikes = [5, 6, 30, 60, 200].map((at) => ({ at, count: 9, threshold: 1 }));
		// A session closes every 24 hours; the last spike has no close behind it.
		const entryOf = (at: number): number | undefined => (at < 100 ? Math.ceil((at + 1) / 24) : undefined);
		expect(spikeEpisodes(spikes, entryOf, 1).map(({ entry }) => entry)).toEqual([1, 2, 3]);
		expect(spikeEpisodes(spikes, entryOf, 2).map(({ entry }) => entry)).toEqual([1, 3]);
	});

	it('are told with what followed, beside every other session and after costs', () => {
		const moves = [0.02, -0.01, 0.0004, 0.03, Number.NaN];
		const found = followedBy([0, 2, 4], 1, { from: 0, to: 5, excessOf: (session) => moves[session] as number, cost: 0.0005 });
		// Of three episodes one is not over: one rose beyond the cost, one did not move beyond it.
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
		expect(followedBy([], 5, { from: 0, to: 0, excessOf: () => 0, cost: 0 })).toMatchObject({
			n: 0,
			rose: { p: null, wilson95: [0, 1] },
			mean: null,
		});
	});

	it('neither rose nor fell by what a round trip costs', () => {
		const found = followedMoves({ moves: [0.01, -0.01], blocks: [0, 1], all: [0.01, -0.01] }, 1, 0.01);
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
		const made = mentionBlock(3);
		made.count = 3;
		made.tickerId.fill(7);
		made.time.set([0, 3600, 3600]);
		made.source.set([0, 0, 1]);
		made.mentions.set([4, 5, 6]);
		made.retweets.set([1, 2, 0]);
		return made;
	})();
	const hours = { tickerId: 7, from: 0, to: 4 * HOUR };

	it('is of the sources that are counted by now, and unknown where one of them was not', () => {
		const both = hourlySeries(block, [span(0, 0, 4), span(1, 1, 4, 7)], hours, { source: undefined, withRetweets: false });
		expect([...both.counts]).toEqual([Number.NaN, 11, 0, 0]);
		expect(both.sources).toEqual([0, 1]);
		// Another ticker's span says nothing of this one.
		const one = hourlySeries(block, [span(0, 0, 4), span(1, 1, 4, 8)], hours, { source: undefined, withRetweets: true });
		expect([[...one.counts], one.sources]).toEqual([[5, 7, 0, 0], [0]]);
		expect(hourlySeries(block, [], hours, { source: 1, withRetweets: false }).counts.every(Number.isNaN)).toBe(true);
	});
});
