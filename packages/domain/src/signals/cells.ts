import type { ParameterSet } from './parameters.ts';
import type { SectorKey } from './sector.ts';

/**
 * By sector, one value for each visible timeframe of the strategy: the three rated timeframes, then the higher ones. Null: not measurable. In the tab
 * coiled_spring, both price sectors contain squeeze (see `withSqueeze`).
 */
export type Cells = Partial<Record<SectorKey, readonly (number | null)[]>>;

/** Converts a fine score to an integer in units of the last decimal, so that equal scores compare equal. */
export function fineKey(score: number, { fine }: ParameterSet): number {
	return Math.round(score * 10 ** fine.decimals);
}

/** Sums the depths of the visible sectors over all visible timeframes, and counts the cells that aren't measurable. */
export function sumVisibleDepths(depths: Cells, visible: readonly SectorKey[]): { depth: number; missing: number } {
	const visibleCells = visible.flatMap((sector) => depths[sector] ?? []);
	return {
		depth: visibleCells.reduce<number>((sum, depth) => sum + (depth ?? 0), 0),
		missing: visibleCells.filter((depth) => depth === null).length,
	};
}

/** Returns the cells as shown in the tab coiled_spring: with squeeze (or zeta) in place of price. */
export function withSqueeze(cells: Cells, squeeze: readonly (number | null)[]): Cells {
	return {
		...cells,
		price_short: squeeze,
		price_long: squeeze,
	};
}

/** Returns the number of levels that z has reached, inclusive at the threshold: 0 to rings.length. Null for null and NaN. */
export function depthOf(z: number | null, rings: readonly number[]): number | null {
	return z === null || Number.isNaN(z) ? null : rings.reduce((depth, ring) => (z >= ring ? depth + 1 : depth), 0);
}
