import type { MeasuredEpisodes } from '@sw/domain/research/measured-episodes';
import { isoSeconds } from '@sw/domain/time/format';
import type { UtcMs } from '@sw/domain/time/units';
import { sixDecimals, type ValidationAnswer } from '../search/search-answers.ts';

export type OccurrenceAnswer = ValidationAnswer['occurrences'][number];

export interface OccurrenceTools {
	episodes: MeasuredEpisodes;
	/** Position of the horizon. */
	horizon: number;
	symbolOf: (tickerId: number) => string;
	/** Null where no saved filter was named. */
	isSince: ((time: number) => boolean) | null;
}

/** One occurrence, by its number, at one horizon. */
export function occurrenceAnswer({ episodes, horizon, symbolOf, isSince }: OccurrenceTools, i: number): OccurrenceAnswer {
	const outcomes = episodes.horizons[horizon];
	const excess = outcomes?.excess[i] as number;
	const measured = !Number.isNaN(excess);
	const time = episodes.times[i] as UtcMs;
	const tickerId = episodes.tickerIds[i] as number;
	return {
		ticker_id: tickerId,
		ticker: symbolOf(tickerId),
		time: isoSeconds(time),
		rate: episodes.rates[i] as number,
		hit: measured ? outcomes?.hits[i] === 1 : null,
		excess: measured ? sixDecimals(excess) : null,
		reconstructed: episodes.reconstructed[i] === 1,
		since_saved: isSince === null ? null : isSince(time),
	};
}
