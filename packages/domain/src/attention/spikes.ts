import { ALL_TICKERS, type MentionBlock, type MentionSpan } from '../prices/blocks.ts';
import { type Block, type HitStats, hitStats, minDeff } from '../statistics/hit-stats.ts';
import { lowerBound } from '../statistics/lower-bound.ts';
import { median } from '../statistics/median.ts';
import { HOUR, SECOND } from '../time/units.ts';
import { type MentionQuery, selectSources } from './measure.ts';
import { MIN_HOURS, PAST_HOURS, TAIL_SHARE } from './urgent.ts';

export interface Spike {
	/** Index of the hour in the series. */
	readonly at: number;
	readonly count: number;
	/** The 99.5th percentile of the previous 720 hours, by nearest rank. */
	readonly threshold: number;
}

/**
 * Finds hours above the 99.5th percentile of the previous 720 hours, if at least 480 of these were counted. This applies the rule of `findUrgentHour` to the
 * whole past. NaN in `counts`: not counted.
 */
export function findSpikes(counts: ArrayLike<number>): Spike[] {
	const spikes: Spike[] = [];
	const sortedCounts: number[] = [];
	for (let at = 0; at < counts.length; at++) {
		const count = counts[at]!;
		if (!Number.isNaN(count) && sortedCounts.length >= MIN_HOURS) {
			const threshold = sortedCounts[sortedCounts.length - 1 - Math.floor(sortedCounts.length * TAIL_SHARE)]!;
			if (count > threshold) spikes.push({ at, count, threshold });
		}
		if (!Number.isNaN(count)) sortedCounts.splice(lowerBound(sortedCounts, count), 0, count);
		const expiredCount = counts[at - PAST_HOURS] as number | undefined;
		if (expiredCount !== undefined && !Number.isNaN(expiredCount)) sortedCounts.splice(lowerBound(sortedCounts, expiredCount), 1);
	}
	return spikes;
}

/** Horizons in sessions. */
export const SPIKE_HORIZONS = [1, 5] as const;

/**
 * Returns the excess log return from the close of session i to the horizon: the ticker's return minus that of the median comparable ticker. NaN if unknown.
 */
export type ExcessOf = (session: number) => number;

export interface SpikeEpisode {
	readonly spike: Spike;
	/** The first session that closes after the hour ends. That close is the first chance to trade. */
	readonly entry: number;
}

/**
 * Merges spikes into episodes: after a spike, further spikes are ignored for `cooldownSessions`. `entryOf` returns the entry session for a spike's hour;
 * undefined if no session has closed since that hour.
 */
export function mergeSpikes(
	spikes: readonly Spike[],
	entryOf: (at: number) => number | undefined,
	cooldownSessions: number,
): SpikeEpisode[] {
	const episodes: SpikeEpisode[] = [];
	for (const spike of spikes) {
		const entry = entryOf(spike.at);
		const previousEntry = episodes.at(-1)?.entry;
		if (entry === undefined || (previousEntry !== undefined && entry < previousEntry + cooldownSessions)) continue;
		episodes.push({ spike, entry });
	}
	return episodes;
}

/** Moves after spikes over one horizon. */
export interface SpikeOutcomes {
	/** Sessions. */
	readonly horizon: number;
	/** Number of completed episodes with known prices. */
	readonly n: number;
	/** Episodes whose excess return was above the cost. */
	readonly rose: Pick<HitStats, 'hits' | 'p' | 'wilson95'>;
	/** Episodes whose excess return was below minus the cost. */
	readonly fell: Pick<HitStats, 'hits' | 'p' | 'wilson95'>;
	/** The shares that rose and fell over all sessions of the span, with or without a spike. */
	readonly base: { readonly n: number; readonly rose: number | null; readonly fell: number | null };
	/** Excess log return before costs; null without an episode. */
	readonly mean: number | null;
	readonly median: number | null;
	/** Mean absolute excess return, after spikes and over all sessions. */
	readonly size: { readonly after: number | null; readonly base: number | null };
}

/** Excess log returns. */
export interface SpikeMoves {
	/** One per episode. */
	readonly moves: readonly number[];
	/** The block of each move; moves of one block aren't independent. */
	readonly blocks: readonly number[];
	/** One per session of the span, with or without a spike. */
	readonly all: readonly number[];
}

/** Computes the outcomes of moves after spikes. `cost` is a fraction per round trip. */
export function computeOutcomes({ moves, blocks, all: sessionMoves }: SpikeMoves, horizon: number, cost: number): SpikeOutcomes {
	const isRise = (move: number): boolean => move > cost;
	const isFall = (move: number): boolean => move < -cost;
	const movesByBlock = [...Map.groupBy(moves.keys(), (i) => blocks[i])].map(([, indices]) => indices.map((i) => moves[i]!));
	const computeStats = (passes: (move: number) => boolean): HitStats =>
		hitStats(
			movesByBlock.map((block): Block => [block.length, block.filter(passes).length]),
			minDeff(movesByBlock.length),
		);
	return {
		horizon,
		n: moves.length,
		rose: computeStats(isRise),
		fell: computeStats(isFall),
		base: { n: sessionMoves.length, rose: shareOf(sessionMoves, isRise), fell: shareOf(sessionMoves, isFall) },
		mean: meanOf(moves),
		median: median(moves),
		size: { after: meanOf(absoluteValues(moves)), base: meanOf(absoluteValues(sessionMoves)) },
	};
}

function absoluteValues(values: readonly number[]): number[] {
	return values.map(Math.abs);
}

function meanOf(values: readonly number[]): number | null {
	return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

function shareOf(values: readonly number[], passes: (value: number) => boolean): number | null {
	return values.length === 0 ? null : values.filter(passes).length / values.length;
}

/**
 * Computes the outcomes of one ticker's spikes. `entries` are the entry sessions of the episodes, [from, to) the sessions of the base rate; `cost` is a
 * fraction per round trip. Episodes of one ticker are at least one horizon apart, so each is a block of one.
 */
export function computeSpikeOutcomes(
	entries: readonly number[],
	horizon: number,
	{ from, to, excessOf, cost }: { from: number; to: number; excessOf: ExcessOf; cost: number },
): SpikeOutcomes {
	const moves = entries.map((entry) => excessOf(entry)).filter((move) => !Number.isNaN(move));
	const sessionMoves: number[] = [];
	for (let session = from; session < to; session++) {
		const move = excessOf(session);
		if (!Number.isNaN(move)) sessionMoves.push(move);
	}
	return computeOutcomes({ moves, blocks: moves.map((_, i) => i), all: sessionMoves }, horizon, cost);
}

/** One ticker's mentions by hour: `counts[i]` is for the hour that starts i hours after `from`; NaN if one of `sources` didn't count that hour. */
interface HourlySeries {
	readonly counts: Float64Array;
	/** The included sources: those that counted the newest hour for which any source has a count. */
	readonly sources: readonly number[];
}

/** Builds the series for the hours that start in [from, to), UTC milliseconds. `spans` state which hours each source counted. */
export function createHourlySeries(
	block: MentionBlock,
	spans: readonly MentionSpan[],
	{ tickerId, from, to }: { tickerId: number; from: number; to: number },
	{ source, withRetweets }: Pick<MentionQuery, 'source' | 'withRetweets'>,
): HourlySeries {
	const hourCount = Math.max(0, Math.round((to - from) / HOUR));
	const hourIndex = (seconds: number): number => Math.round((seconds * SECOND - from) / HOUR);
	const sources = selectSources({ source });
	const countedHours = sources.map(() => new Uint8Array(hourCount));
	for (const span of spans) {
		const flags = countedHours[sources.indexOf(span.source)];
		if (flags && (span.tickerId === ALL_TICKERS || span.tickerId === tickerId))
			flags.fill(1, Math.max(0, hourIndex(span.from)), Math.max(0, hourIndex(span.to)));
	}
	const lastCountedHour = Math.max(...countedHours.map((flags) => flags.lastIndexOf(1)));
	const includedSources = sources.filter((_, i) => lastCountedHour >= 0 && countedHours[i]?.[lastCountedHour] === 1);
	const counts = new Float64Array(hourCount);
	for (let hour = 0; hour < hourCount; hour++)
		if (
			includedSources.length === 0 ||
			includedSources.some((includedSource) => countedHours[sources.indexOf(includedSource)]?.[hour] !== 1)
		)
			counts[hour] = Number.NaN;
	for (let i = 0; i < block.count; i++) {
		const hour = hourIndex(block.time[i]!);
		if (block.tickerId[i] !== tickerId || hour < 0 || hour >= hourCount || !includedSources.includes(block.source[i]!)) continue;
		counts[hour] = counts[hour]! + block.mentions[i]! + (withRetweets ? block.retweets[i]! : 0);
	}
	return { counts, sources: includedSources };
}
