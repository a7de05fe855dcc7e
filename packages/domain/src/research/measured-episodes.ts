import { INFORMATION_STATES, type InformationState } from '../filings/information.ts';
import { winsorise } from '../statistics/moments.ts';
import { shrinkMean } from '../statistics/shrink.ts';
import { spearman } from '../statistics/spearman.ts';
import type { UtcMs } from '../time/units.ts';
import { newYorkDate } from '../time/zone.ts';
import type { TickerHits } from './search-task.ts';
import { addEpisode, addRankCorrelation, type ClosedEpisode, createTally, type EpisodeCosts, MIN_FOR_RANKS, type Tally } from './tally.ts';
import type { CostSource } from './walk/costs.ts';

/** Outcomes of episodes at one horizon; element i is episode i. */
export interface HorizonOutcomes {
	/** 1 for a hit. */
	readonly hits: Uint8Array;
	/** 1 for a hit before costs. */
	readonly hitsBefore: Uint8Array;
	/** Excess log return; NaN if not completed or not measurable. */
	readonly excess: Float32Array;
	/** Hit rate of a random pick, see Outcome. */
	readonly base: Float32Array;
}

/** All episodes of a question, ordered by time. They are stored in columns to fit in memory. */
export interface MeasuredEpisodes {
	readonly count: number;
	readonly tickerIds: Uint32Array;
	/** Report time, UTC milliseconds. */
	readonly times: Float64Array;
	readonly rates: Uint16Array;
	readonly reconstructed: Uint8Array;
	/** State of public information in the report, as an index in INFORMATION_STATES. */
	readonly information: Uint8Array;
	/** Cost of a round trip, as a fraction; NaN where unknown. */
	readonly costs: Float32Array;
	/** 1 if the cost comes from an estimated spread. */
	readonly estimated: Uint8Array;
	/** By horizon. */
	readonly horizons: readonly HorizonOutcomes[];
}

export interface EpisodeRow {
	readonly tickerId: number;
	readonly time: number;
	readonly rate: number;
	readonly reconstructed: boolean;
	/** Default: unknown. */
	readonly information?: InformationState;
	readonly hits: readonly boolean[];
	/** Default: unknown. */
	readonly hitsBefore?: readonly boolean[] | undefined;
	readonly cost?: number | undefined;
	readonly costSource?: CostSource | undefined;
	readonly excess: readonly number[];
	readonly base: readonly number[];
}

export function createMeasuredEpisodes(rows: readonly EpisodeRow[], horizonCount: number): MeasuredEpisodes {
	return {
		count: rows.length,
		tickerIds: Uint32Array.from(rows, (row) => row.tickerId),
		times: Float64Array.from(rows, (row) => row.time),
		rates: Uint16Array.from(rows, (row) => row.rate),
		reconstructed: Uint8Array.from(rows, (row) => Number(row.reconstructed)),
		information: Uint8Array.from(rows, ({ information = 'unknown' }) => INFORMATION_STATES.indexOf(information)),
		costs: Float32Array.from(rows, ({ cost = Number.NaN }) => cost),
		estimated: Uint8Array.from(rows, ({ costSource }) => Number(costSource === 'edge')),
		horizons: Array.from({ length: horizonCount }, (_, at) => ({
			hits: Uint8Array.from(rows, (row) => Number(row.hits[at])),
			hitsBefore: Uint8Array.from(rows, (row) => Number(row.hitsBefore?.[at] ?? false)),
			excess: Float32Array.from(rows, (row) => row.excess[at]!),
			base: Float32Array.from(rows, (row) => row.base[at]!),
		})),
	};
}

/** The completed episodes of one session at a horizon. */
interface SessionOutcome {
	n: number;
	hits: number;
	/** Hits minus the sum of base rates. */
	gain: number;
}

/**
 * Sums the outcomes of each session from number `first` to `last`, inclusive; zeros for sessions without episodes. `sessionOf` returns the session number of
 * a report time.
 */
export function sumOutcomesBySession(
	{ count, times, horizons }: MeasuredEpisodes,
	horizonIndex: number,
	sessionOf: (time: number) => number,
	[first, last]: readonly [first: number, last: number],
): SessionOutcome[] {
	const sessions = Array.from({ length: Math.max(0, last - first + 1) }, (): SessionOutcome => ({ n: 0, hits: 0, gain: 0 }));
	const { hits, excess, base } = horizons[horizonIndex] as HorizonOutcomes;
	let [time, session] = [Number.NaN, Number.NaN];
	for (let i = 0; i < count; i++) {
		// Many successive episodes belong to the same report, so its session is looked up once.
		if (times[i] !== time) [time, session] = [times[i]!, sessionOf(times[i]!)];
		const outcome = sessions[session - first];
		if (outcome === undefined || Number.isNaN(excess[i]!)) continue;
		outcome.n++;
		outcome.hits += hits[i]!;
		outcome.gain += hits[i]! - base[i]!;
	}
	return sessions;
}

/** Number of the session of an episode's entry, and of the block of sessions that contains its exit. */
export type SessionAndBlock = Pick<ClosedEpisode, 'session' | 'block'>;

/** Number of episodes between two yields: a few milliseconds of work. */
const EPISODES_PER_STEP = 10_000;

/**
 * Tallies the episodes selected by `isIncluded`, at a horizon (by index). Yields regularly, so that other work can run. `sessionAndBlockOf` returns
 * the session of a report time and the block of sessions in which the exit is.
 */
export function* tallyEpisodes(
	episodes: MeasuredEpisodes,
	horizonIndex: number,
	isIncluded: (episode: number) => boolean,
	sessionAndBlockOf: (time: UtcMs) => SessionAndBlock,
): Generator<undefined, Tally, undefined> {
	const tally = createTally();
	const { hits, hitsBefore, excess, base } = episodes.horizons[horizonIndex] as HorizonOutcomes;
	const reportEpisodes: number[] = [];
	let sessionAndBlock: SessionAndBlock = { session: 0, block: 0 };
	const closeReport = (): void => {
		if (reportEpisodes.length >= MIN_FOR_RANKS) {
			const correlation = spearman(
				reportEpisodes.map((i) => episodes.rates[i]!),
				reportEpisodes.map((i) => excess[i]!),
			);
			if (correlation !== null) addRankCorrelation(tally, newYorkDate(episodes.times[reportEpisodes[0]!] as UtcMs), correlation);
		}
		reportEpisodes.length = 0;
	};
	for (let i = 0; i < episodes.count; i++) {
		if (i % EPISODES_PER_STEP === EPISODES_PER_STEP - 1) yield;
		if (Number.isNaN(excess[i]!) || !isIncluded(i)) continue;
		const time = episodes.times[i] as UtcMs;
		if (reportEpisodes.length > 0 && episodes.times[reportEpisodes[0]!] !== time) closeReport();
		// Episodes are ordered by time, so session and block are looked up once per report.
		if (reportEpisodes.length === 0) sessionAndBlock = sessionAndBlockOf(time);
		reportEpisodes.push(i);
		addEpisode(tally, {
			hit: hits[i] === 1,
			excess: excess[i]!,
			base: base[i]!,
			...sessionAndBlock,
			reconstructed: episodes.reconstructed[i] === 1,
			costs: episodeCosts(episodes, i, hitsBefore[i] === 1),
		});
	}
	closeReport();
	return tally;
}

function episodeCosts({ costs, estimated }: MeasuredEpisodes, i: number, hitBefore: boolean): EpisodeCosts | undefined {
	const cost = costs[i]!;
	return Number.isNaN(cost) ? undefined : { cost, source: estimated[i] === 1 ? 'edge' : 'default', hitBefore };
}

/** Sorts tickers by their mean excess, shrunken by `prior` episodes, highest first; ties by number of episodes, then by id. */
export function rankTickers(tickers: readonly TickerHits[], prior: number): TickerHits[] {
	return tickers
		.map((ticker) => ({ ticker, shrunkMean: shrinkMean(ticker.sum, ticker.n, prior) }))
		.sort((a, b) => b.shrunkMean - a.shrunkMean || b.ticker.n - a.ticker.n || a.ticker.tickerId - b.ticker.tickerId)
		.map(({ ticker }) => ticker);
}

/** Counts each ticker's measured episodes and hits at a horizon (by index), and sums the winsorised excess returns. */
export function computeTickerHits(episodes: MeasuredEpisodes, horizonIndex: number): TickerHits[] {
	const byTicker = new Map<number, TickerHits>();
	const { excess, hits } = episodes.horizons[horizonIndex] as MeasuredEpisodes['horizons'][number];
	for (let i = 0; i < episodes.count; i++) {
		const value = excess[i]!;
		if (Number.isNaN(value)) continue;
		const tickerId = episodes.tickerIds[i]!;
		const { n, hits: previousHits, sum } = byTicker.get(tickerId) ?? { n: 0, hits: 0, sum: 0 };
		byTicker.set(tickerId, { tickerId, n: n + 1, hits: previousHits + hits[i]!, sum: sum + winsorise(value) });
	}
	return [...byTicker.values()];
}

export const OUTCOMES = ['all', 'hits', 'losers', 'open'] as const;
/** losers: completed without a hit; open: not completed, or not measurable. */
type Outcomes = (typeof OUTCOMES)[number];
export const OCCURRENCE_SORTS = ['time', 'rate', 'excess', 'ticker'] as const;
type OccurrenceSort = (typeof OCCURRENCE_SORTS)[number];

interface OccurrenceOrder {
	readonly outcome: Outcomes;
	readonly sortBy: OccurrenceSort;
	readonly direction: 'asc' | 'desc';
}

/** Counts, by outcome at a horizon (by index), the occurrences that `isIncluded` selects. */
export function countOutcomes(
	episodes: MeasuredEpisodes,
	horizonIndex: number,
	isIncluded: (episode: number) => boolean = () => true,
): Record<Outcomes, number> {
	const counts = { all: 0, hits: 0, losers: 0, open: 0 };
	for (let i = 0; i < episodes.count; i++) {
		if (!isIncluded(i)) continue;
		counts.all++;
		counts[outcomeAt(episodes, horizonIndex, i)]++;
	}
	return counts;
}

function outcomeAt({ horizons }: MeasuredEpisodes, horizonIndex: number, i: number): Exclude<Outcomes, 'all'> {
	if (Number.isNaN(horizons[horizonIndex]?.excess[i] as number)) return 'open';
	return horizons[horizonIndex]?.hits[i] === 1 ? 'hits' : 'losers';
}

/**
 * Returns the indexes of occurrences with an outcome: completed ones first in either direction, then by the sort key, newer reports, and ticker id. This
 * order is total, so that successive pages never overlap.
 */
export function orderOccurrences(
	episodes: MeasuredEpisodes,
	horizonIndex: number,
	{ outcome, sortBy, direction }: OccurrenceOrder,
	symbolOf: (tickerId: number) => string,
	isIncluded: (episode: number) => boolean = () => true,
): Uint32Array {
	const { times, rates, tickerIds } = episodes;
	const excess = episodes.horizons[horizonIndex]?.excess as Float32Array;
	const sign = direction === 'asc' ? 1 : -1;
	const indexes: number[] = [];
	for (let i = 0; i < episodes.count; i++)
		if (isIncluded(i) && (outcome === 'all' || outcomeAt(episodes, horizonIndex, i) === outcome)) indexes.push(i);
	const openRank = (i: number): number => Number(Number.isNaN(excess[i]!));
	const comparators: Record<OccurrenceSort, (a: number, b: number) => number> = {
		time: (a, b) => times[a]! - times[b]!,
		rate: (a, b) => rates[a]! - rates[b]!,
		excess: (a, b) => excess[a]! - excess[b]! || 0,
		ticker: (a, b) => compareText(symbolOf(tickerIds[a]!), symbolOf(tickerIds[b]!)),
	};
	const compare = comparators[sortBy];
	indexes.sort((a, b) => openRank(a) - openRank(b) || sign * compare(a, b) || times[b]! - times[a]! || tickerIds[a]! - tickerIds[b]!);
	return Uint32Array.from(indexes);
}

function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
