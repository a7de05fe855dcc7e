import type { TickerId } from '../time/units.ts';

/** Below are numbers that were counted up, above are none that a signed 32-bit integer holds. */
const FIRST = 2 ** 22;
const LAST = 2 ** 31 - 1;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The number that a symbol asks for, the same wherever and whenever it is met: data that come in another order are then the same data. FNV-1a over its
 * characters, stirred once more; of ten thousand symbols two ask for the same number in one directory of forty.
 */
export const symbolNumber = (symbol: string): TickerId => {
	let hash = FNV_OFFSET;
	for (let i = 0; i < symbol.length; i++) hash = Math.imul(hash ^ symbol.charCodeAt(i), FNV_PRIME);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = (hash ^ (hash >>> 16)) >>> 0;
	return (FIRST + (hash % (LAST - FIRST))) as TickerId;
};
