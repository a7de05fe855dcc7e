import type { EpisodeTrades } from '@sw/domain/research/episodes';
import { type CurvePoint, computeExcessCurve, type EndedExcess, MIN_FOR_CURVE } from '@sw/domain/research/excess-curve';
import type { MeasuredEpisodes } from '@sw/domain/research/measured-episodes';
import { blockSessions, mainHorizonIndex } from '@sw/domain/research/search-question';
import { cleanNumber } from '@sw/domain/statistics/clean-number';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import type { ResearchParts } from '../ports.ts';
import { sixDecimals, type ValidationAnswer } from '../search/search-answers.ts';
import type { Measurement } from './measure.ts';

type CurveAnswer = ValidationAnswer['curve'];

/** Computes the cumulative excess returns at the main horizon, by exit; null if the effective sample is too small. */
export function buildCurveAnswer(
	{ calendar }: Pick<ResearchParts, 'calendar'>,
	{ question, episodes, trades }: Measurement,
	effectiveSize: number,
): CurveAnswer {
	if (effectiveSize < MIN_FOR_CURVE) return null;
	const main = mainHorizonIndex(question);
	const sessionsPerBlock = blockSessions(question, question.horizons[main]!);
	const excess = episodes.horizons[main]?.excess as Float32Array;
	const endedExcesses: EndedExcess[] = [];
	let [last, block] = [Number.NaN, 0];
	for (let i = 0; i < episodes.count; i++) {
		const exit = trades.exits[i]!;
		if (Number.isNaN(excess[i]!)) continue;
		// Occurrences are in order of time, so many consecutive ones end together.
		if (exit !== last) block = Math.floor((calendar.lastOpened(exit - 1)?.ordinal ?? 0) / sessionsPerBlock);
		last = exit;
		endedExcesses.push({ exit, excess: excess[i]!, block });
	}
	return buildCurvePoints(computeExcessCurve(endedExcesses));
}

export function buildCurvePoints(points: readonly CurvePoint[]): NonNullable<CurveAnswer> {
	return points.map(({ time, n, sum, low, high }) => ({
		time: isoSeconds(time as UtcMs),
		n,
		sum: sixDecimals(sum),
		low: sixDecimals(low),
		high: sixDecimals(high),
	}));
}

export type OccurrenceAnswer = ValidationAnswer['occurrences'][number];

export interface OccurrenceContext {
	episodes: MeasuredEpisodes;
	trades: EpisodeTrades;
	/** Index of the horizon. */
	horizon: number;
	symbolOf: (tickerId: number) => string;
	/** Whether a report was published live since the filter was saved; null without a saved filter. */
	isSince: ((time: number) => boolean) | null;
}

/** Builds the answer for occurrence number `i` at one horizon. */
export function buildOccurrenceAnswer({ episodes, trades, horizon, symbolOf, isSince }: OccurrenceContext, i: number): OccurrenceAnswer {
	const outcomes = episodes.horizons[horizon];
	const excess = outcomes?.excess[i] as number;
	const isMeasured = !Number.isNaN(excess);
	const time = episodes.times[i] as UtcMs;
	const tickerId = episodes.tickerIds[i]!;
	return {
		ticker_id: tickerId,
		ticker: symbolOf(tickerId),
		time: isoSeconds(time),
		rate: episodes.rates[i]!,
		hit: isMeasured ? outcomes?.hits[i] === 1 : null,
		excess: isMeasured ? sixDecimals(excess) : null,
		...buildTradeAnswer(trades, i),
		reconstructed: episodes.reconstructed[i] === 1,
		since_saved: isSince === null ? null : isSince(time),
	};
}

function buildTradeAnswer({ entries, exits, ...values }: EpisodeTrades, i: number) {
	const getValueOrNull = (column: Float32Array, round: (value: number) => number): number | null => {
		const value = column[i]!;
		return Number.isNaN(value) ? null : round(value);
	};
	return {
		entry: isoSeconds(entries[i] as UtcMs),
		entry_price: getValueOrNull(values.entryPrices, cleanNumber),
		exit: isoSeconds(exits[i] as UtcMs),
		exit_price: getValueOrNull(values.exitPrices, cleanNumber),
		own_return: getValueOrNull(values.own, sixDecimals),
		peer_return: getValueOrNull(values.peers, sixDecimals),
		cost: getValueOrNull(values.costs, sixDecimals),
		cost_source: Number.isNaN(values.costs[i]) ? null : values.estimated[i] === 1 ? ('edge' as const) : ('default' as const),
		best: getValueOrNull(values.best, sixDecimals),
		worst: getValueOrNull(values.worst, sixDecimals),
	};
}
