import { BREADTH_SLICES, type BreadthSlice } from '@sw/domain/attention/breadth';
import { sectorLabel } from '@sw/domain/signals/sector';
import { sliceWords } from './slice-words.ts';

interface SliceFacts {
	name: string;
	/** Completes '12 % of tickers …'. */
	did: string;
}

/** Texts for each breadth slice, in the order of the API's responses. */
export const SLICES = Object.fromEntries(BREADTH_SLICES.map((key) => [key, { name: sectorLabel(key), did: sliceWords[key] }])) as Record<
	BreadthSlice,
	SliceFacts
>;
