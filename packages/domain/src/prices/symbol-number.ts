import type { TickerId } from '../time/units.ts';

/** Lower numbers were assigned sequentially; higher ones don't fit a signed 32-bit integer. */
const FIRST = 2 ** 22;
const LAST = 2 ** 31 - 1;
const FNV_OFFSET = 0x811c9dc5;
const FNV_PRIME = 0x01000193;

/**
 * The preferred id of a symbol, the same in every installation, so that data arriving in another order gives the same ids. FNV-1a over its
 * characters, mixed once more; of ten thousand symbols, two collide in one directory of forty.
 */
export const symbolNumber = (symbol: string): TickerId => {
	let hash = FNV_OFFSET;
	for (let i = 0; i < symbol.length; i++) hash = Math.imul(hash ^ symbol.charCodeAt(i), FNV_PRIME);
	hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
	hash = (hash ^ (hash >>> 16)) >>> 0;
	return (FIRST + (hash % (LAST - FIRST))) as TickerId;
};
