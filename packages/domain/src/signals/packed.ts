import type { SectorIndex } from './sector.ts';

/**
 * The packed word of one ticker, timeframe and report: an unsigned 32-bit integer (signals.md section 2, 1.9.19). The lowest three bits of nibble k contain
 * the depth, 0 to 5, of sector k in the order of SECTORS. Nibble 6 is squeeze, and the remaining bits are flags.
 *
 * GUARDS: bit 3 of each nibble, see `wordMatches`.
 */
export const GUARDS = 0x08888888;
export const VOLUME_NULL = 0x00008000;
export const SQUEEZE_NULL = 0x08000000;
export const PRICE_NULL = 0x10000000;
export const OPTIONS_NULL = 0x20000000;
export const STALE = 0x40000000;
export const DEVELOPING = 0x80000000;

/** Depths in nibble order: the six sectors, then squeeze. null: unmeasurable. */
export type Depths = readonly (number | null)[];

/** The bit that marks each slice as null, in nibble order; some slices share a bit. */
export const NULL_BITS = [PRICE_NULL, PRICE_NULL, OPTIONS_NULL, VOLUME_NULL, OPTIONS_NULL, OPTIONS_NULL, SQUEEZE_NULL] as const;
const SLICE_COUNT = NULL_BITS.length;

/** Packs depths and flags into a word. Sectors that share a null bit must be null together: if only one is null, all of them are unpacked as null. */
export function packWord(depths: Depths, flags: { stale?: boolean; developing?: boolean } = {}): number {
	let word = (flags.stale ? STALE : 0) | (flags.developing ? DEVELOPING : 0);
	for (let slice = 0; slice < SLICE_COUNT; slice++) {
		const depth = depths[slice] ?? null;
		word |= depth === null ? NULL_BITS[slice]! : depth << (4 * slice);
	}
	return word >>> 0;
}

/** Returns the depth of a sector, 0 to 5; null: unmeasurable. */
export function depthIn(word: number, sector: SectorIndex): number | null {
	return (word & NULL_BITS[sector]!) !== 0 ? null : (word >>> (4 * sector)) & 7;
}

export function unpackWord(word: number): { depths: (number | null)[]; stale: boolean; developing: boolean } {
	return {
		depths: NULL_BITS.map((_, sector) => depthIn(word, sector as SectorIndex)),
		stale: (word & STALE) !== 0,
		developing: (word & DEVELOPING) !== 0,
	};
}

/**
 * Packs the conditions of one timeframe for `wordMatches`. If a sector has two conditions, the stricter one applies. Values above 7 are packed as 7, because
 * no depth reaches 7 either; a value of 0 or less is no condition.
 */
export function packConditions(conditions: readonly { sector: SectorIndex; value: number }[]): number {
	const minimumDepths = new Array<number>(SLICE_COUNT).fill(0);
	for (const { sector, value } of conditions) minimumDepths[sector] = Math.max(minimumDepths[sector]!, Math.min(7, Math.ceil(value)));
	return minimumDepths.reduce((word, need, sector) => word | (need << (4 * sector)), 0) >>> 0;
}

/** Tests all conditions with one subtraction: a nibble's guard bit survives if depth >= need. A null depth has nibble 0, so it meets no condition. */
export function wordMatches(word: number, need: number): boolean {
	return (((word | GUARDS) - need) & GUARDS) === GUARDS;
}
