import type { SectorIndex } from './sector.ts';

/**
 * The packed word of one ticker, timeframe and report, an unsigned 32-bit integer (signals.md section 2, 1.9.19):
 * nibble k holds the depth 0..5 of sector k (price_short 0 .. call_without_put_short 5, squeeze 6); bit 3 of each nibble is a guard.
 */
export const GUARDS = 0x08888888;
export const VOLUME_NULL = 0x00008000;
export const SQUEEZE_NULL = 0x08000000;
export const PRICE_NULL = 0x10000000;
export const OPTIONS_NULL = 0x20000000;
export const STALE = 0x40000000;
export const DEVELOPING = 0x80000000;

/** Depths in nibble order: the six sectors, then squeeze. null is unmeasurable. */
export type Depths = readonly (number | null)[];

/** Null bit of each slice, in nibble order. */
export const NULL_BITS = [PRICE_NULL, PRICE_NULL, OPTIONS_NULL, VOLUME_NULL, OPTIONS_NULL, OPTIONS_NULL, SQUEEZE_NULL] as const;
const SLICES = NULL_BITS.length;

/** Sectors that share a null bit must be null together; if only one is, all of them read back as null. */
export function packWord(depths: Depths, flags: { stale?: boolean; developing?: boolean } = {}): number {
	let word = (flags.stale ? STALE : 0) | (flags.developing ? DEVELOPING : 0);
	for (let slice = 0; slice < SLICES; slice++) {
		const depth = depths[slice] ?? null;
		word |= depth === null ? NULL_BITS[slice]! : depth << (4 * slice);
	}
	return word >>> 0;
}

/** Depth 0..5 of a sector, or null. */
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
 * The conditions of one timeframe as a word. Of two conditions on a sector the stricter applies; values above 7 are as impossible as 7; 0 and less
 * are no condition.
 */
export function needWord(conditions: readonly { sector: SectorIndex; value: number }[]): number {
	const needs = new Array<number>(SLICES).fill(0);
	for (const { sector, value } of conditions) needs[sector] = Math.max(needs[sector]!, Math.min(7, Math.ceil(value)));
	return needs.reduce((word, need, sector) => word | (need << (4 * sector)), 0) >>> 0;
}

/** All conditions at once: the guards survive the subtraction where depth >= need. A null nibble is 0 and never meets a need. */
export function wordMatches(word: number, need: number): boolean {
	return (((word | GUARDS) - need) & GUARDS) === GUARDS;
}
