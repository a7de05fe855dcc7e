import type { ParameterSet, SlotWeights } from './parameters.ts';
import type { SectorKey } from './sector.ts';

/**
 * Per sector one value for each visible timeframe of the strategy: the three rated slots, then the higher ones. Null is not measurable.
 * In the tab coiled_spring both price sectors carry squeeze instead (see inCoil).
 */
export type Cells = Partial<Record<SectorKey, readonly (number | null)[]>>;

const weightedSum = (
	cells: Cells,
	selected: readonly SectorKey[],
	weights: SlotWeights,
	value: (cell: number | null | undefined) => number,
): number =>
	selected.reduce((sum, sector) => sum + weights.reduce((inner, weight, slot) => inner + weight * value(cells[sector]?.[slot]), 0), 0);

/** rate: weighted depths of the selected sectors over the three slots, 0..140 for four sectors. Null counts 0. */
export const rate = (depths: Cells, selected: readonly SectorKey[], weights: SlotWeights): number =>
	weightedSum(depths, selected, weights, (depth) => depth ?? 0);

/** Fine score, for ordering only: the same sum over z of the sector as shown, each clamped to 0..8. */
export const fineScore = (z: Cells, selected: readonly SectorKey[], { slotWeights, fine }: ParameterSet): number =>
	weightedSum(z, selected, slotWeights, (value) => Math.min(fine.clamp, Math.max(0, value || 0)));

/** Two fine scores are equal when these agree. */
export const fineKey = (score: number, { fine }: ParameterSet): number => Math.round(score * 10 ** fine.decimals);

/** Lit rings actually drawn over the visible sectors and all visible timeframes, and how many cells are not measurable. */
export const visibleDepth = (depths: Cells, visible: readonly SectorKey[]): { depth: number; missing: number } => {
	const drawn = visible.flatMap((sector) => depths[sector] ?? []);
	return { depth: drawn.reduce<number>((sum, depth) => sum + (depth ?? 0), 0), missing: drawn.filter((depth) => depth === null).length };
};

/** The cells as the tab coiled_spring reads them: squeeze (or zeta) in place of price. */
export const inCoil = (cells: Cells, squeeze: readonly (number | null)[]): Cells => ({
	...cells,
	price_short: squeeze,
	price_long: squeeze,
});
