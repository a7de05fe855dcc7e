import { type Cells, fineKey } from '../cells.ts';
import { compareTickers, type SortDirection } from '../order.ts';
import type { ParameterSet, TimeframeWeights } from '../parameters.ts';
import type { SectorKey } from '../sector.ts';

/** A ticker's sort keys in a report. */
export interface RankedRow {
	ticker: string;
	rate: number;
	fine: number;
	/** Market cap in dollars; null if unknown, and then sorted last. */
	cap: number | null;
	/** Weighted sum of the sort_by sectors. Default: the rate. */
	first?: number;
	/** Weighted depth of each extra_sort_by sector. */
	extra?: readonly number[];
}

/**
 * Creates the total order of a report's rows (signals.md section 2 and 1.9.15-16): first key, extra keys, rate, fine score and market cap, all descending,
 * then ticker, ascending. `direction` applies to the first key only. No two rows tie, because the tickers of a report differ.
 */
export function createRowComparator(parameters: ParameterSet, direction: SortDirection = 'desc') {
	return (a: RankedRow, b: RankedRow): number => {
		const firstDifference = (b.first ?? b.rate) - (a.first ?? a.rate);
		if (firstDifference !== 0) return direction === 'desc' ? firstDifference : -firstDifference;
		for (let key = 0; key < Math.max(a.extra?.length ?? 0, b.extra?.length ?? 0); key++) {
			const extraDifference = (b.extra?.[key] ?? 0) - (a.extra?.[key] ?? 0);
			if (extraDifference !== 0) return extraDifference;
		}
		return (
			b.rate - a.rate ||
			fineKey(b.fine, parameters) - fineKey(a.fine, parameters) ||
			capKey(b.cap) - capKey(a.cap) ||
			compareTickers(a.ticker, b.ticker)
		);
	};
}

/** Returns the sort key of a market cap: unknown (null or NaN) sorts after every known one. */
function capKey(cap: number | null): number {
	return cap === null || Number.isNaN(cap) ? -1 : cap;
}

/** Computes the rate: the weighted sum of the depths of the selected sectors over the three timeframes. 0 to 140 for four sectors; null counts 0. */
export function computeRate(depths: Cells, sectors: readonly SectorKey[], weights: TimeframeWeights): number {
	return weightedSum(depths, sectors, weights, (depth) => depth ?? 0);
}

function weightedSum(
	cells: Cells,
	sectors: readonly SectorKey[],
	weights: TimeframeWeights,
	value: (cell: number | null | undefined) => number,
): number {
	return sectors.reduce(
		(sum, sector) => sum + weights.reduce((subtotal, weight, at) => subtotal + weight * value(cells[sector]?.[at]), 0),
		0,
	);
}

/** Computes the fine score, for sorting only: the same weighted sum over z as shown in the tab, each z clamped to [0, `fine.clamp`]. */
export function computeFineScore(z: Cells, sectors: readonly SectorKey[], { slotWeights, fine }: ParameterSet): number {
	return weightedSum(z, sectors, slotWeights, (value) => Math.min(fine.clamp, Math.max(0, value || 0)));
}
