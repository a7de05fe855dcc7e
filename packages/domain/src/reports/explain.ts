import type { ParameterSet } from '../signals/parameters.ts';
import type { Cells } from '../signals/rate.ts';
import type { ReportTable } from '../signals/report-table.ts';
import { SECTORS, type SectorKey, type Tab } from '../signals/sector.ts';
import type { Strategy, TimeframeIndex } from '../time/timeframe.ts';
import { rowDepths, rowZ } from './present.ts';

/** A rated cell with how far it is from another depth; z in the sector's own direction. */
export interface CellMargin {
	readonly key: SectorKey;
	readonly timeframe: TimeframeIndex;
	readonly weight: number;
	readonly depth: number;
	readonly z: number;
	/** z from which one more ring lights; null on the last ring. */
	readonly next: number | null;
	/** z below which a ring goes out; null where none is lit. */
	readonly holds: number | null;
}

/** What would change a row's rate: every rated cell that is measured, the nearest to another depth first. */
export const cellMargins = (
	table: ReportTable,
	row: number,
	{ tab, strategy, sectors }: { tab: Tab; strategy: Strategy; sectors: readonly SectorKey[] },
	{ rings, slotWeights }: ParameterSet,
): CellMargin[] => {
	const depths = rowDepths(table, row, strategy.slots, tab);
	const zs = rowZ(table, row, strategy.slots, tab);
	const margins = sectors.flatMap((key) =>
		strategy.slots.flatMap((timeframe, slot) => {
			const depth = depths[key]?.[slot] ?? null;
			const z = zs[key]?.[slot] ?? null;
			if (depth === null || z === null) return [];
			const weight = slotWeights[slot] as number;
			return [{ key, timeframe, weight, depth, z, next: rings[depth] ?? null, holds: depth === 0 ? null : (rings[depth - 1] as number) }];
		}),
	);
	const distance = ({ z, next, holds }: CellMargin): number =>
		Math.min(
			next === null ? Number.POSITIVE_INFINITY : Math.abs(next - z),
			holds === null ? Number.POSITIVE_INFINITY : Math.abs(z - holds),
		);
	return margins.sort((a, b) => distance(a) - distance(b) || b.weight - a.weight);
};

/** A cell whose depth is another one than in an earlier report; null is not measurable. */
export interface CellChange {
	readonly key: SectorKey;
	readonly timeframe: TimeframeIndex;
	readonly from: number | null;
	readonly to: number | null;
}

/** Cells of all six sectors on the given timeframes that differ between two reports of one ticker. */
export const cellChanges = (before: Cells, now: Cells, timeframes: readonly TimeframeIndex[]): CellChange[] =>
	SECTORS.flatMap(({ key }) =>
		timeframes.flatMap((timeframe, at) => {
			const from = before[key]?.[at] ?? null;
			const to = now[key]?.[at] ?? null;
			return from === to ? [] : [{ key, timeframe, from, to }];
		}),
	);
