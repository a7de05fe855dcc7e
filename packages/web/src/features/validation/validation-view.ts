import { shrink } from '@sw/domain/statistics/shrink';
import type { Validation } from '../../lib/api/types.ts';

export type Statistics = Validation['results'][number];

/** Fewer occurrences than these say nothing about a rate. */
export const LEAST = 30;

export const isEnough = ({ n }: Pick<Statistics, 'n'>): boolean => n >= LEAST;

/** Two shares as a range: '49.8–52.6 %'. */
export const formatRange = ([low, high]: readonly [number, number]): string => `${(low * 100).toFixed(1)}–${(high * 100).toFixed(1)} %`;

/** A log return in basis points with its sign: 0.00094 -> '+9 bp'; null is 'n/a'. */
export const formatBasisPoints = (value: number | null): string => {
	if (value === null) return 'n/a';
	const points = Math.round(value * 10_000);
	return points === 0 ? '0 bp' : `${points > 0 ? '+' : '−'}${Math.abs(points)} bp`;
};

/** How a hit rate stands to its base rate: told apart from it by its interval, or not. */
export const standing = ({ n, hit_rate, interval, base_rate }: Statistics): 'few' | 'above' | 'below' | 'same' => {
	if (!isEnough({ n }) || hit_rate === null || base_rate === null) return 'few';
	if (interval[0] > base_rate) return 'above';
	return interval[1] < base_rate ? 'below' : 'same';
};

/** What is claimed of one ticker: its own rate drawn towards that of all, as if a hundred of theirs had come before. Null without theirs. */
export const drawnRate = (own: Statistics, all: Statistics | undefined): number | null =>
	all?.hit_rate == null ? null : shrink(own.hits, own.n, all.hit_rate);

export interface Column {
	/** Excess log returns that it spans. */
	from: number;
	to: number;
	count: number;
	/** Of the highest column, 0 to 1. */
	share: number;
	won: boolean;
}

/** The histogram in at most `most` columns of equal width, none of which spans zero. */
export const histogramColumns = ({ from, width, counts }: Validation['histogram'], most = 40): Column[] => {
	if (counts.length === 0) return [];
	// Bins are centred on whole steps; a column is as many of them as its number says, counted from zero on either side.
	const first = Math.round(from / width + 0.5);
	const group = Math.ceil(counts.length / (most - 1));
	const sums = new Map<number, number>();
	counts.forEach((count, i) => {
		const column = Math.floor((first + i) / group);
		sums.set(column, (sums.get(column) ?? 0) + count);
	});
	const highest = Math.max(...sums.values());
	const [lowest, last] = [Math.min(...sums.keys()), Math.max(...sums.keys())];
	return Array.from({ length: last - lowest + 1 }, (_, i) => {
		const column = lowest + i;
		const count = sums.get(column) ?? 0;
		return { from: column * group * width, to: (column + 1) * group * width, count, share: count / highest, won: column >= 0 };
	});
};

/** Occurrences with an excess below zero. */
export const losers = (histogram: Validation['histogram']): number =>
	histogramColumns(histogram).reduce((sum, { count, won }) => (won ? sum : sum + count), 0);

export type Occurrence = Validation['occurrences'][number];
export const OUTCOME_FILTERS = ['all', 'losers', 'hits'] as const;
export type OutcomeFilter = (typeof OUTCOME_FILTERS)[number];

export const outcomeOf = ({ hit }: Pick<Occurrence, 'hit'>): 'hit' | 'miss' | 'open' => (hit === null ? 'open' : hit ? 'hit' : 'miss');

export const chosenOccurrences = (all: readonly Occurrence[], filter: OutcomeFilter): readonly Occurrence[] =>
	filter === 'all' ? all : all.filter((one) => outcomeOf(one) === (filter === 'hits' ? 'hit' : 'miss'));
