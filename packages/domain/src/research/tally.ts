import { winsorise } from '../statistics/moments.ts';
import type { ExchangeDate } from '../time/units.ts';
import type { CostSource } from './walk/costs.ts';

/** Minimum number of episodes in a report for a rank correlation. */
export const MIN_FOR_RANKS = 5;

/** Width of a histogram bin of excess returns: 0.1 %. Bins range from -20 % to +20 %; the outer bins include everything beyond. */
const BIN_WIDTH = 0.001;
const BINS_PER_SIDE = 200;
export const BINS = 2 * BINS_PER_SIDE + 1;

/** Running sums over the closed episodes of one search and horizon (signals.md 3.3). Adding an episode takes constant time. Stored as JSON. */
export interface Tally {
	n: number;
	hits: number;
	/** Sum of the winsorised excess. */
	sum: number;
	sumOfSquares: number;
	/** Number of episodes in each bin of winsorised excess. */
	histogram: number[];
	/** Blocks are numbered by the exit. Absent in tallies of earlier versions, where blocks are numbered by the entry. */
	numbered: 'exit';
	/** By block of the exit: episodes and hits. */
	blocks: Record<string, [n: number, hits: number]>;
	/** By session of the entry: episodes and hits. Absent in tallies of earlier versions. */
	sessions: Record<string, [n: number, hits: number]>;
	/** Bootstrap interval of the hit rate over `sessions`; null until `drawBootstrap` sets it. */
	bootstrap: [low: number, high: number] | null;
	/** Sum of the base rates of the episodes. */
	base: number;
	/** Number of episodes of reconstructed reports. */
	reconstructed: number;
	/** Estimated costs are from the sessions before that of the entry. Absent in tallies of earlier versions: from the sessions before its month. */
	costWindow: 'session';
	/**
	 * Of episodes with a known cost: number, hits before costs, sum of the winsorised excess before costs, sum of the costs, and number of costs from
	 * estimated spreads.
	 */
	costed: { n: number; hits: number; sum: number; cost: number; edge: number };
	/** By day: sum and number of the rank correlations of the day's reports. */
	ranks: Record<ExchangeDate, [sum: number, reports: number]>;
}

export interface ClosedEpisode {
	readonly hit: boolean;
	readonly excess: number;
	readonly base: number;
	/** Number of the block of sessions that contains the exit. */
	readonly block: number;
	/** Number of the session of the entry. */
	readonly session: number;
	readonly reconstructed: boolean;
	readonly costs?: EpisodeCosts | undefined;
}

export interface EpisodeCosts {
	/** Cost of a round trip, as a fraction. */
	readonly cost: number;
	readonly source: CostSource;
	/** Whether the episode is a hit before costs. */
	readonly hitBefore: boolean;
}

export function createTally(): Tally {
	return {
		n: 0,
		hits: 0,
		sum: 0,
		sumOfSquares: 0,
		histogram: new Array<number>(BINS).fill(0),
		numbered: 'exit',
		blocks: {},
		sessions: {},
		bootstrap: null,
		base: 0,
		reconstructed: 0,
		costWindow: 'session',
		costed: { n: 0, hits: 0, sum: 0, cost: 0, edge: 0 },
		ranks: {},
	};
}

export function addEpisode(tally: Tally, { hit, excess, base, block, session, reconstructed, costs }: ClosedEpisode): void {
	const value = winsorise(excess);
	const bin = Math.max(-BINS_PER_SIDE, Math.min(BINS_PER_SIDE, Math.round(value / BIN_WIDTH))) + BINS_PER_SIDE;
	tally.n++;
	tally.hits += hit ? 1 : 0;
	tally.sum += value;
	tally.sumOfSquares += value * value;
	tally.histogram[bin] = tally.histogram[bin]! + 1;
	addToCount(tally.blocks, block, hit);
	addToCount(tally.sessions, session, hit);
	tally.bootstrap = null;
	tally.base += base;
	tally.reconstructed += reconstructed ? 1 : 0;
	if (!costs) return;
	const { costed } = tally;
	costed.n++;
	costed.hits += costs.hitBefore ? 1 : 0;
	costed.sum += winsorise(excess + costs.cost);
	costed.cost += costs.cost;
	costed.edge += costs.source === 'edge' ? 1 : 0;
}

function addToCount(counts: Tally['blocks'], index: number, hit: boolean): void {
	const [n, hits] = counts[index] ?? [0, 0];
	counts[index] = [n + 1, hits + (hit ? 1 : 0)];
}

export function addRankCorrelation(tally: Tally, day: ExchangeDate, correlation: number): void {
	const [sum, reports] = tally.ranks[day] ?? [0, 0];
	tally.ranks[day] = [sum + correlation, reports + 1];
}

/** Returns the quantile p of the excess, to the precision of a bin; null without episodes. */
export function tallyQuantile({ n, histogram }: Tally, p: number): number | null {
	if (n === 0) return null;
	const target = p * n;
	let cumulativeCount = 0;
	const bin = histogram.findIndex((count) => {
		cumulativeCount += count;
		return cumulativeCount >= target && count > 0;
	});
	return (bin - BINS_PER_SIDE) * BIN_WIDTH || 0;
}

/** Returns the counts from the lowest to the highest non-empty bin. `from` is the lower edge of the first bin, `width` the width of each. */
export function tallyHistogram({ n, histogram }: Tally): { from: number; width: number; counts: number[] } {
	if (n === 0) return { from: 0, width: BIN_WIDTH, counts: [] };
	const first = histogram.findIndex((count) => count > 0);
	const last = histogram.findLastIndex((count) => count > 0);
	// The edge is half a bin below the center. Rounding removes floating-point noise.
	return {
		from: Math.round((first - BINS_PER_SIDE - 0.5) * 10_000 * BIN_WIDTH) / 10_000,
		width: BIN_WIDTH,
		counts: histogram.slice(first, last + 1),
	};
}
