import type { MeasuredEpisodes } from './measured-episodes.ts';

export const OUTCOMES = ['all', 'hits', 'losers', 'open'] as const;
/** `losers` are completed and not hits; `open` ones aren't completed, or couldn't be measured. */
export type Outcomes = (typeof OUTCOMES)[number];
export const OCCURRENCE_SORTS = ['time', 'rate', 'excess', 'ticker'] as const;
export type OccurrenceSort = (typeof OCCURRENCE_SORTS)[number];

export interface OccurrenceOrder {
	readonly outcome: Outcomes;
	readonly sortBy: OccurrenceSort;
	readonly direction: 'asc' | 'desc';
}

/** Number of occurrences with each outcome at a horizon (by position), among those selected by `takes`. */
export function countOutcomes(
	episodes: MeasuredEpisodes,
	horizon: number,
	takes: (episode: number) => boolean = () => true,
): Record<Outcomes, number> {
	const found = { all: 0, hits: 0, losers: 0, open: 0 };
	for (let i = 0; i < episodes.count; i++) {
		if (!takes(i)) continue;
		found.all++;
		found[outcomeAt(episodes, horizon, i)]++;
	}
	return found;
}

function outcomeAt({ horizons }: MeasuredEpisodes, horizon: number, i: number): Exclude<Outcomes, 'all'> {
	if (Number.isNaN(horizons[horizon]?.excess[i] as number)) return 'open';
	return horizons[horizon]?.hits[i] === 1 ? 'hits' : 'losers';
}

/**
 * Occurrences of an outcome in a total order, as indices: completed ones first in either direction; then the key, the newer report, the ticker, so
 * that pages never overlap.
 */
export function orderOccurrences(
	episodes: MeasuredEpisodes,
	horizon: number,
	{ outcome, sortBy, direction }: OccurrenceOrder,
	symbolOf: (tickerId: number) => string,
	takes: (episode: number) => boolean = () => true,
): Uint32Array {
	const { times, rates, tickerIds } = episodes;
	const excess = episodes.horizons[horizon]?.excess as Float32Array;
	const sign = direction === 'asc' ? 1 : -1;
	const chosen: number[] = [];
	for (let i = 0; i < episodes.count; i++)
		if (takes(i) && (outcome === 'all' || outcomeAt(episodes, horizon, i) === outcome)) chosen.push(i);
	const isOpen = (i: number): number => Number(Number.isNaN(excess[i]!));
	const byKey: Record<OccurrenceSort, (a: number, b: number) => number> = {
		time: (a, b) => times[a]! - times[b]!,
		rate: (a, b) => rates[a]! - rates[b]!,
		excess: (a, b) => excess[a]! - excess[b]! || 0,
		ticker: (a, b) => compareText(symbolOf(tickerIds[a]!), symbolOf(tickerIds[b]!)),
	};
	const key = byKey[sortBy];
	chosen.sort((a, b) => isOpen(a) - isOpen(b) || sign * key(a, b) || times[b]! - times[a]! || tickerIds[a]! - tickerIds[b]!);
	return Uint32Array.from(chosen);
}

function compareText(a: string, b: string): number {
	return a < b ? -1 : a > b ? 1 : 0;
}
