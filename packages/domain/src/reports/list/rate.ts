import { fineKey } from '../../signals/cells.ts';
import type { ParameterSet } from '../../signals/parameters.ts';
import { type ReportTable, Z_SERIES } from '../../signals/report-table.ts';
import { SECTORS, type SectorKey, SQUEEZE, type Tab } from '../../signals/sector.ts';
import type { Strategy } from '../../time/timeframe.ts';

/** The depths of a packed word that a sum includes. */
export interface DepthMask {
	/** Bits of the included nibbles. */
	readonly nibbles: number;
	/** How many times squeeze counts, in place of price sectors. */
	readonly squeezeCount: number;
}

/** Builds the mask of the sectors. In coiled_spring, squeeze replaces each price sector. A sector named twice counts once. */
export function rateMask(sectors: readonly SectorKey[], tab: Tab): DepthMask {
	const uniqueKeys = SECTORS.map(({ key }) => key).filter((key) => sectors.includes(key));
	const maskKeys = tab === 'coiled_spring' ? uniqueKeys.filter((key) => !isPriceSector(key)) : uniqueKeys;
	return {
		nibbles: maskKeys.reduce((mask, key) => mask | (7 << (4 * SECTORS.findIndex((s) => s.key === key))), 0),
		squeezeCount: uniqueKeys.length - maskKeys.length,
	};
}

function isPriceSector(key: SectorKey): boolean {
	return key === 'price_short' || key === 'price_long';
}

/**
 * Sums the masked depths in the three rated timeframes, weighted by timeframe. With the mask of the rate's sectors, the sum is the rate. Null depths add 0.
 */
export function weightedDepth(
	table: ReportTable,
	{ rated: ratedTimeframes }: Strategy,
	{ slotWeights }: ParameterSet,
	mask: DepthMask,
	row: number,
): number {
	let sum = 0;
	for (let at = 0; at < 3; at++) {
		const word = table.words[ratedTimeframes[at] as 0 | 1 | 2 | 3 | 4][row]!;
		sum += slotWeights[at]! * (nibbleSum(word & mask.nibbles) + mask.squeezeCount * ((word >>> (4 * SQUEEZE)) & 7));
	}
	return sum;
}

/** Sums the eight nibbles of a word. */
function nibbleSum(word: number): number {
	return Math.imul((word & 0x0f0f0f0f) + ((word >>> 4) & 0x0f0f0f0f), 0x01010101) >>> 24;
}

/** By sector: index in Z_SERIES, and the sign of the sector's direction in that series. */
export const SECTOR_SERIES = {
	price_short: [0, 1],
	price_long: [0, -1],
	volume: [1, 1],
	call_with_put: [2, 1],
	call_without_put_short: [3, 1],
	call_without_put_long: [3, -1],
} as const satisfies Record<SectorKey, readonly [series: number, sign: 1 | -1]>;
/** Index of squeeze in Z_SERIES. */
export const SQUEEZE_SERIES = 4;

/** Returns the z of a sector in its own direction; in coiled_spring, squeeze replaces price. NaN if unmeasurable. */
export function sectorZ(table: ReportTable, row: number, timeframe: number, key: SectorKey, tab: Tab): number {
	const [series, sign] = tab === 'coiled_spring' && isPriceSector(key) ? ([SQUEEZE_SERIES, 1] as const) : SECTOR_SERIES[key];
	return sign * table.z[(timeframe * Z_SERIES.length + series) * table.count + row]!;
}

/** Computes the fine score of a row as an integer in units of the last decimal, so that equal scores compare equal (signals.md 1.9.15). */
export function computeFineKey(
	table: ReportTable,
	{ rated: ratedTimeframes }: Strategy,
	sectors: readonly SectorKey[],
	tab: Tab,
	parameters: ParameterSet,
	row: number,
): number {
	const { slotWeights, fine } = parameters;
	let score = 0;
	for (const key of sectors) {
		let sum = 0;
		for (let at = 0; at < 3; at++) {
			const z = sectorZ(table, row, ratedTimeframes[at]!, key, tab);
			if (z > 0) sum += slotWeights[at]! * Math.min(fine.clamp, z);
		}
		score += sum;
	}
	return fineKey(score, parameters);
}
