import { winsorised } from '../statistics/moments.ts';
import type { ExchangeDate } from '../time/units.ts';
import type { CostSource } from './walk/costs.ts';

/** With fewer episodes in a report, their order is meaningless. */
export const LEAST_FOR_RANKS = 5;

/** Bins of an excess return: 0.1 % wide from -20 % to +20 %; the outer bins include everything beyond. */
const BIN = 0.001;
const HALF = 200;
export const BINS = 2 * HALF + 1;

/** Running sums over the closed episodes of one search and horizon, so that adding one always costs the same (signals.md 3.3). Plain JSON. */
export interface Tally {
	n: number;
	hits: number;
	/** Winsorised excess. */
	sum: number;
	sumOfSquares: number;
	histogram: number[];
	/** What the blocks are numbered by. Tallies of earlier versions lack it: theirs went by the entry. */
	numbered: 'exit';
	/** Block that contains the exit -> episodes and hits. */
	blocks: Record<string, [n: number, hits: number]>;
	/** Session -> episodes and hits. Tallies of earlier versions have none. */
	sessions: Record<string, [n: number, hits: number]>;
	/** Interval of the hit rate from draws of these sessions; null until it is drawn (drawBootstrap). */
	bootstrap: [low: number, high: number] | null;
	/** Sum of the base rates of the episodes. */
	base: number;
	/** Episodes of reconstructed reports. */
	reconstructed: number;
	/** Of the episodes whose cost is known: before costs their hits and winsorised excess, the sum of the costs, and how many come from estimated spreads. */
	costed: { n: number; hits: number; sum: number; cost: number; edge: number };
	/** Day -> sum and number of the rank correlations of its reports. */
	ranks: Record<ExchangeDate, [sum: number, reports: number]>;
}

export interface ClosedEpisode {
	readonly hit: boolean;
	readonly excess: number;
	readonly base: number;
	/** Number of the block of sessions that contains its exit. */
	readonly block: number;
	/** Number of the session in which it begins. */
	readonly session: number;
	readonly reconstructed: boolean;
	readonly costs?: EpisodeCosts | undefined;
}

/** The cost of a round trip, a fraction, and whether it would have been a hit without. */
export interface EpisodeCosts {
	readonly cost: number;
	readonly source: CostSource;
	readonly hitBefore: boolean;
}

export function newTally(): Tally {
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
		costed: { n: 0, hits: 0, sum: 0, cost: 0, edge: 0 },
		ranks: {},
	};
}

export function addEpisode(tally: Tally, { hit, excess, base, block, session, reconstructed, costs }: ClosedEpisode): void {
	const value = winsorised(excess);
	const bin = Math.max(-HALF, Math.min(HALF, Math.round(value / BIN))) + HALF;
	tally.n++;
	tally.hits += hit ? 1 : 0;
	tally.sum += value;
	tally.sumOfSquares += value * value;
	tally.histogram[bin] = tally.histogram[bin]! + 1;
	countIn(tally.blocks, block, hit);
	countIn(tally.sessions, session, hit);
	tally.bootstrap = null;
	tally.base += base;
	tally.reconstructed += reconstructed ? 1 : 0;
	if (!costs) return;
	const { costed } = tally;
	costed.n++;
	costed.hits += costs.hitBefore ? 1 : 0;
	costed.sum += winsorised(excess + costs.cost);
	costed.cost += costs.cost;
	costed.edge += costs.source === 'edge' ? 1 : 0;
}

function countIn(counts: Tally['blocks'], place: number, hit: boolean): void {
	const [n, hits] = counts[place] ?? [0, 0];
	counts[place] = [n + 1, hits + (hit ? 1 : 0)];
}

export function addRankCorrelation(tally: Tally, day: ExchangeDate, correlation: number): void {
	const [sum, reports] = tally.ranks[day] ?? [0, 0];
	tally.ranks[day] = [sum + correlation, reports + 1];
}

/** The quantile p of the episodes, to the precision of a bin; null without episodes. */
export function tallyQuantile({ n, histogram }: Tally, p: number): number | null {
	if (n === 0) return null;
	const wanted = p * n;
	let seen = 0;
	const bin = histogram.findIndex((count) => {
		seen += count;
		return seen >= wanted && count > 0;
	});
	return (bin - HALF) * BIN || 0;
}

/** Counts in equal steps from the lowest to the highest non-empty bin; `from` is the lower edge of the first, `width` the step. */
export function tallyHistogram({ n, histogram }: Tally): { from: number; width: number; counts: number[] } {
	if (n === 0) return { from: 0, width: BIN, counts: [] };
	const first = histogram.findIndex((count) => count > 0);
	const last = histogram.findLastIndex((count) => count > 0);
	// Half a bin below its centre, without binary rounding noise.
	return { from: Math.round((first - HALF - 0.5) * 10_000 * BIN) / 10_000, width: BIN, counts: histogram.slice(first, last + 1) };
}
