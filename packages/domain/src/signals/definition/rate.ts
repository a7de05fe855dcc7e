import type { Cells } from '../cells.ts';
import type { ParameterSet, SlotWeights } from '../parameters.ts';
import type { SectorKey } from '../sector.ts';

/** rate: weighted depths of the selected sectors over the three timeframes, 0..140 for four sectors. Null counts 0. */
export function rate(depths: Cells, selected: readonly SectorKey[], weights: SlotWeights): number {
	return weightedSum(depths, selected, weights, (depth) => depth ?? 0);
}

function weightedSum(
	cells: Cells,
	selected: readonly SectorKey[],
	weights: SlotWeights,
	value: (cell: number | null | undefined) => number,
): number {
	return selected.reduce(
		(sum, sector) => sum + weights.reduce((inner, weight, slot) => inner + weight * value(cells[sector]?.[slot]), 0),
		0,
	);
}

/** Fine score, for sorting only: the same sum over z of the sector as shown, each clamped to 0..8. */
export function fineScore(z: Cells, selected: readonly SectorKey[], { slotWeights, fine }: ParameterSet): number {
	return weightedSum(z, selected, slotWeights, (value) => Math.min(fine.clamp, Math.max(0, value || 0)));
}
