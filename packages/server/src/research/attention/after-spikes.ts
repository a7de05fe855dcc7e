import { PAST_DAYS } from '@sw/domain/attention/interval';
import type { MentionQuery } from '@sw/domain/attention/measure';
import {
	computeSpikeOutcomes,
	createHourlySeries,
	findSpikes,
	mergeSpikes,
	SPIKE_HORIZONS,
	type Spike,
	type SpikeOutcomes,
} from '@sw/domain/attention/spikes';
import type { MentionBlock, MentionSpan } from '@sw/domain/prices/blocks';
import { capTier } from '@sw/domain/prices/buckets';
import { defaultCostBps, MIN_IN_TIER, UNKNOWN_TIER } from '@sw/domain/research/walk/costs';
import { lowerBound } from '@sw/domain/statistics/lower-bound';
import { median } from '@sw/domain/statistics/median';
import { DAY, HOUR, type TickerId, type UtcMs, utcMs } from '@sw/domain/time/units';
import type { Directory } from '../../market/window/directory.ts';
import type { PriceWindow, WindowSession } from '../../market/window/price-window.ts';
import { createAnswerCache } from '../../platform/cache/answer-caches.ts';

export interface SpikeParts {
	readonly directory: Directory;
	readonly prices: PriceWindow;
	/** Reads the stored hours of a ticker in [from, to), and which hours were counted. */
	readonly readMentions: (id: TickerId, from: UtcMs, to: UtcMs) => Promise<{ block: MentionBlock; spans: readonly MentionSpan[] }>;
}

/** A spike, and for each of SPIKE_HORIZONS the log return after the spike minus the median ticker's; null if not over yet or unknown. */
export interface ReportedSpike {
	readonly hour: UtcMs;
	readonly spike: Spike;
	/** The first close after the spike at which a reader could trade. */
	readonly entry: UtcMs;
	readonly after: readonly (number | null)[];
}

export interface AfterSpikes {
	/** The hours examined: [from, to), and how many of them were counted. */
	readonly from: UtcMs;
	readonly to: UtcMs;
	readonly hours: number;
	readonly sources: readonly number[];
	/** Cost of a round trip, as a fraction of the price. */
	readonly cost: number;
	readonly followed: readonly SpikeOutcomes[];
	/** Episodes at least a session apart, newest first. */
	readonly spikes: readonly ReportedSpike[];
}

/** Maximum number of cached results, one per ticker and question. A result is valid until another hour is counted. */
const MAX_CACHED = 200;
const BASIS_POINTS = 10_000;

/** Maximum number of cached medians: six tiers and the unknown tier, times two horizons. */
const MAX_CACHED_MEDIANS = 14;

/** Sessions processed between yields to other work. */
const SESSIONS_PER_YIELD = 8;

interface ClosedSessions {
	/** When each session closed. */
	readonly closes: readonly UtcMs[];
	/**
	 * Returns a function that computes a row's log return over the `horizon` sessions after the session at an index in `closes`,
	 * minus the median of the row's tier; NaN if unknown.
	 */
	createExcess(row: number, horizon: number): Promise<(session: number) => number>;
	/** Returns the market cap tier at the last price; null if unknown. */
	tierOf(row: number): number | null;
}

/** Measures the moves after spikes of a ticker's mentions, over the sessions in memory (a year). */
export function createAfterSpikes({ directory, prices, readMentions }: SpikeParts) {
	const readSessions = createExcessMoves(prices, directory);
	const results = createAnswerCache<string, Promise<AfterSpikes>>({ max: MAX_CACHED });

	const measure = async (
		row: number,
		id: TickerId,
		question: Pick<MentionQuery, 'source' | 'withRetweets'>,
		countedUntil: UtcMs,
	): Promise<AfterSpikes> => {
		const sessions = readSessions();
		const { closes } = sessions;
		const first = closes[0] ?? countedUntil;
		const from = utcMs(Math.floor((first - PAST_DAYS * DAY) / HOUR) * HOUR);
		const { block, spans } = await readMentions(id, from, countedUntil);
		const { counts, sources } = createHourlySeries(block, spans, { tickerId: id, from, to: countedUntil }, question);
		const findEntry = (at: number): number | undefined => {
			const session = lowerBound(closes, from + (at + 1) * HOUR);
			return session < closes.length ? session : undefined;
		};
		const spikes = findSpikes(counts);
		const cost = defaultCostBps(sessions.tierOf(row)) / BASIS_POINTS;
		const excesses = await Promise.all(SPIKE_HORIZONS.map((horizon) => sessions.createExcess(row, horizon)));
		const firstCounted = counts.findIndex((count) => !Number.isNaN(count));
		// The baseline starts where a spike could first be detected: earlier hours lack the past to compare with.
		const firstEntry = firstCounted < 0 ? closes.length : (findEntry(firstCounted + PAST_DAYS * 24) ?? closes.length);
		return {
			from: utcMs(firstCounted < 0 ? countedUntil : from + firstCounted * HOUR),
			to: countedUntil,
			hours: counts.reduce((sum, count) => sum + (Number.isNaN(count) ? 0 : 1), 0),
			sources,
			cost,
			followed: SPIKE_HORIZONS.map((horizon, i) => {
				const excess = excesses[i] as (session: number) => number;
				const entries = mergeSpikes(spikes, findEntry, horizon).map(({ entry }) => entry);
				return computeSpikeOutcomes(entries, horizon, { from: firstEntry, to: closes.length, excessOf: excess, cost });
			}),
			spikes: mergeSpikes(spikes, findEntry, 1)
				.reverse()
				.map(({ spike, entry }) => ({
					hour: utcMs(from + spike.at * HOUR),
					spike,
					entry: closes[entry] as UtcMs,
					after: excesses.map((excess) => {
						const move = excess(entry);
						return Number.isNaN(move) ? null : move;
					}),
				})),
		};
	};

	/** `until`: end of the last counted hour. Later hours are ignored. */
	return (row: number, question: Pick<MentionQuery, 'source' | 'withRetweets'>, until: UtcMs): Promise<AfterSpikes> => {
		const id = directory.tickers[row]?.id as TickerId;
		const key = `${id} ${question.source} ${question.withRetweets} ${until} ${prices.id} ${prices.dataEnd()}`;
		const pending = results.get(key) ?? measure(row, id, question, until);
		results.set(key, pending);
		pending.catch(() => results.delete(key));
		return pending;
	};
}

export type ReadAfterSpikes = ReturnType<typeof createAfterSpikes>;

/** Creates a function that reads the closes in memory, and each ticker's moves minus the median of its present tier. */
export function createExcessMoves(prices: PriceWindow, directory: Directory): () => ClosedSessions {
	const medians = createAnswerCache<string, Promise<Float64Array>>({ max: MAX_CACHED_MEDIANS });

	return () => {
		const closed = prices.sessions.flatMap((windowSession, index): { windowSession: WindowSession; index: number }[] =>
			windowSession.day ? [{ windowSession, index }] : [],
		);
		const splitRatios = closed.map(({ index }) => prices.splitRatios(index));
		const key = `${prices.id} ${closed[0]?.windowSession.session.date} ${closed.at(-1)?.windowSession.session.date}`;
		const computeLogClose = (session: number, row: number): number =>
			Math.log((closed[session]?.windowSession.day?.close[row] ?? Number.NaN) / (splitRatios[session]?.[row] ?? 1));
		const tierOf = (row: number): number | null => {
			const close = closed.at(-1)?.windowSession.day?.close[row] ?? Number.NaN;
			return capTier(directory.shares[row]! * close);
		};

		const computeMedianMoves = async (tier: number, horizon: number): Promise<Float64Array> => {
			const allRows = Array.from({ length: prices.rows }, (_, row) => row);
			const tierRows = allRows.filter((row) => (tierOf(row) ?? UNKNOWN_TIER) === tier);
			const medianSeries = new Float64Array(closed.length).fill(Number.NaN);
			for (let session = 0; session + horizon < closed.length; session++) {
				const computeMoves = (rows: readonly number[]): number[] =>
					rows
						.map((row) => computeLogClose(session + horizon, row) - computeLogClose(session, row))
						.filter((move) => Number.isFinite(move));
				const tierMoves = computeMoves(tierRows);
				medianSeries[session] = median(tierMoves.length < MIN_IN_TIER ? computeMoves(allRows) : tierMoves) ?? Number.NaN;
				if (session % SESSIONS_PER_YIELD === 0) await new Promise(setImmediate);
			}
			return medianSeries;
		};

		return {
			closes: closed.map(({ windowSession }) => windowSession.session.close),
			tierOf,
			createExcess: async (row, horizon) => {
				const tier = tierOf(row) ?? UNKNOWN_TIER;
				const cacheKey = `${key} ${tier} ${horizon}`;
				const pending = medians.get(cacheKey) ?? computeMedianMoves(tier, horizon);
				medians.set(cacheKey, pending);
				pending.catch(() => medians.delete(cacheKey));
				const tierMedians = await pending;
				return (session) => computeLogClose(session + horizon, row) - computeLogClose(session, row) - (tierMedians[session] ?? Number.NaN);
			},
		};
	};
}
