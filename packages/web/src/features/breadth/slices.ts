import { BREADTH_SLICES, type BreadthSlice } from '@sw/domain/attention/breadth';
import { sectorLabel } from '@sw/domain/signals/sector';
import type { Tone } from '@sw/domain/signals/wheel/model';
import { sliceWords } from './slice-words.ts';

interface SliceFacts {
	name: string;
	tone: Tone;
	/** 'of tickers …' */
	did: string;
}

const TONES: Partial<Record<BreadthSlice, Tone>> = { call_with_put: 'sum', volume: 'volume' };

/** Slice names for breadth, in the order of its answers. A count of tickers has no direction. */
export const SLICES = Object.fromEntries(
	BREADTH_SLICES.map((key) => [key, { name: sectorLabel(key), tone: TONES[key] ?? 'either', did: sliceWords[key] }]),
) as Record<BreadthSlice, SliceFacts>;
