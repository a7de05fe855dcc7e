import { depthIn } from '../signals/packed.ts';
import type { SlotWeights } from '../signals/parameters.ts';
import { SECTORS, type SectorIndex, type SectorKey, SQUEEZE, sectorIndex, type Tab } from '../signals/sector.ts';

/** Packed words of the three rated slots. */
export type SlotWords = readonly [number, number, number];

/** The words of three timeframes as unsigned numbers, however stored. */
export function slotWords([first = 0, second = 0, third = 0]: readonly number[]): SlotWords {
	return [first >>> 0, second >>> 0, third >>> 0];
}

/** Rate of a row from its three words alone (signals.md section 2); null counts 0; on coiled_spring squeeze replaces price. */
export function rateOfWords(words: SlotWords, sectors: readonly SectorKey[], tab: Tab, weights: SlotWeights): number {
	return sectors.reduce((sum, key) => {
		const slice: SectorIndex = tab === 'coiled_spring' && isPrice(key) ? SQUEEZE : sectorIndex(key);
		return sum + words.reduce((inner, word, slot) => inner + weights[slot]! * (depthIn(word, slice) ?? 0), 0);
	}, 0);
}

function isPrice(key: SectorKey): boolean {
	return key === 'price_short' || key === 'price_long';
}

/** Bit k: sector k is lit in one of the words; bit 6: squeeze. */
export function litSectors(words: SlotWords): number {
	return [...SECTORS.keys(), SQUEEZE].reduce((bits, slice) => {
		const lit = words.some((word) => (depthIn(word, slice as SectorIndex) ?? 0) > 0);
		return lit ? bits | (1 << slice) : bits;
	}, 0);
}
