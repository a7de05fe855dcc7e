import { BREADTH_SLICES, type BreadthSlice } from '@sw/domain/attention/breadth';
import { sectorLabel } from '@sw/domain/signals/sector';
import { sliceWords } from './slice-words.ts';

interface SliceFacts {
	name: string;
	/** 'of tickers …' */
	did: string;
}

/** Slice names for breadth, in the order of its answers. */
export const SLICES = Object.fromEntries(BREADTH_SLICES.map((key) => [key, { name: sectorLabel(key), did: sliceWords[key] }])) as Record<
	BreadthSlice,
	SliceFacts
>;
