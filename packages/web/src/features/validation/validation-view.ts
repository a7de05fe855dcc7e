import { shrinkHitRate } from '@sw/domain/statistics/shrink';
import { formatBasisPoints, type Statistics } from '../../entities/record/statistics.ts';
import { sectorName, timeframeLabel } from '../../entities/ticker/sector-name.ts';
import type { Condition } from '../../entities/ticker/validation-state.ts';
import type { Validation } from '../../lib/api/types.ts';
import { formatCount } from '../../lib/format/numbers.ts';
import { validationWords as words } from './words.ts';

/**
 * Shrinks the rate of one ticker towards the rate of all tickers. The rate of all tickers counts as much as a hundred occurrences; null if it is unknown.
 */
export function shrinkRate(tickerStatistics: Statistics, marketStatistics: Statistics | undefined): number | null {
	return marketStatistics?.hit_rate == null ? null : shrinkHitRate(tickerStatistics.hits, tickerStatistics.n, marketStatistics.hit_rate);
}

export interface HistogramColumn {
	/** `from`, `to`: range of excess log returns. */
	from: number;
	to: number;
	count: number;
	/** Relative to the highest column, 0 to 1. */
	height: number;
	isGain: boolean;
}

/** Groups the histogram into at most `limit` columns of equal width. No column spans zero. */
export function histogramColumns({ from, width, counts }: Validation['histogram'], limit = 40): HistogramColumn[] {
	if (counts.length === 0) return [];
	// Bins are centered on whole steps. A column combines several bins, counted from zero on either side.
	const firstBin = Math.round(from / width + 0.5);
	const binsPerColumn = Math.ceil(counts.length / (limit - 1));
	const sums = new Map<number, number>();
	counts.forEach((count, i) => {
		const column = Math.floor((firstBin + i) / binsPerColumn);
		sums.set(column, (sums.get(column) ?? 0) + count);
	});
	const highestCount = Math.max(...sums.values());
	const [lowestColumn, highestColumn] = [Math.min(...sums.keys()), Math.max(...sums.keys())];
	return Array.from({ length: highestColumn - lowestColumn + 1 }, (_, i) => {
		const column = lowestColumn + i;
		const count = sums.get(column) ?? 0;
		return {
			from: column * binsPerColumn * width,
			to: (column + 1) * binsPerColumn * width,
			count,
			height: count / highestCount,
			isGain: column >= 0,
		};
	});
}

/** Counts the occurrences with an excess below zero. */
export function countLosers(histogram: Validation['histogram']): number {
	return histogramColumns(histogram).reduce((sum, { count, isGain }) => (isGain ? sum : sum + count), 0);
}

/** Describes the histogram in one sentence. */
export function describeHistogram({ histogram }: Pick<Validation, 'histogram'>): string {
	const { from, width, counts } = histogram;
	const n = counts.reduce((sum, count) => sum + count, 0);
	const [low, high] = [from, from + counts.length * width];
	return words.histogramLabel(formatCount(n), formatBasisPoints(low), formatBasisPoints(high), formatCount(countLosers(histogram)));
}

/** Names a condition: 'Volume 1h at depth 3 or more'. The name of a price condition doesn't depend on the tab. */
export function conditionName({ sector, timeframe, value }: Condition): string {
	return words.condition(`${sectorName(sector, 'free')} ${timeframeLabel(timeframe)}`, value);
}
