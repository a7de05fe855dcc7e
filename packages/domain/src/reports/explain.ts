import type { Cells } from '../signals/cells.ts';
import type { ParameterSet } from '../signals/parameters.ts';
import type { ReportTable } from '../signals/report-table.ts';
import { SECTORS, type SectorKey, type Tab } from '../signals/sector.ts';
import type { Strategy, TimeframeIndex } from '../time/timeframe.ts';
import { rowDepths, rowZ } from './present.ts';

/** A rated cell with its distance to other depths; z in the sector's own direction. */
export interface CellMargin {
	readonly key: SectorKey;
	readonly timeframe: TimeframeIndex;
	readonly weight: number;
	readonly depth: number;
	readonly z: number;
	/** z at which it gains a level; null at the deepest. */
	readonly next: number | null;
	/** z below which it loses a level; null at depth 0. */
	readonly holds: number | null;
}

/** What would change a row's rate: every measured rated cell, closest to another depth first. */
export function cellMargins(
	table: ReportTable,
	row: number,
	{ tab, strategy, sectors }: { tab: Tab; strategy: Strategy; sectors: readonly SectorKey[] },
	{ rings, slotWeights }: ParameterSet,
): CellMargin[] {
	const depths = rowDepths(table, row, strategy.slots, tab);
	const zs = rowZ(table, row, strategy.slots, tab);
	const margins = sectors.flatMap((key) =>
		strategy.slots.flatMap((timeframe, slot) => {
			const depth = depths[key]?.[slot] ?? null;
			const z = zs[key]?.[slot] ?? null;
			if (depth === null || z === null) return [];
			const weight = slotWeights[slot]!;
			return [{ key, timeframe, weight, depth, z, next: rings[depth] ?? null, holds: depth === 0 ? null : rings[depth - 1]! }];
		}),
	);
	const distance = ({ z, next, holds }: CellMargin): number =>
		Math.min(
			next === null ? Number.POSITIVE_INFINITY : Math.abs(next - z),
			holds === null ? Number.POSITIVE_INFINITY : Math.abs(z - holds),
		);
	return margins.sort((a, b) => distance(a) - distance(b) || b.weight - a.weight);
}

/** A cell whose depth differs from an earlier report's; null is not measurable. */
export interface CellChange {
	readonly key: SectorKey;
	readonly timeframe: TimeframeIndex;
	readonly from: number | null;
	readonly to: number | null;
}

/** Cells of all six sectors on the given timeframes that differ between two reports of one ticker. */
export function cellChanges(before: Cells, now: Cells, timeframes: readonly TimeframeIndex[]): CellChange[] {
	return SECTORS.flatMap(({ key }) =>
		timeframes.flatMap((timeframe, at) => {
			const from = before[key]?.[at] ?? null;
			const to = now[key]?.[at] ?? null;
			return from === to ? [] : [{ key, timeframe, from, to }];
		}),
	);
}
